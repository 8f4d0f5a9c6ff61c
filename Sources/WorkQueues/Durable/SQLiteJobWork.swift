internal import HikidashiBase
internal import HikidashiStorage

/// The operations within one transaction on a job file.
struct SQLiteJobWork {
  let session: SQLiteSession
  let now: Int

  func handle(_ report: JobReport, of worker: String) throws(SQLiteError) {
    switch report.outcome {
    case .done: _ = try set(.done, report.lease, worker)
    case .released:
      if try set(.waiting, report.lease, worker) {
        let giveBack = try session.statement(
          """
          UPDATE job SET attempts = attempts - 1, due = ?, began = NULL, stopped = NULL WHERE id = ?
          """)
        try giveBack.bind(now, at: 0)
        try giveBack.bind(report.lease.id.number, at: 1)
        try giveBack.run()
      }
    case .failed(let problem):
      // Waiting until what follows says otherwise.
      if try set(.waiting, report.lease, worker) {
        try fail(report.lease, of: worker, problem, isLost: false)
      }
    }
  }

  /// Makes jobs whose lease has ended wait again, or gives them up.
  func giveUpLost() throws(SQLiteError) {
    let find = try session.statement(JobSQL.lost)
    try find.bind(now, at: 0)
    var lost: [(lease: JobLease, worker: String)] = []
    while try find.step() {
      lost.append((JobLease(id: DurableJobID(find.int(0)), attempt: find.int(1)), find.string(2)))
    }
    for (lease, worker) in lost where try set(.waiting, lease, worker) {
      try fail(lease, of: worker, JobLease.lostProblem, isLost: true)
    }
  }

  func take(_ most: Int, as worker: String, _ lease: Int) throws(SQLiteError) -> [DurableJob] {
    guard most > 0 else { return [] }
    let take = try session.statement(JobSQL.take)
    try take.bind(worker, at: 0)
    try take.bind(now &+ lease, at: 1)
    try take.bind(now, at: 2)
    try take.bind(now, at: 3)
    try take.bind(most, at: 4)
    var jobs: [(priority: Int, job: DurableJob)] = []
    while try take.step() {
      let lease = JobLease(id: DurableJobID(take.int(0)), attempt: take.int(1))
      let key = take.isNull(3) ? nil : take.string(3)
      jobs.append((take.int(4), DurableJob(lease: lease, payload: take.bytes(2), key: key)))
    }
    // RETURNING does not order its rows.
    return jobs.sorted { ($1.priority, $0.job.id) < ($0.priority, $1.job.id) }.map(\.job)
  }

  func next() throws(SQLiteError) -> Duration? {
    let find = try session.statement(JobSQL.next)
    defer { find.reset() }
    guard try find.step(), !find.isNull(0) else { return nil }
    return .milliseconds(max(0, find.int(0) &- now))
  }

  func statuses(
    _ state: DurableJobState?, _ first: DurableJobID?, _ limit: Int
  ) throws(SQLiteError) -> [DurableJobStatus] {
    let find = try session.statement(JobSQL.statuses(state))
    try find.bind(first?.number ?? 0, at: 0)
    try find.bind(limit, at: 1)
    var found: [DurableJobStatus] = []
    while try find.step() {
      let id = DurableJobID(find.int(0))
      found.append(
        DurableJobStatus(
          id: id, payload: find.bytes(1), key: find.isNull(2) ? nil : find.string(2),
          state: DurableJobState(rawValue: find.int(3)) ?? .dead, attempts: find.int(4),
          worker: find.isNull(5) ? nil : find.string(5), history: try history(of: id),
          times: DurableJobTimes(
            due: .milliseconds(find.int(6)), began: time(find, 7), stopped: time(find, 8)),
          at: .milliseconds(now)))
    }
    return found
  }

  private func time(_ find: SQLiteStatement, _ column: Int) -> Duration? {
    find.isNull(column) ? nil : .milliseconds(find.int(column))
  }

  private func history(
    of id: DurableJobID
  ) throws(SQLiteError) -> [DurableJobStatus.Failure] {
    let find = try session.statement(
      "SELECT attempt, worker, problem FROM job_failure WHERE job = ? ORDER BY rowid")
    try find.bind(id.number, at: 0)
    var failures: [DurableJobStatus.Failure] = []
    while try find.step() {
      failures.append(
        .init(attempt: find.int(0), worker: find.string(1), problem: find.string(2)))
    }
    return failures
  }

  /// Changes the state of a job that is taken by this lease; false when the lease is void.
  private func set(
    _ state: DurableJobState, _ lease: JobLease, _ worker: String
  ) throws(SQLiteError) -> Bool {
    let change = try session.statement(
      """
      UPDATE job SET state = ?, stopped = ?
      WHERE id = ? AND state = 1 AND attempts = ? AND worker = ?
      """)
    try change.bind(state.rawValue, at: 0)
    try change.bind(now, at: 1)
    try change.bind(lease.id.number, at: 2)
    try change.bind(lease.attempt, at: 3)
    try change.bind(worker, at: 4)
    try change.run()
    return session.changedRows > 0
  }

  private func fail(
    _ lease: JobLease, of worker: String, _ problem: String, isLost: Bool
  ) throws(SQLiteError) {
    let note = try session.statement(
      "INSERT INTO job_failure (job, attempt, worker, problem) VALUES (?, ?, ?, ?)")
    try note.bind(lease.id.number, at: 0)
    try note.bind(lease.attempt, at: 1)
    try note.bind(worker, at: 2)
    try note.bind(problem, at: 3)
    try note.run()
    let find = try session.statement("SELECT most, first, factor, longest FROM job WHERE id = ?")
    try find.bind(lease.id.number, at: 0)
    guard try find.step() else { return }
    let retry = Retry(
      attempts: find.int(0), first: .milliseconds(find.int(1)), factor: find.double(2),
      longest: .milliseconds(find.int(3)))
    find.reset()
    let isDead = lease.attempt >= retry.attempts
    let delay = isLost ? .zero : retry.fullDelay(after: lease.attempt)
    let change = try session.statement("UPDATE job SET state = ?, due = ? WHERE id = ?")
    try change.bind((isDead ? DurableJobState.dead : .waiting).rawValue, at: 0)
    try change.bind(now &+ delay.milliseconds, at: 1)
    try change.bind(lease.id.number, at: 2)
    try change.run()
  }
}
