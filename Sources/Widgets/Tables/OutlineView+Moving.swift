internal import CGTK
import Outlines

extension OutlineView {
  /// Lets a person move rows: by dragging them, and with Alt and the arrow keys, where Left and Right
  /// change the level. Ctrl+Z takes a move back, Ctrl+Shift+Z makes it again.
  ///
  /// ``OutlineHooks/willMove`` may refuse a move; ``OutlineHooks/didMove`` hears of it.
  ///
  /// ```swift
  /// let view = OutlineView(chapters).movable()
  /// view.hooks.willMove = { move in move.parent != nil }  // no chapter without a book
  /// ```
  @discardableResult
  public func movable() -> Self {
    guard !isMovable else { return self }
    isMovable = true
    listenToDrags()
    return self
  }

  /// Whether there is a move to take back.
  public var canUndoMove: Bool { !moves.done.isEmpty }

  /// Takes back the last move that a person made.
  ///
  /// - Returns: False when there is none, or its place is gone since.
  @discardableResult
  public func undoMove() -> Bool {
    guard let last = moves.done.popLast(), let redo = takeBack(last) else { return false }
    moves.undone.append(redo)
    return true
  }

  /// Makes the last move again that was taken back.
  ///
  /// - Returns: False when there is none, or its place is gone since.
  @discardableResult
  public func redoMove() -> Bool {
    guard let last = moves.undone.popLast(), let undo = takeBack(last) else { return false }
    moves.done.append(undo)
    return true
  }

  private func takeBack(_ undo: OutlineMoveUndo) -> OutlineMoveUndo? {
    var redo: OutlineMoveUndo?
    try? change { outline in
      let made = try outline.takeBack(undo)
      redo = made.redo
      return made.change
    }
    return redo
  }

  /// Makes a move as a person does it, hooks included.
  @discardableResult
  func moveByUser(_ move: OutlineMove) -> Bool {
    guard outline.allows(move), hooks.willMove?(move) ?? true else { return false }
    var undo: OutlineMoveUndo?
    try? change { outline in
      let made = try outline.make(move)
      undo = made.undo
      return made.change
    }
    guard let undo else { return false }
    moves.done.append(undo)
    moves.undone = []
    if let first = move.nodes.first { scroll(to: first, .nearest) }
    hooks.didMove?(move)
    return true
  }

  /// - Returns: True when the key has been dealt with.
  func pressedToMove(_ key: Int, modifiers held: UInt32, at row: OutlineRow<Item>) -> Bool {
    guard isMovable else { return false }
    let (control, shift) = (GDK_CONTROL_MASK.rawValue, GDK_SHIFT_MASK.rawValue)
    switch (Int32(key), held) {
    case (GDK_KEY_z, control): return undoMove()
    case (GDK_KEY_Z, control | shift), (GDK_KEY_z, control | shift), (GDK_KEY_y, control):
      return redoMove()
    case (_, GDK_ALT_MASK.rawValue):
      guard let step = step(key) else { return false }
      if let move = outline.move(row.id, step) {
        moveByUser(move)
        // What was moved into a closed node is to be seen.
        if let row = outline.row(of: row.id) { focus(row: row) }
      }
      return true
    default: return false
    }
  }

  private func step(_ key: Int) -> MoveStep? {
    let isMirrored = gtk_widget_get_direction(rows.list) == GTK_TEXT_DIR_RTL
    return switch Int32(key) {
    case GDK_KEY_Up, GDK_KEY_KP_Up: .up
    case GDK_KEY_Down, GDK_KEY_KP_Down: .down
    case GDK_KEY_Left, GDK_KEY_KP_Left: isMirrored ? .inward : .outward
    case GDK_KEY_Right, GDK_KEY_KP_Right: isMirrored ? .outward : .inward
    default: nil
    }
  }
}

/// The moves of a table that can be taken back, and those that were.
struct MoveHistory {
  var done: [OutlineMoveUndo] = []
  var undone: [OutlineMoveUndo] = []
}
