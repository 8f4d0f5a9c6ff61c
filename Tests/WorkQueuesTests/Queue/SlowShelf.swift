import HikidashiWorkQueues

/// A shelf as one would write it without a thought for speed.
struct SlowShelf {
  struct Item: Equatable {
    var number: Int
    var priority: Int
    var lane: Int?
  }

  let capacity: Int
  let overflow: QueueOverflow
  var items: [Item] = []
  /// Lanes of which one was taken and is not finished.
  var busy: Set<Int> = []
  var isClosed = false

  mutating func push(_ item: Item) -> String {
    if isClosed { return "closed" }
    var dropped: Item?
    if items.count == capacity {
      switch overflow {
      case .wait, .refuse: return "full"
      case .dropNewest: return "dropped \(item.number)"
      case .dropOldest:
        let oldest = items.min { ($0.priority, $0.number) < ($1.priority, $1.number) }
        items.removeAll { $0 == oldest }
        dropped = oldest
      }
    }
    items.append(item)
    return dropped.map { "dropped \($0.number)" } ?? "stored"
  }

  var ready: [Item] {
    var lanes = busy
    let free = items.sorted { $0.number < $1.number }.filter { item in
      guard let lane = item.lane else { return true }
      return lanes.insert(lane).inserted
    }
    return free.sorted { ($1.priority, $0.number) < ($0.priority, $1.number) }
  }

  mutating func pop() -> Item? {
    guard let item = ready.first else { return nil }
    items.removeAll { $0 == item }
    if let lane = item.lane { busy.insert(lane) }
    return item
  }

  mutating func finish(_ lane: Int) { busy.remove(lane) }
}
