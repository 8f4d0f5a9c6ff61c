/// One of the steps in which a list becomes another.
public struct ListStage<Element> {
  /// What the list holds after this stage.
  public let rows: [Element]
  /// What a view is told, one after the other, once the list holds ``rows``.
  public let changes: [RowChange]
}

extension ListDifference {
  /// The change from the old list to the new one in one piece, nil when no row goes, comes or moves:
  /// everything between the first and the last row that differ.
  ///
  /// - Complexity: O(n).
  public var rowChange: RowChange? {
    guard !isEmpty else { return nil }
    var start = 0
    while start < newCount, sources[start] == start { start += 1 }
    var end = 0
    while end < newCount - start, end < oldCount - start,
      sources[newCount - 1 - end] == oldCount - 1 - end
    {
      end += 1
    }
    return RowChange(
      position: start, removed: oldCount - start - end, inserted: newCount - start - end)
  }

  /// The change from `old` to `new` in stages that a view can follow: first goes what leaves or moves
  /// away, from the end to the start, then comes what is new or moved here, from the start to the end.
  ///
  /// Every change is true of the list that the ones before it have left behind, and no row is named
  /// twice in a stage: a view that makes them on its own copy has ``ListStage/rows`` after each stage,
  /// and `new` at the end. Rows that lie together are one change.
  ///
  /// ```swift
  /// for stage in difference.stages(from: old, to: new) {
  ///   list.rows = stage.rows
  ///   for change in stage.changes { view.rowsChanged(change) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - old: The list that the difference was found from.
  ///   - new: The list that it was found to.
  /// - Returns: No stage where nothing changes its place, two at most. The new contents of rows that
  ///   stay come with the last.
  /// - Complexity: O(n).
  public func stages<Element>(from old: [Element], to new: [Element]) -> [ListStage<Element>] {
    precondition(
      old.count == oldCount && new.count == newCount,
      "stages(from:to:) takes the lists that the difference was found in")
    guard !isEmpty else { return [] }
    var leaves = Bits(count: oldCount, repeating: false)
    for row in removals { leaves[row] = true }
    for move in moves { leaves[move.from] = true }
    var comes = Bits(count: newCount, repeating: false)
    for row in insertions { comes[row] = true }
    for move in moves { comes[move.to] = true }
    let going = Self.runs(leaves, oldCount).reversed().map {
      RowChange(position: $0.lowerBound, removed: $0.count, inserted: 0)
    }
    let coming = Self.runs(comes, newCount).map {
      RowChange(position: $0.lowerBound, removed: 0, inserted: $0.count)
    }
    var stages: [ListStage<Element>] = []
    if !going.isEmpty {
      let kept = old.indices.filter { !leaves[$0] }.map { old[$0] }
      stages.append(ListStage(rows: coming.isEmpty ? new : kept, changes: going))
    }
    if !coming.isEmpty { stages.append(ListStage(rows: new, changes: coming)) }
    return stages
  }

  /// The stretches of bits that are on.
  private static func runs(_ bits: Bits, _ count: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for bit in 0..<count where bits[bit] {
      if let last = runs.last, last.upperBound == bit {
        runs[runs.count - 1] = last.lowerBound..<bit + 1
      } else {
        runs.append(bit..<bit + 1)
      }
    }
    return runs
  }
}
