/// A first-in, first-out queue: an array whose front moves.
package struct Fifo<Element> {
  private var elements: [Element?] = []
  private var start = 0

  package init() {}

  package var count: Int { elements.count - start }
  package var isEmpty: Bool { count == 0 }
  package var first: Element? { isEmpty ? nil : elements[start] }

  /// - Complexity: O(1), like `removeFirst` over many calls.
  package mutating func append(_ element: Element) { elements.append(element) }

  package mutating func removeFirst() -> Element? {
    guard !isEmpty else { return nil }
    defer {
      elements[start] = nil
      start += 1
      if start >= 32, start * 2 > elements.count {
        elements.removeFirst(start)
        start = 0
      }
    }
    return elements[start]
  }

  /// Adds an element where it belongs by an order in which the others are.
  ///
  /// - Complexity: O(log n), and a move of those behind it.
  package mutating func insert(_ element: Element, by precedes: (Element, Element) -> Bool) {
    var low = start
    var high = elements.count
    while low < high {
      let middle = low + (high - low) / 2
      if let other = elements[middle], precedes(other, element) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    elements.insert(element, at: low)
  }

  /// Removes the first element of which this holds.
  ///
  /// - Complexity: O(n).
  package mutating func remove(where isMeant: (Element) -> Bool) -> Element? {
    let place = elements[start...].firstIndex { $0.map(isMeant) ?? false }
    return place.flatMap { elements.remove(at: $0) }
  }

  /// The least of all, or nil when there is none.
  ///
  /// - Complexity: O(n).
  package func least(by precedes: (Element, Element) -> Bool) -> Element? {
    elements[start...].lazy.compactMap(\.self).min(by: precedes)
  }
}

extension Fifo: Sendable where Element: Sendable {}

/// Elements by priority, the greatest first, and in each priority in their own order.
package struct PriorityFifo<Element: Comparable & Sendable>: Sendable {
  /// None is empty.
  private var classes: [(priority: Int, elements: Fifo<Element>)] = []

  package init() {}

  package var isEmpty: Bool { classes.isEmpty }
  /// - Complexity: O(priorities).
  package var count: Int { classes.reduce(0) { $0 + $1.elements.count } }
  /// What is taken next, and its priority.
  package var first: (priority: Int, element: Element)? {
    classes.first.flatMap { first in first.elements.first.map { (first.priority, $0) } }
  }
  /// The first element of the least priority.
  package var firstOfLeast: Element? { classes.last?.elements.first }

  /// - Complexity: O(priorities + log n), and a move of those behind it in its priority.
  package mutating func insert(_ element: Element, priority: Int) {
    let place = classes.firstIndex { $0.priority <= priority } ?? classes.count
    if place == classes.count || classes[place].priority != priority {
      classes.insert((priority, Fifo()), at: place)
    }
    classes[place].elements.insert(element, by: <)
  }

  @discardableResult
  package mutating func popFirst() -> Element? {
    guard !classes.isEmpty else { return nil }
    defer { if classes[0].elements.isEmpty { classes.removeFirst() } }
    return classes[0].elements.removeFirst()
  }

  /// - Complexity: O(n) of its priority.
  package mutating func remove(_ element: Element, priority: Int) {
    guard let place = classes.firstIndex(where: { $0.priority == priority }) else { return }
    _ = classes[place].elements.remove { $0 == element }
    if classes[place].elements.isEmpty { classes.remove(at: place) }
  }
}
