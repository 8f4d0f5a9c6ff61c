extension Array {
  /// Where `element` stands, or would stand, in an array in this order.
  ///
  /// - Complexity: O(log n).
  func position(of element: Element, by precedes: (Element, Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if precedes(self[middle], element) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
