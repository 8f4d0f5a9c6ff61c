internal import Dispatch
internal import Synchronization

/// Work off the main thread that has begun, and whose result the main thread may wait for, for a part of a frame.
///
/// The main thread draws a frame as soon as it has nothing else to do, before it hears of a result. So what answers a
/// key is seen a frame after the key itself, however fast it was found, unless the frame waits for it.
@MainActor
struct PromptTask<Value: Sendable> {
  /// The result, once there is one, and what tells of it.
  private final class Outcome: Sendable {
    let value = Mutex<Value?>(nil)
    let isThere = DispatchSemaphore(value: 0)
  }

  private let outcome: Outcome
  private let task: Task<Value, Never>

  /// Begins at once.
  init(priority: TaskPriority, _ work: @escaping @Sendable () async -> Value) {
    let outcome = Outcome()
    self.outcome = outcome
    task = Task.detached(executorPreference: BackgroundExecutor.shared, priority: priority) {
      let value = await work()
      outcome.value.withLock { $0 = value }
      outcome.isThere.signal()
      return value
    }
  }

  /// The result, if it comes within so many milliseconds, in which the main thread does nothing.
  func value(within milliseconds: Int) -> Value? {
    guard outcome.isThere.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
    else { return nil }
    return outcome.value.withLock { $0 }
  }

  /// The result, for which nothing but the task that asks for it waits; the work is cancelled with that task.
  func value() async -> Value {
    await withTaskCancellationHandler {
      await task.value
    } onCancel: { [task] in
      task.cancel()
    }
  }
}
