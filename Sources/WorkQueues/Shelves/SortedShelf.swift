internal import HikidashiBase

/// The storage of a queue with priorities, lanes, or overflow that drops elements.
///
/// A value without a lock: of several that may be taken the greatest priority goes first, and of the
/// same priority the one that was put first. Of a lane only the first can be taken, and only when the
/// one before it is finished.
struct SortedShelf<Element: Sendable> {
  private struct Item: Comparable, Sendable {
    let number: Int
    let priority: Int
    let lane: LaneKey?
    let element: Element

    static func == (left: Item, right: Item) -> Bool { left.number == right.number }
    static func < (left: Item, right: Item) -> Bool { left.number < right.number }
  }

  private struct Lane {
    /// The element that can be taken next or is being handled.
    var current: Int
    var waiting = Fifo<Item>()
  }

  let capacity: Int
  let overflow: QueueOverflow
  private(set) var count = 0
  private(set) var isClosed = false
  private(set) var dropped = 0
  private var nextNumber = 0
  private var ready = PriorityFifo<Item>()
  private var lanes: [LaneKey: Lane] = [:]

  init(capacity: Int, overflow: QueueOverflow) {
    self.capacity = capacity
    self.overflow = overflow
  }

  /// How many could be taken now, one after another.
  var readyCount: Int { ready.count }
  var hasReady: Bool { !ready.isEmpty }

  /// - Returns: Whether it was open.
  mutating func close() -> Bool {
    defer { isClosed = true }
    return !isClosed
  }

  /// - Complexity: O(priorities); where the oldest is to be dropped and lanes are used, O(n).
  mutating func push(_ element: Element, priority: Int, lane: LaneKey?) -> PutResult<Element> {
    if isClosed { return .closed }
    var victim: Element?
    if count == capacity {
      switch overflow {
      case .wait, .refuse: return .full
      case .dropNewest:
        dropped += 1
        return .dropped(element)
      case .dropOldest:
        victim = removeOldest()
        dropped += 1
      }
    }
    count += 1
    let item = Item(number: nextNumber, priority: priority, lane: lane, element: element)
    nextNumber += 1
    if let lane {
      if lanes[lane]?.waiting.append(item) == nil {
        lanes[lane] = Lane(current: item.number)
        ready.insert(item, priority: item.priority)
      }
    } else {
      ready.insert(item, priority: item.priority)
    }
    return victim.map(PutResult.dropped) ?? .stored
  }

  /// - Complexity: O(1), and a move of the priorities when one is used up.
  mutating func pop() -> Element? {
    guard let item = ready.popFirst() else { return nil }
    count -= 1
    return item.element
  }

  /// Notes that the element taken from a lane is done.
  ///
  /// - Returns: Whether another of the lane can be taken instead.
  mutating func finish(_ lane: LaneKey) -> Bool {
    guard lanes[lane] != nil else { return false }
    return advance(lane)
  }

  /// Lets the next of a lane be taken, and forgets a lane that has none.
  private mutating func advance(_ lane: LaneKey) -> Bool {
    guard let next = lanes[lane]?.waiting.removeFirst() else {
      lanes[lane] = nil
      return false
    }
    lanes[lane]?.current = next.number
    ready.insert(next, priority: next.priority)
    return true
  }

  /// Removes the oldest element of the least priority, whether it can be taken or waits in its
  /// lane.
  private mutating func removeOldest() -> Element? {
    var oldest = ready.firstOfLeast
    for lane in lanes.values {
      let candidate = lane.waiting.least { ($0.priority, $0.number) < ($1.priority, $1.number) }
      guard let candidate else { continue }
      if let known = oldest,
        (known.priority, known.number) < (candidate.priority, candidate.number)
      {
        continue
      }
      oldest = candidate
    }
    guard let oldest else { return nil }
    remove(oldest)
    count -= 1
    return oldest.element
  }

  private mutating func remove(_ item: Item) {
    if let lane = item.lane, lanes[lane]?.current != item.number {
      _ = lanes[lane]?.waiting.remove { $0 == item }
      return
    }
    ready.remove(item, priority: item.priority)
    if let lane = item.lane { _ = advance(lane) }
  }
}

/// The key that identifies a lane.
// @unchecked: made from a `Hashable` that is `Sendable`.
struct LaneKey: Hashable, @unchecked Sendable {
  private let key: AnyHashable

  init(_ key: some Hashable & Sendable) { self.key = AnyHashable(key) }
}
