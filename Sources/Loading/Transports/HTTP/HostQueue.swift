/// The transfers of one host: how many are under way, and who is next.
///
/// libcurl has a queue of its own behind its bound on connections, but version 7.88 forgets to go on
/// with it now and then until the time for connecting is up.
struct HostQueue {
  /// How many are under way.
  private(set) var activeCount = 0
  /// Whether a connection has shown which version of HTTP the host speaks. Until then one transfer
  /// goes ahead, so that the others can be streams of its connection where that is HTTP/2.
  var isKnown: Bool
  private var waiting: [LoadPriority: Line] = [:]
  private let limit: Int

  init(limit: Int, isKnown: Bool) {
    self.limit = max(1, limit)
    self.isKnown = isKnown
  }

  var isEmpty: Bool { activeCount == 0 && waiting.values.allSatisfy(\.isEmpty) }

  mutating func add(_ transfer: CurlTransfer) {
    waiting[transfer.priority, default: Line()].add(transfer)
  }

  /// Takes the first of the most urgent where another may be under way.
  ///
  /// A transfer whose priority has changed stands in two lines, of which one does not count any more.
  mutating func next() -> CurlTransfer? {
    guard activeCount < (isKnown ? limit : 1) else { return nil }
    for priority in LoadPriority.allCases.reversed() {
      while let transfer = waiting[priority]?.take() {
        guard transfer.priority == priority, !transfer.isStarted, !transfer.gate.isClosed else {
          continue
        }
        activeCount += 1
        return transfer
      }
    }
    return nil
  }

  /// Notes that one is under way no more.
  mutating func leave() {
    activeCount -= 1
    isKnown = true
  }

  /// First in, first out.
  private struct Line {
    private var transfers: [CurlTransfer?] = []
    private var first = 0

    var isEmpty: Bool { first == transfers.count }

    mutating func add(_ transfer: CurlTransfer) { transfers.append(transfer) }

    mutating func take() -> CurlTransfer? {
      guard first < transfers.count else { return nil }
      defer { first += 1 }
      if first > 64, first * 2 > transfers.count {
        transfers.removeFirst(first)
        first = 0
      }
      let transfer = transfers[first]
      transfers[first] = nil
      return transfer
    }
  }
}
