/// The order of the nodes of one level, among those with the same parent.
///
/// ```swift
/// LevelOrder.by { (file: File) in file.size }
/// ```
public struct LevelOrder<Item: Sendable>: Sendable {
  /// Sorts siblings, given by their places among all nodes; nil leaves them as they stand.
  let sort: (@Sendable (_ siblings: [Int], _ items: [Item]) -> [Int])?

  /// Nodes stay in the order in which they stand.
  public static var asGiven: LevelOrder { LevelOrder(sort: nil) }

  /// Orders nodes by a key, which is asked for once for each; equal ones stay in the order in which they
  /// stand.
  ///
  /// - Parameters:
  ///   - key: What nodes are compared by.
  ///   - descending: Whether the greatest comes first.
  public static func by<Key: Comparable & Sendable>(
    descending: Bool = false, _ key: @escaping @Sendable (Item) -> Key
  ) -> LevelOrder {
    LevelOrder { siblings, items in
      let keyed = siblings.enumerated().map { (place: $0, slot: $1, key: key(items[$1])) }
      return keyed.sorted { one, other in
        if one.key == other.key { return one.place < other.place }
        return descending ? other.key < one.key : one.key < other.key
      }.map(\.slot)
    }
  }
}

extension Outline {
  /// Sorts the nodes of each level by an order of its own: first the roots, then what lies one level
  /// below them, and so on. The last order is that of all deeper levels, too.
  ///
  /// Nodes stay open and selected as they are, and a filter stays on.
  ///
  /// ```swift
  /// var shelf = Outline { Section("Tea") { "Sencha"; "Genmaicha" }; Section("Ink") { "Black" } }
  /// shelf.sort(.by { $0 })  // Ink, Tea with Genmaicha before Sencha
  /// shelf.sort(.asGiven, .by(descending: true) { $0 })
  /// ```
  ///
  /// - Returns: The list change, nil when the rows have the same ids as before.
  /// - Complexity: O(n log n).
  @discardableResult
  public mutating func sort(_ orders: LevelOrder<Item>...) -> RowChange? {
    sort(orders)
  }

  /// Sorts the nodes of each level as ``sort(_:)-(LevelOrder<Item>...)`` does, by a list of orders.
  @discardableResult
  public mutating func sort(_ orders: [LevelOrder<Item>]) -> RowChange? {
    let order = sortedSlots(orders)
    guard !order.elementsEqual(0..<nodeCount) else { return nil }
    let ids = order.map { core.ids[$0] }
    var table = NodeTable(capacity: ids.count)
    for slot in ids.indices { _ = table.insert(ids[slot], at: slot, in: ids) }
    func moved(_ bits: Bits) -> Bits {
      var moved = Bits(count: order.count, repeating: false)
      for (slot, old) in order.enumerated() where bits[old] { moved[slot] = true }
      return moved
    }
    return merge(
      Outline(
        items: order.map { items[$0] },
        core: OutlineCore(
          ids: ids, table: table, topology: topology(inOrder: order),
          sections: moved(core.sections), selectable: moved(core.selection.selectable),
          openByDefinition: moved(core.openByDefinition))))
  }

  /// All nodes in outline order after sorting.
  private func sortedSlots(_ orders: [LevelOrder<Item>]) -> [Int] {
    func sorted(_ siblings: [Int], level: Int) -> [Int] {
      let order = level < orders.count ? orders[level] : orders.last
      return order?.sort?(siblings, items) ?? siblings
    }
    guard !core.topology.isFlat else { return sorted(Array(0..<nodeCount), level: 0) }
    var result: [Int] = []
    result.reserveCapacity(nodeCount)
    // A stack of its own, as trees may be deeper than the thread's stack allows.
    var next = Array(sorted(core.topology.children(of: nil).map { Int($0) }, level: 0).reversed())
    while let slot = next.popLast() {
      result.append(slot)
      guard core.topology.parents[slot] else { continue }
      let children = core.topology.children(of: slot).map { Int($0) }
      next += sorted(children, level: Int(core.topology[slot].level) + 1).reversed()
    }
    return result
  }

  private func topology(inOrder order: [Int]) -> Topology {
    guard !core.topology.isFlat else { return core.topology }
    var builder = TopologyBuilder()
    builder.reserve(order.count)
    var depth = 0
    for slot in order {
      while depth > Int(core.topology[slot].level), builder.close() { depth -= 1 }
      guard core.topology.parents[slot] else {
        builder.add()
        continue
      }
      builder.open()
      depth += 1
    }
    return builder.finish()
  }
}
