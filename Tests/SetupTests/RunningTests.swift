import Glibc
import TestSupport
import Testing

/// The programs that tests start.
struct RunningTests {
  /// One that does not end is ended, and who waits for it goes on.
  @Test func whatTakesTooLongIsKilled() async throws {
    try await onOwnThread {
      let sleeper = try Run("/bin/sleep", ["600"])
      #expect(sleeper.wait(within: 0.01) == 128 + SIGKILL)
      #expect(sleeper.isOver)
    }
  }
}
