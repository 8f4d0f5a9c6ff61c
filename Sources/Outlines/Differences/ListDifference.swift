/// The changes that turn one list of identified elements into another: which rows go, come, move,
/// and show something else.
///
/// ```swift
/// let difference = ListDifference(from: ["a", "b", "c"], to: ["c", "a", "d"]) { $0 }
/// difference.removals    // [1]: "b"
/// difference.insertions  // [2]: "d"
/// difference.moves       // [Move(from: 2, to: 0)]: "c"
/// ```
///
/// The same identity may stand in a list more than once: each is a row of its own, and as many stay
/// as both lists have. Of the rows that stay, as few as can be are moves.
public struct ListDifference: Hashable, Sendable {
  /// A row that stays, by its place in the old list and in the new one.
  public struct Move: Hashable, Sendable {
    public var from: Int
    public var to: Int

    public init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// How many rows the old list has.
  public let oldCount: Int
  /// How many rows the new list has.
  public let newCount: Int
  /// The rows of the old list that the new one lacks, ascending.
  public let removals: [Int]
  /// The rows of the new list that the old one lacks, ascending.
  public let insertions: [Int]
  /// The rows that move relative to the other rows that stay, by ascending new place.
  public let moves: [Move]
  /// The rows that stay, moved or not, but changed their content, by ascending new place.
  public let updates: [Move]
  /// The old place of each new row, -1 where there is none.
  let sources: [Int32]

  /// Finds the difference.
  ///
  /// - Parameters:
  ///   - old: The list as it was.
  ///   - new: The list as it is to be.
  ///   - id: What makes a row the same row.
  ///   - isSame: Whether a row that stays has the same content; nil: it always has.
  /// - Complexity: O(n) on average for n rows in both lists, and O(m log m) for m rows out of order.
  ///   Rows that stand where they stood, or nearly, are not hashed.
  @inlinable
  public init<Element, ID: Hashable>(
    from old: [Element], to new: [Element], isSame: ((Element, Element) -> Bool)? = nil,
    id: (Element) -> ID
  ) {
    let sources = RowMatching.sources(old, new, id)
    var updates: [Move] = []
    if let isSame {
      for (to, from) in sources.enumerated() where from >= 0 {
        if !isSame(old[Int(from)], new[to]) { updates.append(Move(from: Int(from), to: to)) }
      }
    }
    self.init(oldCount: old.count, sources: sources, updates: updates)
  }

  /// Finds the difference between two lists of identifiable elements; see
  /// ``init(from:to:isSame:id:)``.
  @inlinable
  public init<Element: Identifiable>(
    from old: [Element], to new: [Element], isSame: ((Element, Element) -> Bool)? = nil
  ) {
    self.init(from: old, to: new, isSame: isSame) { $0.id }
  }

  @usableFromInline
  init(oldCount: Int, sources: [Int32], updates: [Move]) {
    self.oldCount = oldCount
    newCount = sources.count
    self.sources = sources
    self.updates = updates
    var stays = Bits(count: oldCount, repeating: false)
    var insertions: [Int] = []
    for (to, from) in sources.enumerated() {
      if from >= 0 { stays[Int(from)] = true } else { insertions.append(to) }
    }
    self.insertions = insertions
    removals = (0..<oldCount).filter { !stays[$0] }
    moves = RowMatching.outOfOrder(sources).map { Move(from: Int(sources[$0]), to: $0) }
  }

  /// Whether the lists have the same rows in the same order; their contents may differ.
  public var isEmpty: Bool { removals.isEmpty && insertions.isEmpty && moves.isEmpty }

  /// Where row `row` of the new list was, nil if it is new. O(1).
  public func source(of row: Int) -> Int? {
    sources.indices.contains(row) && sources[row] >= 0 ? Int(sources[row]) : nil
  }
}

// MARK: - Stages

/// One of the steps in which a list becomes another.
public struct ListStage<Element> {
  /// What the list holds after this stage.
  public let rows: [Element]
  /// The row changes to pass to a view, in order, once the list holds ``rows``.
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
