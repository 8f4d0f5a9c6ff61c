/// Elements by priority, the greatest first, and in each priority in their own order.
struct PriorityFifo<Element: Comparable & Sendable>: Sendable {
  /// None is empty.
  private var classes: [(priority: Int, elements: Fifo<Element>)] = []

  var isEmpty: Bool { classes.isEmpty }
  /// - Complexity: O(priorities).
  var count: Int { classes.reduce(0) { $0 + $1.elements.count } }
  /// Of the least priority the first.
  var firstOfLeast: Element? { classes.last?.elements.first }

  /// - Complexity: O(priorities + log n), and a move of those behind it in its priority.
  mutating func insert(_ element: Element, priority: Int) {
    let place = classes.firstIndex { $0.priority <= priority } ?? classes.count
    if place == classes.count || classes[place].priority != priority {
      classes.insert((priority, Fifo()), at: place)
    }
    classes[place].elements.insert(element, by: <)
  }

  mutating func popFirst() -> Element? {
    guard !classes.isEmpty else { return nil }
    defer { if classes[0].elements.isEmpty { classes.removeFirst() } }
    return classes[0].elements.removeFirst()
  }

  /// - Complexity: O(n) of its priority.
  mutating func remove(_ element: Element, priority: Int) {
    guard let place = classes.firstIndex(where: { $0.priority == priority }) else { return }
    _ = classes[place].elements.remove { $0 == element }
    if classes[place].elements.isEmpty { classes.remove(at: place) }
  }
}
