import CHikidashiCurl
import HikidashiBase

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
  /// Whether a redirect has led to another scheme, host or port.
  var hasLeftOrigin = false
  /// Whether there is a connection, over which the request is sent now.
  private(set) var isConnected = false
  var hasHead = false
  /// What undoes the compression of the body; nil where there is none.
  var decoder: BodyDecoder?
  /// What sees that a secure connection is ended in order, where nothing else ends the body.
  var closure: OpaquePointer?
  /// What has come, decoded, and was not delivered yet.
  private var pending: [UInt8] = []
  private var isTouched = false
  /// Whether the receiver has paused, and whether libcurl has been told.
  private(set) var isPaused = false
  private var isHeld = false
  /// The bytes of all heads.
  private(set) var headCount = 0
  /// The bytes of the body as they came over the wire, and after decompression.
  private(set) var receivedCount = 0
  private(set) var decodedCount = 0
  /// When a byte has come or gone, and what is sent of the request's body.
  var lastActivity = ContinuousClock.now
  var uploaded = 0
  /// Sees whether it is as fast as it must be.
  var rate: RateWatch?
  /// Why libcurl was made to stop.
  var problem: LoadError?
  /// The terminal event, which comes behind everything pending.
  private(set) var end: TransferEvent?
  private(set) var isOver = false
  private(set) var priority: LoadPriority

  /// The bytes of a chunk that is delivered without waiting for more.
  static let chunkSize = 64 << 10
  /// The bytes that may wait for a receiver that has paused when more comes off the wire.
  private static let pendingLimit = 4 << 20

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
    hk_closure_free(closure)
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
    message.pointee = 0
    beginTimes()
    return setUp(handle, options)
  }

  /// Gives the handle back, once; nothing is delivered any more.
  func release() -> UnsafeMutableRawPointer? {
    isOver = true
    pending = []
    decoder = nil
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

  /// Takes bytes of the body, as they came over the wire.
  func take(_ bytes: UnsafeRawBufferPointer) -> Answer {
    lastActivity = .now
    if isPaused, pending.count + (decoder?.waitingCount ?? 0) > Self.pendingLimit {
      isHeld = true
      return .keep
    }
    receivedCount += bytes.count
    if let decoder {
      decoder.add(bytes)
      problem = excess()
    } else {
      append(bytes)
    }
    if !isPaused { decode() }
    guard problem == nil else { return .stop }
    if !isPaused, pending.count >= Self.chunkSize { deliverPending() }
    touch()
    return .taken
  }

  private func append(_ bytes: UnsafeRawBufferPointer) {
    decodedCount += bytes.count
    problem = excess()
    guard problem == nil else { return }
    if pending.isEmpty { pending.reserveCapacity(bytes.count + expectedRest) }
    pending.append(contentsOf: bytes)
  }

  /// Decodes what waits for it and delivers it in chunks, until the receiver pauses or the rest is less
  /// than one: however much may come of a few bytes, no more than a chunk of it is there at a time.
  private func decode() {
    guard let decoder, let room = engine?.scratch else { return }
    while problem == nil {
      if pending.count >= Self.chunkSize { deliverPending() }
      guard !isPaused else { return }
      do throws(BodyDecoder.Problem) {
        let count = try decoder.read(into: room)
        append(UnsafeRawBufferPointer(rebasing: room[..<count]))
        if count < room.count { return }
      } catch {
        problem = .badEncoding(LoadFailure(request.target, reason: error.reason))
      }
    }
  }

  /// Takes the head of the response that has the body.
  func take(_ head: ResponseHead) {
    hasHead = true
    if gate.deliver(.head(head)) == .pause { isPaused = true }
    touch()
  }

  func noteHead(_ count: Int) {
    headCount += count
    lastActivity = .now
  }

  func noteConnection() {
    isConnected = true
    guardFields()
    beginTimes()
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
    deliverWaiting()
    if let problem, !(end?.isFailure ?? false) { end = .failed(problem) }
    if let end, !isPaused || end.isFailure {
      isOver = true
      gate.deliver(checked(end))
    } else if isPaused, !isHeld, end == nil, let handle {
      isHeld = true
      _ = hk_easy_pause(handle, CURLPAUSE_RECV)
    }
  }

  /// Lets libcurl go on behind what waited for the receiver.
  func goOn() {
    guard !isOver else { return }
    isPaused = false
    beginTimes()
    touch()
    deliverWaiting()
    guard !isPaused, isHeld, end == nil, problem == nil, let handle else { return }
    isHeld = false
    _ = hk_easy_pause(handle, CURLPAUSE_CONT)
  }

  /// Delivers what has come and decodes what waits, until the receiver pauses.
  private func deliverWaiting() {
    guard !isPaused else { return }
    deliverPending()
    guard !isPaused else { return }
    decode()
    if !isPaused { deliverPending() }
  }

  /// Notes that libcurl is through with it; the end is delivered when it is settled.
  func hasEnded(_ result: CURLcode) {
    end = (problem ?? error(of: result)).map { .failed($0) } ?? .finished(metrics)
    touch()
  }

  /// An end that is told once all that waited is decoded: libcurl knows nothing of a stream that is cut
  /// off, nor of a secure connection that is.
  private func checked(_ end: TransferEvent) -> TransferEvent {
    guard case .finished(var metrics) = end else { return end }
    guard let decoder else {
      guard let closure, !hk_closure_has_come(closure) else { return end }
      let failure = LoadFailure(
        request.target, reason: tr("the secure connection was not ended in order"))
      return .failed(.truncated(failure, got: receivedCount, expected: nil))
    }
    if let name = decoder.unfinished {
      // A body of nothing at all is what some servers send as compressed, too.
      guard receivedCount == 0, metrics.isEndConfirmed else {
        let failure = LoadFailure(
          request.target, reason: tr("the {} stream breaks off", name))
        return .failed(.truncated(failure, got: receivedCount, expected: nil))
      }
    }
    metrics.isEndConfirmed = true
    return .finished(metrics)
  }

  /// Ends it because of a time that is over.
  func endLate(_ phase: LoadPhase, after time: Duration) {
    isOver = true
    gate.deliver(.failed(.timedOut(LoadFailure(request.target), phase, after: time)))
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

// MARK: - Times

extension CurlTransfer {
  /// Begins to count the times anew: with the handle, the connection, and behind a pause.
  func beginTimes() {
    lastActivity = .now
    rate = request.leastRate(hold: longestHold).map {
      RateWatch($0, count: traffic, at: lastActivity)
    }
  }

  /// The bytes that went over the wire.
  private var traffic: Int { receivedCount + headCount + uploaded }

  /// Ends it where it has waited too long for the next byte, or is too slow; when to look again, and nil
  /// where nothing is counted before ``beginTimes()``.
  ///
  /// Until there is a connection, that has a time of its own.
  func checkTimes(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    guard let handle, !isPaused, end == nil else { return nil }
    let sent = Int(clamping: hk_easy_size(handle, CURLINFO_SIZE_UPLOAD_T))
    if sent != uploaded || !isConnected {
      uploaded = sent
      lastActivity = now
    }
    if !isConnected { beginTimes() }
    let idleDeadline = request.timeouts.idle.map { lastActivity + $0 + longestHold }
    if let idle = request.timeouts.idle, let idleDeadline, idleDeadline <= now {
      endLate(.idle, after: idle)
    } else if let least = request.timeouts.leastRate,
      rate?.isTooSlow(count: traffic, at: now) ?? false
    {
      endLate(.rate, after: least.window)
    }
    return isOver ? nil : [idleDeadline, rate?.deadline].compactMap { $0 }.min()
  }
}

// MARK: - Amounts

extension CurlTransfer {
  /// Why what has come is too much.
  func excess() -> LoadError? {
    let limits = request.limits
    guard receivedCount > limits.received || decodedCount > limits.decoded else { return nil }
    let failure = LoadFailure(request.target)
    if receivedCount > limits.received {
      return .tooLarge(failure, .received, limit: limits.received)
    }
    return .tooLarge(failure, decoder == nil ? .received : .decoded, limit: limits.decoded)
  }

  /// How much more may come before the next chunk is delivered; a length may be a lie.
  var expectedRest: Int {
    guard decoder == nil, let length = head.contentLength else { return Self.chunkSize }
    return min(max(0, length - decodedCount), Self.chunkSize)
  }

  var metrics: TransferMetrics {
    guard let handle else { return TransferMetrics() }
    return TransferMetrics(
      receivedBytes: receivedCount,
      firstByte: .microseconds(hk_easy_size(handle, CURLINFO_STARTTRANSFER_TIME_T)),
      total: .microseconds(hk_easy_size(handle, CURLINFO_TOTAL_TIME_T)),
      redirects: hk_easy_long(handle, CURLINFO_REDIRECT_COUNT),
      reusedConnection: hk_easy_long(handle, CURLINFO_NUM_CONNECTS) == 0,
      isEndConfirmed: isFramed(handle))
  }

  /// Whether the protocol tells where the body ends.
  ///
  /// - Source: RFC 9112, 6.3; RFC 9113, 8.1.
  func isFramed(_ handle: UnsafeMutableRawPointer) -> Bool {
    switch head.version {
    case .http2, .http3: return true
    case .http10, .http11, nil: break
    }
    if request.method == .head || [204, 304].contains(head.status) { return true }
    let isChunked = head.headers.values("Transfer-Encoding").contains {
      $0.lowercased().contains("chunked")
    }
    return isChunked || hk_easy_size(handle, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T) >= 0
  }
}
