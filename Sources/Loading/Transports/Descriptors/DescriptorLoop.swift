import Dispatch
import Glibc
import HikidashiBase

/// The way to the thread of a ``DescriptorTransport``, which is started by the first message, and
/// ends when neither the transport nor a transfer is left.
final class DescriptorLoop: Sendable {
  enum Message: Sendable {
    case start(DescriptorTransfer)
    case resume(DescriptorTransfer)
    case cancel(DescriptorTransfer)
    /// Something that the transfer waits for beside its descriptors has happened.
    case advance(DescriptorTransfer)
    case quit
  }

  private let mailbox = Guarded<Mailbox<Message>?>(nil)

  deinit { mailbox.withLock { $0 }?.post(.quit) }

  func post(_ message: Message) {
    let open = mailbox.withLock { mailbox -> Mailbox<Message>? in
      if let mailbox { return mailbox }
      guard let new = Mailbox<Message>(), startThread({ DescriptorEngine(new).run() })
      else { return nil }
      mailbox = new
      return new
    }
    if let open { return open.post(message) }
    guard case .start(let transfer) = message else { return }
    let reason = tr("this process may have no more threads or descriptors")
    // Nothing may be delivered before the call that starts a transfer has returned.
    DispatchQueue.global().async {
      transfer.gate.deliver(.failed(.other(LoadFailure(transfer.request.target, reason: reason))))
    }
  }
}

/// What the thread of a ``DescriptorTransport`` does.
final class DescriptorEngine {
  private let mailbox: Mailbox<DescriptorLoop.Message>
  private var transfers: [ObjectIdentifier: DescriptorTransfer] = [:]
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

  init(_ mailbox: Mailbox<DescriptorLoop.Message>) { self.mailbox = mailbox }

  deinit { buffer.deallocate() }

  func run() {
    while obey(mailbox.take()) {
      if mailbox.mayWait() { wait() }
    }
    for transfer in transfers.values { transfer.close() }
  }

  /// Does what the messages say; false when the last is to quit.
  private func obey(_ messages: [DescriptorLoop.Message]) -> Bool {
    for message in messages {
      switch message {
      case .start(let transfer):
        guard !transfer.gate.isClosed else { continue }
        transfers[ObjectIdentifier(transfer)] = transfer
        transfer.open()
        advance(transfer)
      case .resume(let transfer):
        transfer.goOn()
        advance(transfer)
      case .advance(let transfer): advance(transfer)
      case .cancel(let transfer):
        transfer.close()
        transfers[ObjectIdentifier(transfer)] = nil
      case .quit: return false
      }
    }
    return true
  }

  private func advance(_ transfer: DescriptorTransfer) {
    guard transfers[ObjectIdentifier(transfer)] != nil else { return }
    transfer.advance(into: buffer)
    if transfer.isOver { transfers[ObjectIdentifier(transfer)] = nil }
  }

  /// Waits for descriptors, messages and times, and advances those whose turn it is.
  private func wait() {
    let now = ContinuousClock.now
    var waits = [pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)]
    var owners: [DescriptorTransfer] = []
    var deadline: ContinuousClock.Instant?
    for transfer in transfers.values {
      let own = transfer.waits(now)
      waits += own
      owners += Array(repeating: transfer, count: own.count)
      if let next = transfer.nextTime { deadline = min(deadline ?? next, next) }
    }
    poll(&waits, nfds_t(waits.count), deadline.map { ($0 - now).wholeMilliseconds } ?? -1)
    for (wait, owner) in zip(waits.dropFirst(), owners) where wait.revents != 0 { advance(owner) }
    guard let deadline, deadline <= .now else { return }
    for transfer in transfers.values where transfer.isDue { advance(transfer) }
  }
}
