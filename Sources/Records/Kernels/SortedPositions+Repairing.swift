extension SortedPositions {
  /// The order after some positions changed: they are taken out, and put in again where they belong
  /// now.
  ///
  /// - Parameters:
  ///   - changed: The positions whose values are not those that this order was made for.
  ///   - current: The order of those of them that still take part.
  ///   - count: All positions are below this.
  ///   - compare: Below zero when the first value comes before the second, zero when they are equal.
  /// - Complexity: O(*n*) moves, and O(*k* log *n*) comparisons for *k* changed positions.
  func repaired(
    changed: RecordSet, current: SortedPositions, below count: Int,
    compare: (UInt32, UInt32) -> Int
  ) -> SortedPositions {
    var repaired = filtered(by: changed, keeping: false, below: count)
    repaired.merge(current, compare)
    repaired.nulls = Self.merged(repaired.nulls, current.nulls)
    return repaired
  }

  private mutating func merge(_ added: SortedPositions, _ compare: (UInt32, UInt32) -> Int) {
    guard !added.positions.isEmpty else { return }
    var merged: [UInt32] = []
    merged.reserveCapacity(positions.count + added.positions.count)
    var starts = PositionBits(count: positions.count + added.positions.count)
    var next = 0
    func copy(upTo end: Int) {
      for index in next..<end where runStarts[index] { starts[merged.count + index - next] = true }
      merged += positions[next..<end]
      next = end
    }
    for position in added.positions {
      let place = (next..<positions.count).partitioningIndex { index in
        let order = compare(position, positions[index])
        return order < 0 || (order == 0 && position < positions[index])
      }
      copy(upTo: place)
      starts[merged.count] = merged.last.map { compare($0, position) != 0 } ?? true
      merged.append(position)
      if next < positions.count {
        // What comes behind no longer begins a run if it is equal; a later copy sets the bit.
        runStarts[next] = compare(position, positions[next]) != 0
      }
    }
    copy(upTo: positions.count)
    positions = merged
    runStarts = starts
  }

  private static func merged(_ first: [UInt32], _ second: [UInt32]) -> [UInt32] {
    guard !second.isEmpty else { return first }
    return (first + second).sorted()
  }
}
