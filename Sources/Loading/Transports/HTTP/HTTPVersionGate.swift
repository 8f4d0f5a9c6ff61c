import HikidashiBase

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
