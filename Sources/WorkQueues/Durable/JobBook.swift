internal import HikidashiBase

/// The jobs of an in-memory store, as a value. Tests compare the other stores with it.
struct JobBook: Sendable {
  private struct Entry: Sendable {
    var request: DurableRequest
    var state = DurableJobState.waiting
    var times: DurableJobTimes
    var attempts = 0
    var worker: String?
    var history: [DurableJobStatus.Failure] = []
  }

  private var entries: [DurableJobID: Entry] = [:]
  private var lastNumber = 0
  private var keys: [String: DurableJobID] = [:]
  private var ready = PriorityFifo<DurableJobID>()
  /// The times at which waiting jobs become due and leases end, in order.
  private var due = Fifo<PoolMachine.Alarm>()

  mutating func add(_ requests: [DurableRequest], at now: Duration) -> [DurableJobID] {
    requests.map { request in
      if let id = request.key.flatMap({ keys[$0] }) { return id }
      lastNumber += 1
      let id = DurableJobID(lastNumber)
      let times = DurableJobTimes(due: now.later(by: request.delay))
      entries[id] = Entry(request: request, times: times)
      if let key = request.key { keys[key] = id }
      wait(id)
      return id
    }
  }

  mutating func exchange(
    _ reports: [JobReport], take most: Int, as worker: String, lease: Duration, at now: Duration
  ) -> TakenJobs {
    for report in reports { handle(report, of: worker, at: now) }
    advance(to: now)
    var jobs: [DurableJob] = []
    while jobs.count < most, let id = ready.popFirst() {
      // A job may be here twice, or have changed its state meanwhile.
      guard var entry = entries[id], entry.state == .waiting, entry.times.due <= now else {
        continue
      }
      entry.state = .taken
      entry.attempts += 1
      entry.worker = worker
      entry.times = DurableJobTimes(due: now.later(by: lease), began: now)
      entries[id] = entry
      wait(id)
      jobs.append(
        DurableJob(
          lease: JobLease(id: id, attempt: entry.attempts), payload: entry.request.payload,
          key: entry.request.key))
    }
    forgetStaleAlarms()
    let next = ready.isEmpty ? due.first.map { max(.zero, $0.time - now) } : .zero
    return TakenJobs(jobs: jobs, next: next)
  }

  mutating func extend(
    _ leases: [JobLease], of worker: String, by lease: Duration, at now: Duration
  ) -> [JobLease] {
    leases.filter { held in
      guard isValid(held, worker) else { return true }
      entries[held.id]?.times.due = now.later(by: lease)
      wait(held.id)
      return false
    }
  }

  func statuses(
    _ state: DurableJobState?, from first: DurableJobID?, limit: Int, at now: Duration
  ) -> [DurableJobStatus] {
    let ids = entries.keys.filter { id in
      (first.map { id >= $0 } ?? true) && (state == nil || entries[id]?.state == state)
    }
    return ids.sorted().prefix(max(0, limit)).compactMap { id in
      entries[id].map { entry in
        DurableJobStatus(
          id: id, payload: entry.request.payload, key: entry.request.key, state: entry.state,
          attempts: entry.attempts, worker: entry.worker, history: entry.history,
          times: entry.times, at: now)
      }
    }
  }

  var counts: [DurableJobState: Int] {
    entries.values.reduce(into: [:]) { $0[$1.state, default: 0] += 1 }
  }

  mutating func retry(_ id: DurableJobID, at now: Duration) -> Bool {
    let state = entries[id]?.state
    guard state == .dead || state == .cancelled else { return false }
    entries[id]?.state = .waiting
    entries[id]?.attempts = 0
    entries[id]?.times.due = now
    wait(id)
    return true
  }

  mutating func retryAll(_ state: DurableJobState, at now: Duration) -> Int {
    ids(state).count { retry($0, at: now) }
  }

  mutating func cancel(_ id: DurableJobID, at now: Duration) -> Bool {
    guard let state = entries[id]?.state, !state.isEnded else { return false }
    if state == .taken { entries[id]?.times.stopped = now }
    entries[id]?.state = .cancelled
    return true
  }

  mutating func forget(_ id: DurableJobID) -> Bool {
    guard let entry = entries[id], entry.state.isEnded else { return false }
    entries[id] = nil
    if let key = entry.request.key { keys[key] = nil }
    return true
  }

  mutating func forgetAll(_ state: DurableJobState) -> Int { ids(state).count { forget($0) } }

  private func ids(_ state: DurableJobState) -> [DurableJobID] {
    entries.keys.filter { entries[$0]?.state == state }
  }

  mutating func clear() -> Bool {
    guard entries.values.allSatisfy(\.state.isEnded) else { return false }
    entries = [:]
    keys = [:]
    ready = PriorityFifo()
    due = Fifo()
    return true
  }

  private func isValid(_ lease: JobLease, _ worker: String) -> Bool {
    guard let entry = entries[lease.id] else { return false }
    return entry.state == .taken && entry.attempts == lease.attempt && entry.worker == worker
  }

  private mutating func handle(_ report: JobReport, of worker: String, at now: Duration) {
    let id = report.lease.id
    guard isValid(report.lease, worker) else { return }
    switch report.outcome {
    case .done:
      entries[id]?.state = .done
      entries[id]?.times.stopped = now
    case .failed(let problem): fail(id, problem, at: now)
    case .released:
      entries[id]?.attempts -= 1
      entries[id]?.state = .waiting
      entries[id]?.times = DurableJobTimes(due: now)
      wait(id)
    }
  }

  private mutating func fail(_ id: DurableJobID, _ problem: String, at now: Duration) {
    guard var entry = entries[id] else { return }
    entry.history.append(
      .init(attempt: entry.attempts, worker: entry.worker ?? "", problem: problem))
    let isDead = entry.attempts >= entry.request.retry.attempts
    entry.state = isDead ? .dead : .waiting
    entry.times.due = now.later(by: entry.request.retry.fullDelay(after: entry.attempts))
    entry.times.stopped = now
    entries[id] = entry
    if !isDead { wait(id) }
  }

  /// Sets the alarm for the job's next time.
  private mutating func wait(_ id: DurableJobID) {
    guard let entry = entries[id] else { return }
    due.insert(PoolMachine.Alarm(time: entry.times.due, id: JobID(id.number)), by: <)
  }

  /// Removes the alarms of jobs that have ended or whose time has changed.
  private mutating func forgetStaleAlarms() {
    while let alarm = due.first {
      let entry = entries[DurableJobID(alarm.id.number)]
      if let entry, !entry.state.isEnded, entry.times.due == alarm.time { return }
      _ = due.removeFirst()
    }
  }

  private mutating func advance(to now: Duration) {
    while let alarm = due.first, alarm.time <= now {
      _ = due.removeFirst()
      let id = DurableJobID(alarm.id.number)
      // A job whose lease was extended or that was returned has another alarm.
      guard let entry = entries[id], entry.times.due <= now else { continue }
      switch entry.state {
      case .waiting: ready.insert(id, priority: entry.request.priority)
      case .taken:
        fail(id, JobLease.lostProblem, at: now)
        entries[id]?.times.due = now
        if entries[id]?.state == .waiting { wait(id) }
      case .done, .dead, .cancelled: break
      }
    }
  }
}

extension JobLease {
  /// The problem recorded for an attempt whose lease ended without a word from its worker.
  package static let lostProblem = "its worker was lost"
}
