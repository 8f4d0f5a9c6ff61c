import CHikidashiCurl
import Dispatch
import Glibc
import HikidashiBase

/// Fetches `http` and `https` addresses with the system's libcurl: HTTP/1.1 and HTTP/2, connections
/// that are kept, compression, verified TLS, the proxies of the environment.
///
/// ```swift
/// let transport = HTTPTransport()
/// let transfer = transport.start(LoadRequest(url), receiver: receiver)
/// ```
///
/// - One thread serves every transfer of a transport; it and libcurl itself are not there before the
///   first. An app with one transport shares its connections between all loads.
/// - It starts whatever it is given: how much is under way at once is for ``ConnectorLimits`` to say. Of an
///   `https` host whose version of HTTP is not known, one transfer goes ahead, so that the others can share
///   its connection.
/// - A redirect is followed for GET, HEAD and POST, only to `http` and `https`, never from `https`
///   to `http`, and not to where the same transfer has been. That of any other method is the
///   response, since a method that changes something is not for another address unasked.
/// - To another scheme, host or port go only those of the request's own fields that say what is wanted
///   or sent: `Accept…`, `If-…`, `Content-…`, `User-Agent`, `Range`, `Cache-Control`, `Pragma`.
/// - Bodies are decompressed (gzip, deflate, brotli, zstd), no further than they are taken. Without the
///   end of its stream one is ``LoadError/truncated(_:got:expected:)``.
/// - A body without a length that is ended by the end of the connection, as HTTP/1.0 has it, cannot
///   be told from one that broke off, and says so (``TransferMetrics/isEndConfirmed``). Over TLS a
///   connection that is not ended in order is ``LoadError/truncated(_:got:expected:)``.
/// - A transfer with a bound on its rate has a connection of its own where there is TLS, and takes up
///   to a second's worth (100 kB at least) at once.
/// - `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` name the proxies, as for `curl`.
public final class HTTPTransport: Transport {
  private let loop: CurlLoop

  /// A transport; nothing is loaded or started by making it.
  public init(_ options: HTTPOptions = HTTPOptions()) { loop = CurlLoop(options) }

  public func serves(_ target: LoadTarget) -> Bool {
    target.scheme == "http" || target.scheme == "https"
  }

  public func start(_ request: LoadRequest, receiver: any TransferReceiver) -> any Transfer {
    let transfer = CurlTransfer(request, receiver: receiver, loop: loop)
    loop.post(.start(transfer))
    return transfer
  }
}

/// The options that all transfers of an ``HTTPTransport`` share.
public struct HTTPOptions: Hashable, Sendable {
  /// The path of a file of certificates (PEM) that are trusted beside the system's.
  public var trustedCertificates: String?
  /// The most connections that are kept for later requests when nothing uses them.
  public var keptConnections: Int
  /// The `User-Agent` that the app sends; a request's own field takes precedence.
  public var userAgent: String

  public init(
    trustedCertificates: String? = nil, keptConnections: Int = 32,
    userAgent: String = "Hikidashi"
  ) {
    self.trustedCertificates = trustedCertificates
    self.keptConnections = keptConnections
    self.userAgent = userAgent
  }
}

/// What the thread of an ``HTTPTransport`` does: all that touches libcurl.
final class CurlEngine {
  private let mailbox: Mailbox<CurlLoop.Message>
  private let options: HTTPOptions
  private var multi: UnsafeMutableRawPointer?
  private var hosts: [String: HTTPVersionGate] = [:]
  /// The hosts where one that waits may start.
  private var freeHosts: Set<String> = []
  /// The transfers under way; their handle in libcurl holds them without owning them.
  private var transfers: [ObjectIdentifier: CurlTransfer] = [:]
  /// The transfers that something came for since they were settled last; some may stand here twice.
  private var touched: [CurlTransfer] = []
  /// Handles that have served and can serve again, which spares making them.
  private var spareHandles: [UnsafeMutableRawPointer] = []
  /// Where bodies are decoded to, one at a time.
  let scratch = UnsafeMutableRawBufferPointer.allocate(
    byteCount: CurlTransfer.chunkSize, alignment: 16)
  private var nextCheck = ContinuousClock.now + .seconds(3_600)

