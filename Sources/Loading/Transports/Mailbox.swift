import Glibc
import HikidashiBase

/// Carries messages to a thread that waits for file descriptors.
///
/// The thread takes what there is, asks ``mayWait()``, and then waits for ``descriptor`` among its own: it
/// can be read from when the next message comes.
final class Mailbox<Message: Sendable>: Sendable {
  private struct State {
    var messages: [Message] = []
    /// Whether the reader waits, or is about to.
    var isAwaited = false
    var isRung = false
  }

  let descriptor: Int32
  private let bell: Int32
  private let state = Guarded(State())

  /// An empty mailbox; nil where the process may open no more descriptors.
  init?() {
    var ends: [Int32] = [-1, -1]
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    guard socketpair(AF_UNIX, Int32(kind), 0, &ends) == 0 else { return nil }
    (descriptor, bell) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(bell)
  }

  /// Adds a message, from any thread.
  func post(_ message: Message) {
    state.withLock { state in
      state.messages.append(message)
      guard state.isAwaited, !state.isRung else { return }
      var ring: UInt8 = 0
      _ = write(bell, &ring, 1)
      state.isRung = true
    }
  }

  /// Whether there is nothing to take: then the next message makes `descriptor` readable.
  func mayWait() -> Bool {
    state.withLock { state in
      state.isAwaited = state.messages.isEmpty
      return state.isAwaited
    }
  }

  /// Takes every message, in their order.
  func take() -> [Message] {
    state.withLock { state in
      if state.isRung {
        var ring: UInt8 = 0
        _ = read(descriptor, &ring, 1)
      }
      let messages = state.messages
      state = State()
      return messages
    }
  }
}
