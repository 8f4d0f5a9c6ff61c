extension Outline {
  /// An outline without levels, which shares the array it is given.
  ///
  /// - Parameters:
  ///   - items: One for each row.
  ///   - ids: As many, all different.
  package init(flat items: [Item], ids: [NodeID]) {
    var table = NodeTable(capacity: ids.count)
    for slot in ids.indices { _ = table.insert(ids[slot], at: slot, in: ids) }
    let none = Bits(count: ids.count, repeating: false)
    self.init(
      items: items,
      core: OutlineCore(
        ids: ids, table: table, topology: Topology(flat: ids.count), sections: none,
        selectable: Bits(count: ids.count, repeating: true), openByDefinition: none))
  }

  /// What all nodes stand for, in outline order. O(1).
  package var nodeItems: [Item] { items }

  /// The ids of all nodes, in outline order. O(1).
  package var nodeIDs: [NodeID] { core.ids }

  /// Where a node stands in outline order, from 0; nil when it is unknown. O(1) on average.
  package func position(of id: NodeID) -> Int? { core.slot(of: id) }
}