  init(_ mailbox: Mailbox<CurlLoop.Message>, _ options: HTTPOptions) {
    self.mailbox = mailbox
    self.options = options
  }

  deinit { scratch.deallocate() }

  func run() {
    guard start() else { return }
    while obey(mailbox.take()) {
      startWaiting()
      var running: Int32 = 0
      _ = hk_multi_perform(multi, &running)
      // What was started in place of what has ended sends its request before anybody waits.
      if settle() || !mailbox.mayWait() { continue }
      _ = hk_multi_poll(multi, mailbox.descriptor, checkTimes())
    }
    finish()
  }

  /// Fails what was to be started, where there is no engine that could.
  static func refuse(_ messages: [CurlLoop.Message], _ reason: String) {
    for case .start(let transfer) in messages {
      transfer.gate.deliver(.failed(.other(LoadFailure(transfer.request.target, reason: reason))))
    }
  }

  /// Loads libcurl; without it, every transfer that is asked for fails, until the end.
  private func start() -> Bool {
    var problem = hk_curl_load().map { String(cString: $0) }
    if problem == nil {
      multi = hk_multi_make()
      if multi == nil { problem = tr("libcurl has no memory") }
    }
    guard let problem else {
      _ = hk_multi_set_long(multi, CURLMOPT_MAXCONNECTS, max(1, options.keptConnections))
      return true
    }
    while true {
      let messages = mailbox.take()
      Self.refuse(messages, problem)
      if messages.contains(where: { if case .quit = $0 { true } else { false } }) { return false }
      guard mailbox.mayWait() else { continue }
      var wait = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
      poll(&wait, 1, -1)
    }
  }

  private func finish() {
    for transfer in transfers.values { release(transfer) }
    for handle in spareHandles { hk_easy_free(handle) }
    hk_multi_free(multi)
  }

  /// Does what the messages say; false when the last is to quit.
  private func obey(_ messages: [CurlLoop.Message]) -> Bool {
    for message in messages {
      switch message {
      case .start(let transfer):
        hosts[transfer.host, default: newHost(transfer)].add(transfer)
        freeHosts.insert(transfer.host)
      case .resume(let transfer):
        transfer.goOn()
        watchTimes(of: transfer)
      case .cancel(let transfer): leave(transfer)
      case .prioritize(let transfer, let priority): transfer.prioritize(priority)
      case .quit: return false
      }
    }
    return true
  }

  /// Has a transfer settled when libcurl has returned.
  func touch(_ transfer: CurlTransfer) { touched.append(transfer) }

  // MARK: Beginning and end

  private func newHost(_ transfer: CurlTransfer) -> HTTPVersionGate {
    HTTPVersionGate(isKnown: transfer.request.target.scheme != "https")
  }

  /// Starts those whose turn it is.
  private func startWaiting() {
    let hosts = freeHosts
    freeHosts = []
    for host in hosts { startWaiting(host) }
  }

  private func startWaiting(_ host: String) {
    while let transfer = hosts[host]?.next() {
      transfers[ObjectIdentifier(transfer)] = transfer
      guard let failure = begin(transfer) else { continue }
      forget(transfer)
      transfer.gate.deliver(.failed(failure))
    }
    if hosts[host]?.isEmpty ?? false { hosts[host] = nil }
  }

  /// Hands a transfer to libcurl; why it cannot be.
  private func begin(_ transfer: CurlTransfer) -> LoadError? {
    let spare = transfer.needsOwnHandle ? nil : spareHandles.popLast()
    guard let handle = spare ?? hk_easy_make() else {
      return .other(LoadFailure(transfer.request.target, reason: tr("libcurl has no memory")))
    }
    if let failure = transfer.prepare(handle, options, self) { return failure }
    watchTimes(of: transfer)
    let result = hk_multi_add(multi, handle)
    guard result != CURLM_OK else { return nil }
    let reason = tr("libcurl says {}", result.rawValue)
    return .other(LoadFailure(transfer.request.target, reason: reason))
  }

