import Dispatch
import Glibc
import HikidashiBase
import Testing

struct BackgroundExecutorTests {
  private let executor = BackgroundExecutor.shared

  @Test func itsThreadsGiveWayToTheMainOne() async {
    let ours = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
    await withTaskExecutorPreference(executor) {
      #expect(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) > ours)
      // So do tasks that are waited for.
      async let child = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
      #expect(await child > ours)
    }
    #expect(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) == ours)
  }

  @Test func allThatIsAskedForIsDone() async {
    let sum = await withTaskExecutorPreference(executor) {
      await withTaskGroup(of: Int.self) { group in
        for number in 0..<2_000 {
          group.addTask(priority: number.isMultiple(of: 2) ? .utility : .high) {
            await Task.yield()
            return number
          }
        }
        return await group.reduce(0, +)
      }
    }
    #expect(sum == 2_000 * 1_999 / 2)
  }

  /// However much of what can wait there is, and however long it takes.
  @Test func whatCanWaitKeepsNobodyWaiting() async {
    let end = DispatchSemaphore(value: 0)
    let slow = (0..<64).map { _ in
      Task.detached(executorPreference: executor, priority: .background) { Self.wait(for: end) }
    }
    await Task.detached(executorPreference: executor, priority: .high) {}.value
    for _ in slow { end.signal() }
    for task in slow { await task.value }
  }

  private static func wait(for end: DispatchSemaphore) { end.wait() }
}
