import Glibc
import HikidashiBase

/// Messages to a thread that waits for descriptors: one of them, `descriptor`, can be read while
/// messages wait.
final class Mailbox<Message: Sendable>: Sendable {
  let descriptor: Int32
  private let bell: Int32
  private let messages = Guarded<[Message]>([])

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
    messages.withLock { messages in
      messages.append(message)
      guard messages.count == 1 else { return }
      var ring: UInt8 = 0
      _ = write(bell, &ring, 1)
    }
  }

  /// Takes every message, in their order.
  func take() -> [Message] {
    messages.withLock { messages in
      guard !messages.isEmpty else { return [] }
      var ring: UInt8 = 0
      _ = read(descriptor, &ring, 1)
      defer { messages = [] }
      return messages
    }
  }
}
