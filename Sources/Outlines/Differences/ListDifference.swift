/// What makes one list of things with identities into another: which rows go, come, move, and show
/// something else.
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
  /// The rows that stay but leave their place among the others that stay, by ascending new place.
  public let moves: [Move]
  /// The rows that stay, moved or not, and have another content, by ascending new place.
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

  /// Finds the difference of lists of things that know their identity; see
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
