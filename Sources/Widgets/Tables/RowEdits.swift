internal import HikidashiBase
internal import HikidashiOutlines

/// What a person changes in the rows of a table: each step can be taken back and made again.
@MainActor
final class RowEdits<Item: Sendable> {
  /// A row that was removed from a table without levels, and where it stood.
  struct Placed: Sendable {
    var id: NodeID
    var item: Item
    var index: Int
  }

  /// What has to be done to take a step back.
  private enum Step: Sendable {
    case move(OutlineMoveUndo)
    case insert([Placed])
    case remove([NodeID])
  }

  // The rows hold it.
  private unowned let rows: OutlineRows<Item>
  private var steps = UndoStack<Step>()
  /// Called after a step was made, taken back or made again, except for moves that are told otherwise.
  var didEdit: (@MainActor (TableEdit<Item>) -> Void)?

  init(_ rows: OutlineRows<Item>) { self.rows = rows }

  var canUndo: Bool { steps.canUndo }
  var canRedo: Bool { steps.canRedo }

  /// - Returns: False when there is nothing to take back, or its place is gone since.
  func undo() -> Bool {
    guard let last = steps.undo() else { return false }
    let redo = make(last)
    steps.nextRedo = redo
    return redo != nil
  }

  /// - Returns: False when there is nothing to make again, or its place is gone since.
  func redo() -> Bool {
    guard let last = steps.redo() else { return false }
    let undo = make(last)
    steps.nextUndo = undo
    return undo != nil
  }

  func end() {
    steps.clear()
    didEdit = nil
  }

  /// Makes a move as a person does it, hooks included.
  @discardableResult
  func move(_ move: OutlineMove) -> Bool {
    guard rows.outline.allows(move), rows.hooks.willMove?(move) ?? true else { return false }
    var undo: OutlineMoveUndo?
    try? rows.change { outline in
      let made = try outline.make(move)
      undo = made.undo
      return made.change
    }
    guard let undo else { return false }
    steps.add(.move(undo))
    if let first = move.nodes.first { rows.scroll(to: first, .nearest) }
    rows.events.onMove?(move)
    tellMoved(move.nodes)
    return true
  }

  /// Removes rows of a table without levels.
  @discardableResult
  func remove(_ ids: [NodeID]) -> Bool {
    guard let step = removing(ids) else { return false }
    steps.add(step)
    return true
  }

  /// Inserts rows into a table without levels; those that come first have the lowest places.
  @discardableResult
  func insert(_ new: [Placed]) -> Bool {
    guard let step = inserting(new) else { return false }
    steps.add(step)
    return true
  }

  /// - Returns: What makes the opposite; nil when it could not be made.
  private func make(_ step: Step) -> Step? {
    switch step {
    case .insert(let placed): return inserting(placed)
    case .remove(let ids): return removing(ids)
    case .move(let undo):
      var redo: OutlineMoveUndo?
      try? rows.change { outline in
        let made = try outline.undo(undo)
        redo = made.redo
        return made.change
      }
      if redo != nil { tellMoved(undo.nodes) }
      return redo.map { .move($0) }
    }
  }

  private func removing(_ ids: [NodeID]) -> Step? {
    let placed = ids.compactMap { id -> Placed? in
      guard let item = rows.outline.item(of: id), let index = rows.outline.position(of: id) else {
        return nil
      }
      return Placed(id: id, item: item, index: index)
    }.sorted { $0.index < $1.index }
    guard let first = placed.first else { return nil }
    let row = rows.outline.row(of: first.id)
    let hadFocus = rows.list.focusedRow != nil
    try? rows.change { outline in
      try outline.edit { (editor) throws(OutlineError) in
        for row in placed { try editor.remove(row.id) }
      }
    }
    // What comes to stand there has the keyboard next.
    if hadFocus, let row, rows.outline.rowCount > 0 {
      rows.list.focus(row: min(row, rows.outline.rowCount - 1))
    }
    didEdit?(.removed(placed.map(\.item)))
    return .insert(placed)
  }

  private func inserting(_ placed: [Placed]) -> Step? {
    let new = placed.filter { !rows.outline.contains($0.id) }
    guard let first = new.first else { return nil }
    try? rows.change { outline in
      try outline.edit { (editor) throws(OutlineError) in
        for row in new {
          let index = min(max(row.index, 0), editor.childCount(of: nil) ?? 0)
          try editor.insert([Node(row.item, id: row.id)], under: nil, at: index)
        }
      }
    }
    if let row = rows.outline.row(of: first.id) { rows.list.focus(row: row) }
    didEdit?(.inserted(new.map(\.item)))
    return .remove(new.map(\.id))
  }

  private func tellMoved(_ nodes: [NodeID]) {
    guard let didEdit else { return }
    didEdit(.moved(nodes.compactMap { rows.outline.item(of: $0) }))
  }
}
