internal import CHikidashiGTK
public import HikidashiOutlines

// MARK: - Moving

extension OutlineView {
  /// Lets a person move rows: by dragging them, and with Alt and the arrow keys, where Left and Right
  /// change the level. Ctrl+Z takes a move back, Ctrl+Shift+Z makes it again.
  ///
  /// ``OutlineHooks/willMove`` may refuse a move; ``onMove`` hears of it.
  ///
  /// ```swift
  /// let view = OutlineView(chapters).movable()
  /// view.hooks.willMove = { move in move.parent != nil }  // no chapter without a book
  /// ```
  @discardableResult
  public func movable() -> Self {
    makeDrag()?.isMovable = true
    return self
  }

  /// Whether there is a move to take back.
  public var canUndo: Bool { content.edits.canUndo }

  /// Takes back the last move that a person made.
  ///
  /// - Returns: False when there is none, or its place is gone since.
  @discardableResult
  public func undo() -> Bool { content.edits.undo() }

  /// Makes the last move again that was taken back.
  ///
  /// - Returns: False when there is none, or its place is gone since.
  @discardableResult
  public func redo() -> Bool { content.edits.redo() }

  var drag: RowDrag<Item>? { keyboard.drag }

  private func makeDrag() -> RowDrag<Item>? {
    guard let root else { return nil }
    if let drag { return drag }
    let drag = RowDrag(content, content.edits, in: root)
    keyboard.drag = drag
    return drag
  }
}

// MARK: - Dragging to and from elsewhere

extension OutlineView {
  /// Lets rows be dragged to other tables and other programs, which take a copy: a file manager or a browser
  /// takes files, an editor a text.
  ///
  /// ```swift
  /// OutlineView(files) { $0.name }.draggable { .files([$0.item.path]) }
  /// ```
  ///
  /// - Parameter content: What a row is elsewhere; a row for which it is nil is not dragged. Of several that
  ///   are selected, texts are lines, and files are listed.
  @discardableResult
  public func draggable(
    _ content: @escaping @MainActor (OutlineRow<Item>) -> DraggedContent?
  ) -> Self {
    makeDrag()?.content = content
    return self
  }

  /// Takes texts and files that are dragged here from other tables and other programs; a mark shows where
  /// they would fall.
  ///
  /// ```swift
  /// view.onDrop { content, parent, index in
  ///   let nodes = content.lines.map { Node($0) }
  ///   view.change { try? $0.edit { try $0.insert(nodes, under: parent, at: index) } }
  ///   return true
  /// }
  /// ```
  ///
  /// - Parameter take: Called with what was dropped, the node under which it fell (nil: the roots), and the
  ///   place among that node's children. Returns false for what is not wanted.
  @discardableResult
  public func onDrop(
    _ take: @escaping @MainActor (DraggedContent, _ parent: NodeID?, _ index: Int) -> Bool
  ) -> Self {
    makeDrag()?.take = take
    return self
  }
}
