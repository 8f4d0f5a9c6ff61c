internal import HikidashiBase
internal import HikidashiWorkQueues

/// The jobs of a pool in this process.
struct PoolJobs<Input: Sendable, Output: Sendable>: JobsSource {
  let pool: WorkerPool<Input, Output>
  let title: (@Sendable (JobStatus<Input>) -> String)?

  var rest: Duration { .milliseconds(16) }

  func read(_ limits: [JobGroup: Int]) throws -> JobsContent {
    let page = pool.page(
      running: limits[.running] ?? 0, waiting: limits[.waiting] ?? 0, failed: limits[.failed] ?? 0)
    return JobsContent(
      jobs: [
        .running: page.running.map(entry), .waiting: page.waiting.map(entry),
        .failed: page.failed.map(entry),
      ],
      counts: [
        .running: page.status.running, .waiting: page.status.queued, .failed: page.failedCount,
      ],
      done: page.status.done, cancelled: page.status.cancelled)
  }

  private func entry(_ job: JobStatus<Input>) -> JobEntry {
    JobEntry(
      number: job.id.number, title: title(of: job), attempts: job.attempts,
      worker: job.worker.map { tr("worker {}", $0) },
      elapsed: job.elapsed.map { Int($0.components.seconds) }, progress: job.progress,
      problem: job.problem.map { firstLine(of: $0) })
  }

  private func title(of job: JobStatus<Input>) -> String {
    let text = title?(job) ?? (job.options.name.isEmpty ? "\(job.input)" : job.options.name)
    let line = firstLine(of: text)
    return line.isEmpty ? "\(job.id)" : line
  }

  func watch(_ onChange: @escaping @Sendable () -> Void) -> ObservationToken? { nil }

  func perform(_ action: JobAction, on number: Int) throws {
    let id = JobID(number)
    switch action {
    case .retry: _ = try pool.retry(id)
    case .cancel: pool.cancel(id)
    case .forget: pool.forget(id)
    }
  }

  func performOnFailed(_ action: JobAction) throws {
    for job in pool.failedJobs { try perform(action, on: job.id.number) }
  }

  func account(of number: Int) throws -> String {
    let id = JobID(number)
    return pool.failedJobs.first { $0.id == id }?.problem
      ?? pool.jobs.first { $0.id == id }?.problem ?? ""
  }

  var poolStatus: PoolStatus? { pool.status }

  func suspend() async { await pool.suspend() }

  func resume() { pool.resume() }
}
