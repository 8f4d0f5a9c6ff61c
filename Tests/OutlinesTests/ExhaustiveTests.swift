import Testing

@testable import HikidashiOutlines

/// All small forests with everything that can be open, chosen by a filter or selected.
@Suite struct ExhaustiveTests {
  /// The shapes of all forests of `count` nodes, as the level of each node in preorder.
  static func forests(_ count: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return forests(count - 1).flatMap { levels in
      (0...(levels.last.map { $0 + 1 } ?? 0)).map { levels + [$0] }
    }
  }

  /// Ids from 1 in preorder; the bits of `open` and `selectable` belong to them.
  static func nodes(_ levels: ArraySlice<Int>, open: Int, selectable: Int = -1) -> [Node<String>] {
    var nodes: [Node<String>] = []
    var rest = levels
    while let level = rest.first {
      let first = rest.startIndex
      let below = rest.dropFirst().prefix { $0 > level }
      nodes.append(
        Node(
          "\(first + 1)", id: NodeID(rawValue: UInt64(first + 1)), isOpen: open >> first & 1 == 1,
          isSelectable: selectable >> first & 1 == 1,
          children: self.nodes(below, open: open, selectable: selectable)))
      rest = rest[below.endIndex...]
    }
    return nodes
  }

  @Test func thereAreCatalanManyForests() {
    #expect((0...6).map { Self.forests($0).count } == [1, 1, 2, 5, 14, 42, 132])
  }

  @Test func openingAndClosingAnyNodeOfAnySmallForest() throws {
    for count in 0...5 {
      for levels in Self.forests(count) {
        for open in 0..<(1 << count) {
          let nodes = Self.nodes(levels[...], open: open)
          var pair = try ModelPair(nodes)
          #expect(pair.differences() == [])
          for id in 1...max(1, count) {
            let before = pair.slow.rows.map(\.node.id)
            let change = pair.outline.toggle(NodeID(rawValue: UInt64(id)))
            pair.slow.node(NodeID(rawValue: UInt64(id)))?.isOpen.toggle()
            let after = pair.slow.rows.map(\.node.id)
            #expect(change == smallestChange(before, after))
            #expect((0..<pair.outline.rowCount).map { pair.outline.id(atRow: $0) } == after)
          }
          #expect(pair.outline.checkInvariants() == [])
        }
      }
    }
  }

  @Test func filteringAndSelectingAnyPartOfAnySmallForest() throws {
    let count = 4
    for levels in Self.forests(count) {
      for selectable in [-1, 0b0101, 0b1110] {
        for matching in 0..<(1 << count) {
          for selected in 0..<(1 << count) {
            var pair = try ModelPair(Self.nodes(levels[...], open: 0b1010, selectable: selectable))
            let predicate: @Sendable (NodeID, String) -> Bool = { id, _ in
              matching >> (Int(id.rawValue) - 1) & 1 == 1
            }
            let scope: FilterScope = selected & 1 == 0 ? .ancestors : .ancestorsAndDescendants
            pair.outline.setFilter(predicate, keeping: scope)
            pair.slow.filter = predicate
            pair.slow.scope = scope
            for number in 0..<count where selected >> number & 1 == 1 {
              let id = NodeID(rawValue: UInt64(number + 1))
              pair.outline.setSelected(id, true)
              if let node = pair.slow.node(id) { pair.slow.setSelected(node, true) }
            }
            #expect(pair.differences() == [])
          }
        }
      }
    }
  }
}
