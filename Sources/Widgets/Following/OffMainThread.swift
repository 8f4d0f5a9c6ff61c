internal import HikidashiBase

/// Does work off the main thread, which shows frames meanwhile.
///
/// ```swift
/// let cost = await offMainThread { LibraryCost(of: library) }
/// let text = try await offMainThread { () throws(ReadingError) in try library.text(of: number) }
/// ```
///
/// The threads that do it give way to the main one, also where they have more to do than there are processors for.
/// The work belongs to the task that waits for it: it has its priority, and `Task.isCancelled` becomes true in it when
/// that task is cancelled. Tasks that it waits for run there, too; those that it begins and leaves do not.
///
/// - Parameter work: What is done.
/// - Returns: What the work returns.
/// - Throws: What the work throws.
@concurrent
public func offMainThread<Value: Sendable, Failure: Error>(
  _ work: @Sendable () async throws(Failure) -> Value
) async throws(Failure) -> Value {
  try await withTaskExecutorPreference(BackgroundExecutor.shared) { () async throws(Failure) in
    try await work()
  }
}
