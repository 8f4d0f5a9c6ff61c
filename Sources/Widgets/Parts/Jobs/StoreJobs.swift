internal import HikidashiBase
internal import HikidashiWorkQueues

/// The jobs of a store, and of the pool that does them here, if there is one.
struct StoreJobs: JobsSource {
  let store: any JobStore
  let pool: DurablePool?
  let title: (@Sendable (DurableJobStatus) -> String)?

  var rest: Duration { .milliseconds(100) }

  func read(_ limits: [JobGroup: Int]) throws -> JobsContent {
    let counts = try store.counts()
    var content = JobsContent()
    content.done = counts[.done] ?? 0
    content.cancelled = counts[.cancelled] ?? 0
    let progress = pool?.progress ?? [:]
    for group in JobGroup.allCases {
      let count = counts[group.state] ?? 0
      content.counts[group] = count
      guard count > 0 else { continue }
      let found = try store.statuses(group.state, from: nil, limit: limits[group] ?? 0)
      content.jobs[group] = found.map { entry($0, progress[$0.id]) }
    }
    return content
  }

  private func entry(_ job: DurableJobStatus, _ progress: Double?) -> JobEntry {
    JobEntry(
      number: job.id.number, title: title(of: job), attempts: job.attempts, worker: job.worker,
      elapsed: job.elapsed.map { Int($0.components.seconds) },
      // What waits for less than a second waits for one.
      wait: job.wait.map { ($0.milliseconds + 999) / 1_000 },
      progress: job.state == .taken ? progress : nil,
      problem: job.history.last.map { firstLine(of: $0.problem) })
  }

  private func title(of job: DurableJobStatus) -> String {
    let text = firstLine(of: title?(job) ?? job.text)
    return text.isEmpty ? "\(job.id)" : text
  }

  func watch(_ onChange: @escaping @Sendable () -> Void) -> ObservationToken? {
    store.watchChanges(onChange)
  }

  func perform(_ action: JobAction, on number: Int) throws {
    let id = DurableJobID(number)
    // What is no longer as the row says has changed by itself.
    _ =
      switch action {
      case .retry: try store.retry(id)
      case .cancel: if let pool { try pool.cancel(id) } else { try store.cancel(id) }
      case .forget: try store.forget(id)
      }
  }

  func performOnFailed(_ action: JobAction) throws {
    switch action {
    case .retry: _ = try store.retryAll(.dead)
    case .forget: _ = try store.forgetAll(.dead)
    case .cancel: break
    }
  }

  func account(of number: Int) throws -> String {
    let id = DurableJobID(number)
    guard let job = try store.statuses(nil, from: id, limit: 1).first, job.id == id else {
      return ""
    }
    return job.history.map { failure in
      tr("Attempt {}, {}: {}", failure.attempt, failure.worker, failure.problem)
    }.joined(separator: "\n")
  }

  var poolStatus: PoolStatus? { pool?.status }

  func suspend() async { await pool?.suspend() }

  func resume() { pool?.resume() }
}

extension JobGroup {
  /// The state of its jobs in a store.
  fileprivate var state: DurableJobState {
    switch self {
    case .running: .taken
    case .waiting: .waiting
    case .failed: .dead
    }
  }
}
