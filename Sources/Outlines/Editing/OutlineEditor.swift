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
