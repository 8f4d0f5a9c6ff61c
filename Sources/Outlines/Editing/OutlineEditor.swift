extension Outline {
  /// Collects the changes of one ``edit(_:)``. Each sees those before it; one that throws has
  /// changed nothing.
  ///
  /// Finding out whether a node was removed before takes O(level), and finding a place among k
  /// siblings O(k).
  public struct Editor {
    var plan: EditPlan
    /// The items of new nodes, by number.
    var newItems: [Item] = []
    /// Items given to old nodes, by slot.
    var setItems: [Int: Item] = [:]
    private let oldItems: [Item]

    init(_ outline: Outline) {
      plan = EditPlan(outline.core)
      oldItems = outline.items
    }

    /// Whether there is a node with that id at this point.
    public func contains(_ id: NodeID) -> Bool { plan.handle(of: id) != nil }

    /// The item of a node at this point; nil when the node is unknown.
    public func item(of id: NodeID) -> Item? {
      guard let handle = plan.handle(of: id) else { return nil }
      let number = handle - plan.base.nodeCount
      return number >= 0 ? newItems[number] : setItems[handle] ?? oldItems[handle]
    }

    /// How many children `id` (nil: the root) has at this point, nil when it is unknown.
    public func childCount(of id: NodeID?) -> Int? {
      guard let id else { return plan.childCount(of: EditPlan.root) }
      return plan.handle(of: id).map { plan.childCount(of: $0) }
    }

    /// The parent of `id` at this point, nil for a root and for an unknown node.
    public func parent(of id: NodeID) -> NodeID? {
      guard let handle = plan.handle(of: id) else { return nil }
      let parent = plan.parent(of: handle)
      return parent == EditPlan.root ? nil : plan.id(of: parent)
    }

    /// Adds `nodes` below `parent` (nil: as roots) so that the first of them gets the position
    /// `index` (nil: after the last child).
    ///
    /// - Throws: ``OutlineError/unknownNode(_:)``, ``OutlineError/indexOutOfRange(_:childCount:parent:)``,
    ///   ``OutlineError/duplicateID(_:first:second:)``, ``OutlineError/tooManyNodes(limit:)``.
    public mutating func insert(
      _ nodes: [Node<Item>], under parent: NodeID? = nil, at index: Int? = nil
    ) throws(OutlineError) {
      let place = try plan.place(parent, index)
      var assembler = Assembler()
      assembler.add(nodes)
      guard plan.totalCount + assembler.nodeCount <= Assembler.limit else {
        throw .tooManyNodes(limit: Assembler.limit)
      }
      let fragment = EditFragment(
        ids: assembler.ids, derived: assembler.derived, sections: assembler.sections,
        selectable: assembler.selectable, openByDefinition: assembler.openByDefinition,
        topology: assembler.builder.finish())
      try plan.insert(fragment, at: place) { assembler.derivedText(of: $0) }
      newItems.append(contentsOf: assembler.items)
    }

    /// Removes a node and all below it.
    ///
    /// - Throws: ``OutlineError/unknownNode(_:)``.
    public mutating func remove(_ id: NodeID) throws(OutlineError) {
      plan.remove(try plan.known(id))
    }

    /// Moves a node with all below it under `parent` (nil: to the roots), where it gets the position
    /// `index` (nil: the last), counted without the node itself.
    ///
    /// - Throws: ``OutlineError/unknownNode(_:)``, ``OutlineError/movedIntoItself(_:under:)``,
    ///   ``OutlineError/indexOutOfRange(_:childCount:parent:)``.
    public mutating func move(
      _ id: NodeID, under parent: NodeID?, at index: Int? = nil
    ) throws(OutlineError) {
      try plan.move(id, under: parent, at: index)
    }

    /// Replaces the item of a node.
    ///
    /// - Throws: ``OutlineError/unknownNode(_:)``.
    public mutating func setItem(_ item: Item, for id: NodeID) throws(OutlineError) {
      let handle = try plan.known(id)
      let number = handle - plan.base.nodeCount
      if number >= 0 { newItems[number] = item } else { setItems[handle] = item }
    }
  }
}

extension Outline {
  /// Makes an outline node by node, without nested values: the way for big or very deep data.
  ///
  /// ```swift
  /// var assembler = Outline<String>.Assembler()
  /// assembler.open("Numbers", isOpen: true)
  /// for number in 0..<1_000_000 {
  ///   assembler.add("\(number)", id: NodeID(rawValue: UInt64(number)))
  /// }
  /// assembler.close()
  /// let outline = try assembler.finish()
  /// ```
  ///
  /// Ids derived from texts cost a hash of each text; items that are neither strings nor
  /// `CustomStringConvertible` are described by reflection, which is slow, so give those ids.
  public struct Assembler: Sendable {
    /// The most nodes an outline can hold: slots are 32-bit numbers, padded to blocks of 64.
    static var limit: Int { Int(Int32.max) - 63 }

