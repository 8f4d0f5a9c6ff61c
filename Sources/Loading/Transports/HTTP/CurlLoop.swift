import Dispatch
import Support

/// The way to the thread of an ``HTTPTransport``, which is started by the first message, and ends
/// when neither the transport nor a transfer is left.
final class CurlLoop: Sendable {
  enum Message: Sendable {
    case start(CurlTransfer)
    case resume(CurlTransfer)
    case cancel(CurlTransfer)
    case prioritize(CurlTransfer, LoadPriority)
    case quit
  }

  private let options: HTTPOptions
  private let mailbox = Guarded<Mailbox<Message>?>(nil)

  init(_ options: HTTPOptions) { self.options = options }

  deinit { mailbox.withLock { $0 }?.post(.quit) }

  func post(_ message: Message) {
    let open = mailbox.withLock { [options] mailbox -> Mailbox<Message>? in
      if let mailbox { return mailbox }
      guard let new = Mailbox<Message>(), startThread({ CurlEngine(new, options).run() })
      else { return nil }
      mailbox = new
      return new
    }
    guard let open else {
      // Nothing may be delivered before the call that starts a transfer has returned.
      DispatchQueue.global().async {
        let reason = tr("this process may have no more threads or descriptors")
        CurlEngine.refuse([message], reason)
      }
      return
    }
    open.post(message)
  }
}
