/// What the code of a job may know of it while it runs.
///
/// ```swift
/// if JobContext.current?.isCancelled == true { return }
/// ```
public struct JobContext: Sendable {
  /// That of the job that runs here, nil where none does.
  @TaskLocal public static var current: JobContext?

  public let id: JobID
  /// The name of its pool.
  public let pool: String
  /// Which of the pool's workers it is, from 0.
  public let worker: Int
  /// Which attempt it is, the first of which is 1.
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

  /// Whether what it does is wanted no longer; for code that blocks its thread and is no task.
  public var isCancelled: Bool { asksCancelled() }
}
