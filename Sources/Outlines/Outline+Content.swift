extension Outline {
  /// Replaces all nodes; the selection is cleared and every node is open as defined. A filter is
  /// applied to the new nodes, and the ``selectionMode`` stays.
  ///
  /// - Returns: The list change, nil when the rows have the same ids as before.
  /// - Throws: ``OutlineError/duplicateID(_:first:second:)``; then nothing has changed.
  /// - Complexity: O(n).
  @discardableResult
  public mutating func update(_ nodes: [Node<Item>]) throws(OutlineError) -> RowChange? {
    update(try Outline(nodes))
  }

  /// Replaces all nodes by those of `content`, open as they are there. O(n).
  @discardableResult
  public mutating func update(_ content: Outline) -> RowChange? {
    var new = content.core
    let allOpen = Bits(count: new.nodeCount, repeating: true)
    new.filter = nil
    new.selection = SelectionBits(selectable: new.selection.selectable)
    new.selection.mode = selectionMode
    return replace(content.items, new, filterOpen: allOpen)
  }

  /// Replaces all nodes; those that were there before, by id, stay open or closed and selected as
  /// they were, and so does the ``anchor``.
  ///
  /// - Returns: The list change, nil when the rows have the same ids as before.
  /// - Throws: ``OutlineError/duplicateID(_:first:second:)``; then nothing has changed.
  /// - Complexity: O(n).
  @discardableResult
  public mutating func merge(_ nodes: [Node<Item>]) throws(OutlineError) -> RowChange? {
    merge(try Outline(nodes))
  }

  /// Replaces all nodes by those of `content` as ``merge(_:)-([Node<Item>])`` does. O(n).
  @discardableResult
  public mutating func merge(_ content: Outline) -> RowChange? {
    var new = content.core
    new.filter = nil
    new.selection = SelectionBits(selectable: new.selection.selectable)
    let filterOpen = new.adopt(core)
    return replace(content.items, new, filterOpen: filterOpen)
  }

  /// Takes new content whose rows are not counted yet.
  mutating func replace(
    _ items: [Item], _ new: OutlineCore, filterOpen: Bits
  ) -> RowChange? {
    let old = core
    self.items = items
    core = new
    if let rule = filterRule {
      let matches = Bits(words: matches(rule.predicate), count: items.count)
      core.applyFilter(matches, scope: rule.scope, open: filterOpen)
    }
    core.visible = VisibleRows(core.topology, open: core.shownOpen, pass: core.filter?.pass)
    return old.rowChange(to: core)
  }
}

extension Outline {
  /// Makes many changes at once, all or none of them, and counts the rows once.
  ///
  /// ```swift
  /// var list = Outline { Section("Fish", open: true) { "Tuna"; "Saury" } }
  /// let fish = NodeID(path: ["Fish"])
  /// let change = try list.edit { editor in
  ///   try editor.insert([Node("Salmon", id: 9)], under: fish, at: 0)
  ///   try editor.remove(NodeID(path: ["Saury"], under: fish))
  /// }
  /// ```
  ///
  /// Nodes that stay, moved or not, keep their open state and selection, and so does the anchor.
  /// A filter is applied again.
  ///
  /// - Returns: The one list change, nil when the rows have the same ids as before.
  /// - Throws: What `body` throws; then nothing has changed.
  /// - Complexity: O(n) for the whole batch, plus that of each change.
  @discardableResult
  public mutating func edit<Failure: Error>(
    _ body: (inout Editor) throws(Failure) -> Void
  ) throws(Failure) -> RowChange? {
    var editor = Editor(self)
    try body(&editor)
    return commit(editor)
  }

  private mutating func commit(_ editor: Editor) -> RowChange? {
    let plan = editor.plan
    guard plan.isChanged else {
      guard !editor.setItems.isEmpty else { return nil }
      for (slot, item) in editor.setItems { items[slot] = item }
      guard filterRule != nil, let open = core.filter?.open else { return nil }
      return replace(items, core, filterOpen: open)
    }
    let layout = EditLayout(plan)
    var items: [Item] = []
    items.reserveCapacity(layout.topology.count)
    for run in layout.runs {
      switch run {
      case .old(let slots): items.append(contentsOf: self.items[slots])
      case .new(let indices): items.append(contentsOf: editor.newItems[indices])
      }
    }
    for (slot, item) in editor.setItems where layout.newSlots[slot] >= 0 {
      items[Int(layout.newSlots[slot])] = item
    }
    let (new, filterOpen) = plan.core(layout)
    return replace(items, new, filterOpen: filterOpen)
  }
}
