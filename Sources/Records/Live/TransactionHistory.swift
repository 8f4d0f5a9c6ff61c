/// A table and how it came to be: the state of ``LiveRecords``, without locks or readers.
struct TransactionHistory: Sendable {
  /// A state to go back or forward to.
  private struct Level: Sendable {
    var table: RecordTable
    var name: String?
  }

  private(set) var table: RecordTable
  /// Older states, the last one the next to go back to, with the names of what led away from them.
  private var undoable: [Level] = []
  /// Newer states, the last one the next to go forward to, with the names of what leads to them.
  private var redoable: [Level] = []
  private let limit: Int
  private var number = 0

  /// - Parameter limit: How many levels can be undone.
  init(_ table: RecordTable, limit: Int) {
    self.table = table
    self.limit = max(0, limit)
  }

  /// What everybody may know of a history, without its levels.
  struct Present: Sendable {
    var table: RecordTable
    var canUndo: Bool
    var canRedo: Bool
    var undoName: String?
    var redoName: String?
  }

  var present: Present {
    Present(
      table: table, canUndo: !undoable.isEmpty, canRedo: !redoable.isEmpty,
      undoName: undoable.last?.name, redoName: redoable.last?.name)
  }

  /// Takes an edited table; nil when the edit changed nothing.
  mutating func commit(_ edited: RecordTable, name: String?) -> RecordTransaction? {
    let before = table
    guard let transaction = move(to: edited, .edit, name) else { return nil }
    redoable = []
    undoable.append(Level(table: before, name: name))
    if undoable.count > limit { undoable.removeFirst(undoable.count - limit) }
    return transaction
  }

  /// Goes back to the state before the last edit; nil when there is none.
  mutating func undo() -> RecordTransaction? {
    guard let level = undoable.popLast() else { return nil }
    redoable.append(Level(table: table, name: level.name))
    return move(to: level.table, .undo, level.name)
  }

  /// Goes forward to the state that was undone last; nil when there is none.
  mutating func redo() -> RecordTransaction? {
    guard let level = redoable.popLast() else { return nil }
    undoable.append(Level(table: table, name: level.name))
    return move(to: level.table, .redo, level.name)
  }

  /// Forgets what could be undone and redone.
  mutating func clearLevels() {
    undoable = []
    redoable = []
  }

  private mutating func move(
    to newer: RecordTable, _ kind: RecordTransaction.Kind, _ name: String?
  ) -> RecordTransaction? {
    let before = table
    table = newer
    // Numbers that were given out are not given out again, whatever is undone.
    table.nextPosition = max(before.nextPosition, newer.nextPosition)
    let changes = table.changes(since: before)
    guard !changes.isEmpty else { return nil }
    number += 1
    return RecordTransaction(
      before: before, after: table, kind: kind, name: name, numbers: number...number,
      changes: changes)
  }
}
