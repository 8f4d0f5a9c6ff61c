import CCurl

/// A transfer over HTTP, with its handle in libcurl while it is under way.
// @unchecked: everything that changes is only reached on the thread of its loop; the gate, which
// others reach too, has a lock of its own.
final class CurlTransfer: Transfer, @unchecked Sendable {
  let request: LoadRequest
  let gate: TransferGate
  /// What its connections are counted by.
  let host: String
  private let loop: CurlLoop
  private unowned(unsafe) var engine: CurlEngine?

  var handle: UnsafeMutableRawPointer?
  /// What libcurl keeps a pointer to for as long as the handle is in use.
  var lists: [UnsafeMutablePointer<curl_slist>] = []
  var message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  var head = HeadReader()
  var route = RedirectRoute()
  /// Whether there is a connection, over which the request is sent now.
  private(set) var isConnected = false
  var hasHead = false
  var isCompressed = false
  /// What has come and was not delivered yet.
  private var pending: [UInt8] = []
  private var isTouched = false
  /// Whether the receiver has paused, and whether libcurl has been told.
  private var isPaused = false
  private var isHeld = false
  /// The bytes of the body that had been read, and what came of the last of them.
  private var grownFrom = 0
  private var grown = 0
  /// Bytes after decompression.
  var decodedCount = 0
  private var lastActivity = ContinuousClock.now
  private var uploaded: curl_off_t = 0
  /// Why libcurl was made to stop.
  var problem: LoadError?
  /// The terminal event, which comes behind everything pending.
  private var end: TransferEvent?
  private(set) var isStarted = false
  private(set) var isOver = false
  private(set) var priority: LoadPriority

  /// The bytes of a chunk that is delivered without waiting for more.
  static let chunkSize = 64 << 10
  /// The bytes that may wait for a receiver that has paused when more comes off the wire.
  private static let pendingLimit = 4 << 20
  /// What gzip makes at most of what libcurl reads at once. Of what grows more while nobody takes it,
  /// as brotli and zstd know no bounds, hundreds of megabytes would have to be kept.
  private static let growthLimit = 1_032 * bufferSize

  init(_ request: LoadRequest, receiver: any TransferReceiver, loop: CurlLoop) {
    self.request = request
    gate = TransferGate(receiver)
    self.loop = loop
    host = request.target.hostKey
    priority = request.priority
  }

  deinit {
    for list in lists { hk_list_free(list) }
    message.deallocate()
  }

  /// Whether its handle may have served no other and may serve no other: libcurl keeps a handle's
  /// buffer, which for a bound on the rate is of another size.
  var needsOwnHandle: Bool { request.limits.bytesPerSecond != nil }

  func resume() { if gate.resume() { loop.post(.resume(self)) } }

  func cancel() { if gate.close() { loop.post(.cancel(self)) } }

  func setPriority(_ priority: LoadPriority) { loop.post(.prioritize(self, priority)) }
}

// MARK: - On the loop's thread

extension CurlTransfer {
  /// Makes `handle` ask for the request; why it cannot.
  func prepare(
    _ handle: UnsafeMutableRawPointer, _ options: HTTPOptions, _ engine: CurlEngine
  ) -> LoadError? {
    self.engine = engine
    self.handle = handle
    isStarted = true
    message.pointee = 0
    lastActivity = .now
    return setUp(handle, options)
  }

  /// Gives the handle back, once; nothing is delivered any more.
  func release() -> UnsafeMutableRawPointer? {
    isOver = true
    pending = []
    defer { handle = nil }
    return handle
  }

  func prioritize(_ priority: LoadPriority) {
    self.priority = priority
    guard let handle else { return }
    _ = hk_easy_set_long(handle, CURLOPT_STREAM_WEIGHT, priority.streamWeight)
  }

  /// What libcurl is to do with the bytes that it offered.
  enum Answer {
    case taken, keep, stop
  }

  /// Takes bytes of the body.
  func take(_ bytes: UnsafeRawBufferPointer) -> Answer {
    lastActivity = .now
    if isPaused, let answer = overflow(bytes.count) { return answer }
    decodedCount += bytes.count
    if let excess = excess() {
      problem = excess
      return .stop
    }
    if pending.isEmpty { pending.reserveCapacity(bytes.count + expectedRest) }
    pending.append(contentsOf: bytes)
    if !isPaused, pending.count >= Self.chunkSize { deliverPending() }
    touch()
    return .taken
  }

  /// What to do where more comes than may wait; nil where it may.
  private func overflow(_ count: Int) -> Answer? {
    if grownFrom != receivedCount {
      guard pending.count <= Self.pendingLimit else {
        isHeld = true
        return .keep
      }
      (grownFrom, grown) = (receivedCount, 0)
    }
    grown += count
    guard grown > Self.growthLimit else { return nil }
    problem = .tooLarge(LoadFailure(request.target), .decoded, limit: Self.growthLimit)
    return .stop
  }

  /// Takes the head of the response that has the body.
  func take(_ head: ResponseHead) {
    hasHead = true
    if gate.deliver(.head(head)) == .pause { isPaused = true }
    touch()
  }

  func noteActivity() { lastActivity = .now }

  func noteConnection() {
    isConnected = true
    lastActivity = .now
    touch()
  }

  func touch() {
    guard !isTouched else { return }
    isTouched = true
    engine?.touch(self)
  }

  /// Delivers what has come, holds libcurl where no more is wanted, and ends what has ended.
  func settle() {
    isTouched = false
    guard !isOver else { return }
    if !isPaused { deliverPending() }
    if let end, pending.isEmpty, !isPaused || end.isFailure {
      isOver = true
      gate.deliver(end)
    } else if isPaused, !isHeld, end == nil, let handle {
      isHeld = true
      _ = hk_easy_pause(handle, CURLPAUSE_RECV)
    }
  }

  /// Lets libcurl go on behind what waited for the receiver.
  func goOn() {
    guard !isOver else { return }
    isPaused = false
    lastActivity = .now
    touch()
    deliverPending()
    guard !isPaused, isHeld, end == nil, let handle else { return }
    isHeld = false
    _ = hk_easy_pause(handle, CURLPAUSE_CONT)
  }

  /// Notes that libcurl is through with it; the end is delivered when it is settled.
  func hasEnded(_ result: CURLcode) {
    if let failure = problem ?? error(of: result) {
      // What waits for a receiver that has paused would never come before the failure.
      if isPaused { pending = [] }
      end = .failed(failure)
    } else {
      end = .finished(metrics)
    }
    touch()
  }

  /// When it has waited too long for the next byte; nil where it may, as it does before there is a
  /// connection, which has a time of its own.
  func idleDeadline(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    guard let idle = request.timeouts.idle, let handle, !isPaused, end == nil else { return nil }
    let sent = hk_easy_size(handle, CURLINFO_SIZE_UPLOAD_T)
    if sent != uploaded || !isConnected {
      uploaded = sent
      lastActivity = now
    }
    return lastActivity + idle + longestHold
  }

  func hasIdled() {
    isOver = true
    let idle = request.timeouts.idle ?? .zero
    gate.deliver(.failed(.timedOut(LoadFailure(request.target), .idle, after: idle)))
  }

  private func deliverPending() {
    guard !pending.isEmpty else { return }
    let chunk = pending
    pending = []
    if gate.deliver(.chunk(chunk)) == .pause { isPaused = true }
  }
}

extension TransferEvent {
  fileprivate var isFailure: Bool { if case .failed = self { true } else { false } }
}
