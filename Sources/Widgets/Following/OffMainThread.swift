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
/// - Parameters:
///   - priority: Its priority; nil for that of the task that waits for it.
///   - work: What is done.
/// - Returns: What the work returns.
/// - Throws: What the work throws.
public func offMainThread<Value: Sendable, Failure: Error>(
  priority: TaskPriority? = nil,
  _ work: @escaping @Sendable () async throws(Failure) -> Value
) async throws(Failure) -> Value {
  // A task of its own begins on the executor. `withTaskExecutorPreference` does not get there when it is optimized:
  // its change of the executor is then taken for one to where the task is already.
  let outcome = await withTaskGroup(of: Result<Value, Failure>.self) { group in
    group.addTask(executorPreference: BackgroundExecutor.shared, priority: priority) {
      do throws(Failure) {
        return .success(try await work())
      } catch {
        return .failure(error)
      }
    }
    return await group.next()
  }
  // A group has an outcome for each of its tasks.
  guard let outcome else { return try await work() }
  return try outcome.get()
}
