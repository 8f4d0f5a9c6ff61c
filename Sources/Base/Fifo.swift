/// A first-in, first-out queue: an array whose front moves.
struct Fifo<Element> {
  private var elements: [Element?] = []
  private var start = 0

  var count: Int { elements.count - start }
  var isEmpty: Bool { count == 0 }
  var first: Element? { isEmpty ? nil : elements[start] }

  /// - Complexity: O(1), like `removeFirst` over many calls.
  mutating func append(_ element: Element) { elements.append(element) }

  mutating func removeFirst() -> Element? {
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
  mutating func insert(_ element: Element, by precedes: (Element, Element) -> Bool) {
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
  mutating func remove(where isMeant: (Element) -> Bool) -> Element? {
    let place = elements[start...].firstIndex { $0.map(isMeant) ?? false }
    return place.flatMap { elements.remove(at: $0) }
  }

  /// The least of all, or nil when there is none.
  ///
  /// - Complexity: O(n).
  func least(by precedes: (Element, Element) -> Bool) -> Element? {
    elements[start...].lazy.compactMap(\.self).min(by: precedes)
  }
}

extension Fifo: Sendable where Element: Sendable {}
