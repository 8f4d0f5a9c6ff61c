extension Outline {
  /// Whether a filter is on.
  public var isFiltered: Bool { core.filter != nil }

  /// Shows only the nodes for which `predicate` is true and what `scope` adds to them; nil shows all
  /// again.
  ///
  /// A new filter opens all nodes, so that every match shows. Opening and closing while it is on
  /// concerns only what is filtered: clearing the filter brings back what was open before. The
  /// selection of hidden nodes is kept. New content is filtered as well.
  ///
  /// ```swift
  /// var list = Outline { Section("Fish") { "Tuna"; "Saury" } }
  /// list.setFilter { _, name in name.contains("una") }
  /// list.rowCount  // 2: Fish, Tuna
  /// ```
  ///
  /// - Complexity: O(n) calls of `predicate`.
  @discardableResult
  @inlinable
  public mutating func setFilter(
    _ predicate: (@Sendable (NodeID, Item) -> Bool)?, keeping scope: FilterScope = .ancestors
  ) -> RowChange? {
    guard let predicate else { return clearFilter() }
    return setFilter(predicate, matches: matches(predicate), keeping: scope)
  }

  /// Asks `predicate` of every node; inlinable, so that it is compiled for the app's own items.
  @inlinable
  func matches(_ predicate: @Sendable (NodeID, Item) -> Bool) -> [UInt64] {
    let ids = self.ids
    var words: [UInt64] = []
    words.reserveCapacity((items.count + 63) / 64)
    var first = 0
    while first < items.count {
      var word: UInt64 = 0
      for slot in first..<min(first + 64, items.count) where predicate(ids[slot], items[slot]) {
        word |= 1 << UInt64(slot - first)
      }
      words.append(word)
      first += 64
    }
    return words
  }

  @usableFromInline var ids: [NodeID] { core.ids }

  @usableFromInline
  mutating func setFilter(
    _ predicate: @escaping @Sendable (NodeID, Item) -> Bool, matches: [UInt64],
    keeping scope: FilterScope
  ) -> RowChange? {
    filterRule = FilterRule(predicate: predicate, scope: scope)
    return core.setFilter(matches: Bits(words: matches, count: items.count), scope: scope)
  }

  @usableFromInline
  mutating func clearFilter() -> RowChange? {
    filterRule = nil
    return core.clearFilter()
  }
}

extension Outline {
  /// What was opened, closed and selected, to be saved and given to ``restore(_:)`` later.
  ///
  /// - Complexity: O(n / 64 + what it lists).
  public var state: OutlineState { core.state }

  /// Opens, closes and selects as a saved state says; ids that no longer exist are passed over, and
  /// nodes that are new follow their definitions. A filter stays as it is.
  ///
  /// - Returns: The list change, nil when no row came or went; the selection may differ anywhere.
  /// - Complexity: O(n).
  @discardableResult
  public mutating func restore(_ state: OutlineState) -> RowChange? { core.restore(state) }
}
