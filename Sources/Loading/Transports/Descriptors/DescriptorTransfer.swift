import Glibc

/// A transfer from behind a descriptor, with its source while it is under way.
// @unchecked: everything that changes is only reached on the thread of its loop; the gate, which
// others reach too, has a lock of its own.
final class DescriptorTransfer: Transfer, @unchecked Sendable {
  let request: LoadRequest
  let gate: TransferGate
  private let loop: DescriptorLoop

  private var source: (any DescriptorSource)?
  private var hasHead = false
  private var isPaused = false
  private var received = 0
  private let start = ContinuousClock.now
  private var firstByte: Duration?
  private var lastActivity = ContinuousClock.now
  /// When the bound on the rate lets the next bytes be read.
  private var heldUntil: ContinuousClock.Instant?
  /// Sees whether it is as fast as it must be, once there is a head.
  private var rate: RateWatch?
  private(set) var isOver = false

  init(_ request: LoadRequest, receiver: any TransferReceiver, loop: DescriptorLoop) {
    self.request = request
    gate = TransferGate(receiver)
    self.loop = loop
  }

  func resume() { if gate.resume() { loop.post(.resume(self)) } }

  func cancel() { if gate.close() { loop.post(.cancel(self)) } }

  /// Has the source advance, from any thread.
  func wake() { loop.post(.advance(self)) }
}

// MARK: - On the loop's thread

extension DescriptorTransfer {
  func open() {
    lastActivity = .now
    do throws(LoadError) {
      source = try makeSource()
    } catch {
      end(.failed(error))
    }
  }

  private func makeSource() throws(LoadError) -> any DescriptorSource {
    switch request.target {
    case .url(let url): try FileSource(request, url)
    case .program(let name, let arguments):
      try ProgramSource(request, name, arguments, wake: { [weak self] in self?.wake() })
    case .tcp(let host, let port):
      SocketSource(request, host: host, port: port, wake: { [weak self] in self?.wake() })
    case .unixSocket(let path): try SocketSource(request, path: path)
    case .serial(let device, let speed): try SerialSource(request, device, speed: speed)
    }
  }

  func goOn() {
    isPaused = false
    lastActivity = .now
    if hasHead { watchRate() }
  }

  /// Does what can be done at once, and ends what has taken too long.
  func advance(into buffer: UnsafeMutableRawBufferPointer) {
    guard !isOver, let source else { return }
    let now = ContinuousClock.now
    if let heldUntil, heldUntil <= now {
      self.heldUntil = nil
      lastActivity = now
    }
    do throws(LoadError) {
      if hasHead || source.head == nil {
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<partSize(buffer.count)])
        try take(try source.advance(into: part, mayRead: mayRead), part)
      }
      if !hasHead, let head = source.head { try take(head) }
      if !isOver { try checkTimes(now) }
    } catch {
      end(.failed(error))
    }
  }

  private func take(_ head: ResponseHead) throws(LoadError) {
    hasHead = true
    watchRate()
    if let length = head.expectedLength, length > limit {
      throw .tooLarge(LoadFailure(request.target), .announced(length), limit: limit)
    }
    if gate.deliver(.head(head)) == .pause { isPaused = true }
    lastActivity = .now
  }

  private func take(
    _ step: DescriptorStep, _ part: UnsafeMutableRawBufferPointer
  ) throws(LoadError) {
    switch step {
    case .wait: return
    case .bytes(let count):
      received += count
      if firstByte == nil { firstByte = .now - start }
      guard received <= limit else {
        throw .tooLarge(LoadFailure(request.target), .received, limit: limit)
      }
      hold(count)
      if gate.deliver(.chunk(Array(part[..<count]))) == .pause { isPaused = true }
    case .end:
      end(
        .finished(
          TransferMetrics(
            receivedBytes: received, firstByte: firstByte, total: .now - start,
            isEndConfirmed: confirmsEnd)))
    }
    lastActivity = .now
  }

  /// Closes the source, without an event.
  func close() {
    isOver = true
    source?.close()
    source = nil
  }

  private func end(_ event: TransferEvent) {
    close()
    gate.deliver(event)
  }

  func waits(_ now: ContinuousClock.Instant) -> [pollfd] { source?.waits(mayRead: mayRead) ?? [] }

  /// Whether its end is more than that of a connection: a file has a size, a program a status.
  private var confirmsEnd: Bool {
    switch request.target {
    case .url, .program: true
    case .tcp, .unixSocket, .serial: false
    }
  }

  private var mayRead: Bool { !isPaused && heldUntil == nil }

  private var limit: Int { min(request.limits.received, request.limits.decoded) }

  // MARK: Times

  /// When it must be looked at again without anything having come.
  var nextTime: ContinuousClock.Instant? {
    [
      heldUntil, request.timeouts.total.map { start + $0 }, waitDeadline,
      isPaused ? nil : rate?.deadline,
    ].compactMap { $0 }.min()
  }

  var isDue: Bool { nextTime.map { $0 <= .now } ?? false }

  /// Until when there must be a connection, or the next byte.
  private var waitDeadline: ContinuousClock.Instant? {
    guard hasHead else { return request.timeouts.connect.map { start + $0 } }
    guard mayRead else { return nil }
    return request.timeouts.idle.map { lastActivity + $0 }
  }

  private func checkTimes(_ now: ContinuousClock.Instant) throws(LoadError) {
    let failure = LoadFailure(request.target)
    if let total = request.timeouts.total, start + total <= now {
      throw .timedOut(failure, .total, after: total)
    }
    if !isPaused, rate?.isTooSlow(count: received, at: now) ?? false {
      throw .timedOut(failure, .rate, after: request.timeouts.leastRate?.window ?? .zero)
    }
    guard let waitDeadline, waitDeadline <= now else { return }
    let times = request.timeouts
    if hasHead { throw .timedOut(failure, .idle, after: times.idle ?? .zero) }
    throw .timedOut(failure, .connect, after: times.connect ?? .zero)
  }

  // MARK: Rate

  private func watchRate() {
    rate = request.leastRate().map { RateWatch($0, count: received, at: .now) }
  }

  private func partSize(_ most: Int) -> Int {
    guard let rate = request.limits.bytesPerSecond else { return most }
    return min(most, max(1, rate / 10))
  }

  private func hold(_ count: Int) {
    guard let rate = request.limits.bytesPerSecond else { return }
    heldUntil = .now + .seconds(1) * count / max(1, rate)
  }
}