    var items: [Item] = []
    /// Ids as given; those of `derived` nodes are not known before ``finish()``.
    var ids: [NodeID] = []
    var derived = Bits()
    /// The nodes that stand for children to come.
    private var placeholders: Set<Int> = []
    var sections = Bits()
    var selectable = Bits()
    var openByDefinition = Bits()
    var builder = TopologyBuilder()
    private var error: OutlineError?

    /// Begins an outline, with room for `capacity` nodes.
    public init(capacity: Int = 0) {
      items.reserveCapacity(capacity)
      ids.reserveCapacity(capacity)
      builder.reserve(capacity)
    }

    /// How many nodes were added.
    public var nodeCount: Int { ids.count }

    /// Adds a node; the nodes that follow until ``close()`` are its children. O(1) on average.
    public mutating func open(
      _ item: Item, id: NodeID? = nil, isSection: Bool = true, isOpen: Bool = false,
      isSelectable: Bool = false
    ) {
      builder.open()
      append(item, id, isSection, isOpen, isSelectable)
    }

    /// Adds a node without children. O(1) on average.
    public mutating func add(_ item: Item, id: NodeID? = nil, isSelectable: Bool = true) {
      builder.add()
      append(item, id, false, false, isSelectable)
    }

    /// Ends the node opened last. Without one, ``finish()`` will throw.
    public mutating func close() {
      if !builder.close() { fail(.closedWithoutOpen(nodesBefore: nodeCount)) }
    }

    /// Adds `nodes` with all that lies below them. O(their number).
    public mutating func add(_ nodes: [Node<Item>]) {
      // A stack of its own, as definitions may be deeper than the thread's stack allows.
      var levels = [nodes[...]]
      while let level = levels.last {
        guard let node = level.first else {
          levels.removeLast()
          if !levels.isEmpty { close() }
          continue
        }
        levels[levels.count - 1] = level.dropFirst()
        open(
          node.item, id: node.id, isSection: node.isSection, isOpen: node.isOpen,
          isSelectable: node.isSelectable)
        levels.append(node.children[...])
        if node.loadsChildren, node.children.isEmpty {
          placeholders.insert(nodeCount)
          add(node.item, isSelectable: false)
        }
      }
    }

    private mutating func append(
      _ item: Item, _ id: NodeID?, _ isSection: Bool, _ isOpen: Bool, _ isSelectable: Bool
    ) {
      if ids.count >= Self.limit { fail(.tooManyNodes(limit: Self.limit)) }
      items.append(item)
      ids.append(id ?? .root)
      derived.append(id == nil)
      sections.append(isSection)
      openByDefinition.append(isOpen)
      selectable.append(isSelectable)
    }

    /// What the id of a node is derived from.
    func derivedText(of slot: Int) -> String {
      placeholders.contains(slot) ? NodeID.placeholderText : text(of: items[slot])
    }

    private mutating func fail(_ error: OutlineError) {
      if self.error == nil { self.error = error }
    }

    /// The outline of all nodes added; nodes still open end here.
    ///
    /// - Throws: ``OutlineError/duplicateID(_:first:second:)`` when two nodes were given the same id,
    ///   ``OutlineError/closedWithoutOpen(nodesBefore:)``, ``OutlineError/tooManyNodes(limit:)``.
    /// - Complexity: O(n).
    public consuming func finish() throws(OutlineError) -> Outline {
      if let error { throw error }
      let topology = builder.finish()
      var table = NodeTable(capacity: ids.count)
      for slot in ids.indices where !derived[slot] {
        if let other = table.insert(ids[slot], at: slot, in: ids) {
          throw .duplicateID(
            ids[slot], first: OutlinePlace(path: topology.path(of: other)),
            second: OutlinePlace(path: topology.path(of: slot)))
        }
      }
      var repeats = RepeatedIDs()
      for slot in ids.indices where derived[slot] {
        let parent = topology.parent(of: slot).map { ids[$0] } ?? .root
        repeats.settle(NodeID(parent: parent, text: derivedText(of: slot))) { id in
          ids[slot] = id
          return table.insert(id, at: slot, in: ids) == nil
        }
      }
      let core = OutlineCore(
        ids: ids, table: table, topology: topology, sections: sections, selectable: selectable,
        openByDefinition: openByDefinition)
      return Outline(items: items, core: core)
    }
  }
}

/// What a derived id takes of an item.
func text<Item>(of item: Item) -> String {
  if Item.self == String.self {
    // The types are the same; a cast that looks them up costs more than the hash.
    return unsafeBitCast(item, to: String.self)
  }
  return String(describing: item)
}

/// Finds free ids for nodes of the same text under the same parent.
struct RepeatedIDs {
  /// The next occurrence to try, so that a million equal texts are no quadratic search.
  private var next: [NodeID: Int] = [:]

  /// Offers `id` to `take`, and then others made of it until `take` has found one free.
  mutating func settle(_ id: NodeID, take: (NodeID) -> Bool) {
    if take(id) { return }
    var occurrence = next[id] ?? 1
    while !take(id.repeated(occurrence)) { occurrence += 1 }
    next[id] = occurrence + 1
  }
}
