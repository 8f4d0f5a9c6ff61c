extension RandomAccessCollection {
  /// The first index whose element, and every later one, `belongs` to the second part.
  ///
  /// ```swift
  /// let next = headings.partitioningIndex { $0.span.scalars.lowerBound > place }
  /// ```
  ///
  /// - Complexity: O(log *n*)
  public func partitioningIndex(where belongs: (Element) -> Bool) -> Index {
    var (low, length) = (startIndex, count)
    while length > 0 {
      let half = length / 2
      let middle = index(low, offsetBy: half)
      if belongs(self[middle]) {
        length = half
      } else {
        low = index(after: middle)
        length -= half + 1
      }
    }
    return low
  }
}
