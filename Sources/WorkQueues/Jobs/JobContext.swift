/// Information about the running job, for the code that it runs.
///
/// ```swift
/// if JobContext.current?.isCancelled == true { return }
/// ```
public struct JobContext: Sendable {
  /// The context of the job that the current task or thread runs; nil outside a job.
  @TaskLocal public static var current: JobContext?

  public let id: JobID
  /// The name of its pool.
  public let pool: String
  /// The number of the worker that runs it, from 0.
  public let worker: Int
  /// The number of the attempt, from 1.
  public let attempt: Int
  let owner: ObjectIdentifier
  private let asksCancelled: @Sendable () -> Bool

  init(
    id: JobID, pool: String, worker: Int, attempt: Int, owner: ObjectIdentifier,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.id = id
    self.pool = pool
    self.worker = worker
    self.attempt = attempt
    self.owner = owner
    asksCancelled = isCancelled
  }

  /// Whether the job was cancelled; for blocking code, which cannot ask its task.
  public var isCancelled: Bool { asksCancelled() }
}