  /// Ends a transfer that is under way, and lets those start that waited for it.
  private func leave(_ transfer: CurlTransfer) {
    guard transfers[ObjectIdentifier(transfer)] != nil else { return }
    forget(transfer)
    freeHosts.insert(transfer.host)
  }

  private func forget(_ transfer: CurlTransfer) {
    transfers[ObjectIdentifier(transfer)] = nil
    release(transfer)
    hosts[transfer.host]?.leave()
  }

  private func release(_ transfer: CurlTransfer) {
    guard let handle = transfer.release() else { return }
    // One that was never added is not removed, which does no harm.
    _ = hk_multi_remove(multi, handle)
    hk_easy_reset(handle)
    if spareHandles.count < options.keptConnections, !transfer.needsOwnHandle {
      spareHandles.append(handle)
    } else {
      hk_easy_free(handle)
    }
  }

  /// Hands on what has come, and what has ended; whether others may start in its place.
  private func settle() -> Bool {
    var result = CURLE_OK
    while let handle = hk_multi_next_ended(multi, &result) {
      guard let owner = hk_easy_owner(handle) else { continue }
      Unmanaged<CurlTransfer>.fromOpaque(owner).takeUnretainedValue().hasEnded(result)
    }
    while !touched.isEmpty {
      let now = touched
      touched = []
      for transfer in now {
        transfer.settle()
        if transfer.isConnected, hosts[transfer.host]?.isKnown == false {
          hosts[transfer.host]?.isKnown = true
          freeHosts.insert(transfer.host)
        }
        if transfer.isOver { leave(transfer) }
      }
    }
    return !freeHosts.isEmpty
  }

  // MARK: Times

  private func watchTimes(of transfer: CurlTransfer) {
    let times = transfer.request.timeouts
    guard let first = [times.idle, times.leastRate?.window].compactMap({ $0 }).min() else { return }
    nextCheck = min(nextCheck, .now + first)
  }

  /// Ends what has been idle for too long, or is too slow; the milliseconds until that must be looked at again.
  private func checkTimes() -> Int32 {
    let now = ContinuousClock.now
    if now >= nextCheck {
      nextCheck = now + .seconds(3_600)
      for transfer in transfers.values {
        if let next = transfer.checkTimes(now) { nextCheck = min(nextCheck, next) }
        if transfer.isOver { leave(transfer) }
      }
    }
    return freeHosts.isEmpty ? (nextCheck - now).wholeMilliseconds : 0
  }
}

extension Duration {
  /// The milliseconds of it, rounded up, between 0 and a day.
  var wholeMilliseconds: Int32 {
    Int32((min(self, .seconds(86_400)) + .nanoseconds(999_999)).milliseconds)
  }
}

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

/// The transfers of one host: until a connection has shown which version of HTTP the host speaks, one of
/// them goes ahead, so that the others can be streams of its connection where that is HTTP/2.
///
/// How many may be under way is for the connector to say: what it hands over is started.
struct HTTPVersionGate {
  /// How many are under way.
  private(set) var activeCount = 0
  var isKnown: Bool
  private var waiting = Fifo<CurlTransfer>()

  init(isKnown: Bool) { self.isKnown = isKnown }

  var isEmpty: Bool { activeCount == 0 && waiting.isEmpty }

  mutating func add(_ transfer: CurlTransfer) { waiting.append(transfer) }

  /// Takes the first that may start now.
  mutating func next() -> CurlTransfer? {
    guard isKnown || activeCount == 0 else { return nil }
    while let transfer = waiting.removeFirst() {
      // It may have been cancelled while it waited.
      guard !transfer.gate.isClosed else { continue }
      activeCount += 1
      return transfer
    }
    return nil
  }

  /// Notes that one is under way no more.
  mutating func leave() {
    activeCount -= 1
    isKnown = true
  }
}
