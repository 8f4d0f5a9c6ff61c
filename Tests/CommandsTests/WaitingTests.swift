import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiCommands

/// Work of several tasks that a command waits for. Signals reach all tests of a process, and so are those
/// of rfcviewer's own tests.
@Suite struct WaitingTests {
  private final class Watch {}

  /// Nothing ever comes, so that only a cancellation ends it.
  private static func never() async throws {
    for await _ in AsyncStream<Void>.makeStream().stream {}
    try Task.checkCancellation()
  }

  @Test func workIsWaitedFor() async throws {
    let value = try await onOwnThread {
      try Command.wait {
        await Task.yield()
        return 7
      }
    }
    #expect(value == 7)
    await #expect(throws: SampleError.self) {
      try await onOwnThread { try Command.wait { throw SampleError(text: "no") } }
    }
  }

  @Test func anInterruptionBeforeTheWorkCancelsIt() async {
    await #expect(throws: CommandInterruption.self) {
      try await onOwnThread {
        try Command.wait {
          try await Self.never()
        } watch: { interrupt in
          interrupt()
          return Watch()
        }
      }
    }
  }

  @Test func anInterruptionOfTheWorkCancelsIt() async {
    let interrupt = Guarded<(@Sendable () -> Void)?>(nil)
    await #expect(throws: CommandInterruption.self) {
      try await onOwnThread {
        try Command.wait {
          interrupt.withLock { $0 }?()
          try await Self.never()
        } watch: { action in
          interrupt.withLock { $0 = action }
          return Watch()
        }
      }
    }
  }

  /// What is done in spite of an interruption is done.
  @Test func workThatEndsAllTheSameIsTaken() async throws {
    let value = try await onOwnThread {
      try Command.wait {
        while !Task.isCancelled { await Task.yield() }
        return 7
      } watch: { interrupt in
        interrupt()
        return Watch()
      }
    }
    #expect(value == 7)
  }
}
