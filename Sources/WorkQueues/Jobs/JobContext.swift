/// Information about the running job, for the code that it runs.
///
/// ```swift
/// if JobContext.current?.isCancelled == true { return }
/// ```
public struct JobContext: Sendable {
  /// The context of the job that the current task or thread runs; nil outside a job.
  @TaskLocal public static var current: JobContext?

  /// Identifies the running job in its pool.
  public let id: JobID
  /// The name of its pool.
  public let pool: String
  /// The number of the worker that runs it, from 0.
  public let worker: Int
  /// The number of the attempt, from 1.
  public let attempt: Int
  let owner: ObjectIdentifier
  private let asksCancelled: @Sendable () -> Bool
  private let tellsProgress: @Sendable (Double) -> Void

  init(
    id: JobID, pool: String, worker: Int, attempt: Int, owner: ObjectIdentifier,
    isCancelled: @escaping @Sendable () -> Bool,
    progress: @escaping @Sendable (Double) -> Void
  ) {
    self.id = id
    self.pool = pool
    self.worker = worker
    self.attempt = attempt
    self.owner = owner
    asksCancelled = isCancelled
    tellsProgress = progress
  }

  /// Whether the job was cancelled; for blocking code, which cannot ask its task.
  public var isCancelled: Bool { asksCancelled() }

  /// Says how much of the job is done, for who looks at the pool: ``JobStatus/progress``.
  ///
  /// ```swift
  /// for (done, page) in pages.enumerated() {
  ///   print(page)
  ///   JobContext.current?.report(Double(done + 1) / Double(pages.count))
  /// }
  /// ```
  ///
  /// - Parameter progress: From 0 to 1; less and more are limited to these.
  public func report(_ progress: Double) { tellsProgress(progress) }
}
