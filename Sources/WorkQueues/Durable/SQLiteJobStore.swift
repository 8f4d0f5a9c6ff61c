internal import Glibc
public import HikidashiBase
internal import HikidashiStorage

/// A job store in an SQLite file, which the processes of one machine can share.
///
/// ```swift
/// let store = try SQLiteJobStore("/home/me/jobs.db")
/// try store.add([DurableRequest(text: "index")])
/// ```
///
/// Every transaction is on the disk when its call returns. Times come from the machine's clock.
public final class SQLiteJobStore: JobStore {
  private let connection: SQLiteConnection
  private let now: @Sendable () -> Int
  /// The watchers of this store: SQLite only reports commits of other connections.
  private let own = JobWatchers()

  /// Opens the file at `path`. It is created, with the folders above it, if it does not exist.
  ///
  /// - Throws: ``JobStoreError`` when it cannot be opened or is no job store.
  public convenience init(_ path: String) throws(JobStoreError) {
    try self.init(path) {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
  }

  /// - Parameter now: The time in milliseconds, from the same clock for all who open the file.
  package init(_ path: String, now: @escaping @Sendable () -> Int) throws(JobStoreError) {
    self.now = now
    do throws(SQLiteError) {
      // “HKjb”, which identifies files of jobs.
      let options = SQLiteOptions(applicationID: 0x484B_6A62, version: JobSQL.version)
      connection = try SQLiteConnection(path, options) { session, version throws(SQLiteError) in
        if version < 1 { try session.execute(JobSQL.schema) }
        if version < 2 { try session.execute(JobSQL.times) }
      }
      try connection.use { session throws(SQLiteError) in try session.setSync(.full) }
    } catch {
      throw .failed(place: path, problem: error.description)
    }
  }

  public func add(_ requests: [DurableRequest]) throws(JobStoreError) -> [DurableJobID] {
    defer { own.tell(hasJobs: true) }
    return try write { session throws(SQLiteError) in
      var ids: [DurableJobID] = []
      for request in requests { ids.append(try add(request, session)) }
      return ids
    }
  }

  private func add(
    _ request: DurableRequest, _ session: SQLiteSession
  ) throws(SQLiteError) -> DurableJobID {
    if let key = request.key {
      let find = try session.statement("SELECT id FROM job WHERE key = ?")
      try find.bind(key, at: 0)
      defer { find.reset() }
      if try find.step() { return DurableJobID(find.int(0)) }
    }
    let insert = try session.statement(JobSQL.insert)
    try insert.bind(request.payload, at: 0)
    if let key = request.key { try insert.bind(key, at: 1) } else { try insert.bindNull(at: 1) }
    try insert.bind(request.priority, at: 2)
    try insert.bind(now() &+ request.delay.milliseconds, at: 3)
    try insert.bind(request.retry.attempts, at: 4)
    try insert.bind(request.retry.first.milliseconds, at: 5)
    try insert.bind(request.retry.factor, at: 6)
    try insert.bind(request.retry.longest.milliseconds, at: 7)
    try insert.run()
    return DurableJobID(session.lastInsertedRow)
  }

  public func exchange(
    _ reports: [JobReport], take most: Int, as worker: String, lease: Duration
  ) throws(JobStoreError) -> TakenJobs {
    defer { own.tell(hasJobs: false) }
    return try write { session throws(SQLiteError) in
      let work = SQLiteJobWork(session: session, now: now())
      for report in reports { try work.handle(report, of: worker) }
      try work.giveUpLost()
      let jobs = try work.take(most, as: worker, lease.milliseconds)
      return TakenJobs(jobs: jobs, next: try work.next())
    }
  }

  public func extend(
    _ leases: [JobLease], of worker: String, by lease: Duration
  ) throws(JobStoreError) -> [JobLease] {
    try write { session throws(SQLiteError) in
      var void: [JobLease] = []
      let extend = try session.statement(
        "UPDATE job SET due = ? WHERE id = ? AND state = 1 AND attempts = ? AND worker = ?")
      for held in leases {
        try extend.bind(now() &+ lease.milliseconds, at: 0)
        try extend.bind(held.id.number, at: 1)
        try extend.bind(held.attempt, at: 2)
        try extend.bind(worker, at: 3)
        try extend.run()
        if session.changedRows == 0 { void.append(held) }
      }
      return void
    }
  }

  public func statuses(
    _ state: DurableJobState?, from first: DurableJobID?, limit: Int
  ) throws(JobStoreError) -> [DurableJobStatus] {
    try translate { () throws(SQLiteError) in
      try connection.read { session throws(SQLiteError) in
        try SQLiteJobWork(session: session, now: now()).statuses(state, first, max(0, limit))
      }
    }
  }

  public func counts() throws(JobStoreError) -> [DurableJobState: Int] {
    try translate { () throws(SQLiteError) in
      try connection.use { session throws(SQLiteError) in
        let count = try session.statement(JobSQL.counts)
        var counts: [DurableJobState: Int] = [:]
        while try count.step() {
          let number = count.int(1)
          if number > 0, let state = DurableJobState(rawValue: count.int(0)) {
            counts[state] = number
          }
        }
        return counts
      }
    }
  }

  public func retry(_ id: DurableJobID) throws(JobStoreError) -> Bool {
    defer { own.tell(hasJobs: true) }
    return try write { session throws(SQLiteError) in
      let change = try session.statement("\(JobSQL.retry) id = ? AND \(JobSQL.isStopped)")
      try change.bind(now(), at: 0)
      try change.bind(id.number, at: 1)
      try change.run()
      return session.changedRows > 0
    }
  }

  public func retryAll(_ state: DurableJobState) throws(JobStoreError) -> Int {
    defer { own.tell(hasJobs: true) }
    return try write { session throws(SQLiteError) in
      let change = try session.statement("\(JobSQL.retry) state = ? AND \(JobSQL.isStopped)")
      try change.bind(now(), at: 0)
      try change.bind(state.rawValue, at: 1)
      try change.run()
      return session.changedRows
    }
  }

  public func cancel(_ id: DurableJobID) throws(JobStoreError) -> Bool {
    defer { own.tell(hasJobs: false) }
    return try write { session throws(SQLiteError) in
      let change = try session.statement(JobSQL.cancel)
      try change.bind(now(), at: 0)
      try change.bind(id.number, at: 1)
      try change.run()
      return session.changedRows > 0
    }
  }

  public func forget(_ id: DurableJobID) throws(JobStoreError) -> Bool {
    try forget(
      id.number, JobSQL.forgetFailures, "DELETE FROM job WHERE id = ? AND state > 1") > 0
  }

  public func forgetAll(_ state: DurableJobState) throws(JobStoreError) -> Int {
    try forget(
      state.rawValue, JobSQL.forgetAllFailures, "DELETE FROM job WHERE state > 1 AND state = ?")
  }

  private func forget(
    _ number: Int, _ statements: String...
  ) throws(JobStoreError) -> Int {
    defer { own.tell(hasJobs: false) }
    return try write { session throws(SQLiteError) in
      for text in statements {
        let delete = try session.statement(text)
        try delete.bind(number, at: 0)
        try delete.run()
      }
      return session.changedRows
    }
  }

  public func clear() throws(JobStoreError) -> Bool {
    defer { own.tell(hasJobs: false) }
    return try write { session throws(SQLiteError) in
      let find = try session.statement("SELECT 1 FROM job WHERE state IN (0, 1) LIMIT 1")
      defer { find.reset() }
      if try find.step() { return false }
      try session.execute("DELETE FROM job_failure; DELETE FROM job")
      return true
    }
  }

  public func watch(_ onChange: @escaping @Sendable () -> Void) -> ObservationToken {
    watch(.jobs, onChange)
  }

  public func watchChanges(_ onChange: @escaping @Sendable () -> Void) -> ObservationToken {
    watch(.changes, onChange)
  }

  private func watch(
    _ wanted: JobWatchers.Wanted, _ onChange: @escaping @Sendable () -> Void
  ) -> ObservationToken {
    let watcher = SQLiteWatcher(connection, onChange: onChange)
    return own.watch(wanted, onChange) { watcher.cancel() }
  }

  private func write<Result: Sendable>(
    _ body: (SQLiteSession) throws(SQLiteError) -> Result
  ) throws(JobStoreError) -> Result {
    try translate { () throws(SQLiteError) in try connection.write(body) }
  }

  private func translate<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(JobStoreError) -> Result {
    do throws(SQLiteError) { return try body() } catch {
      let isPassing = error.kind == .busy || error.kind == .noSpace || error.kind == .io
      throw isPassing
        ? .unavailable(place: connection.path, problem: error.description)
        : .failed(place: connection.path, problem: error.description)
    }
  }
}
