internal import HikidashiBase

/// A table and its undo history: the state of ``LiveRecords``, without locks or readers.
package struct TransactionHistory: Sendable {
  /// An edit: the states before and after it, and its name.
  private struct Level: Sendable {
    var older: RecordTable
    var newer: RecordTable
    var name: String?
  }

  package private(set) var table: RecordTable
  private var levels: UndoStack<Level>
  private var number = 0

  /// - Parameter limit: How many levels can be undone.
  init(_ table: RecordTable, limit: Int) {
    self.table = table
    levels = UndoStack(limit: limit)
  }

  /// The part of a history that readers see, without its undo levels.
  struct Present: Sendable {
    var table: RecordTable
    var canUndo: Bool
    var canRedo: Bool
    var undoName: String?
    var redoName: String?
  }

  var present: Present {
    Present(
      table: table, canUndo: levels.canUndo, canRedo: levels.canRedo,
      undoName: levels.nextUndo?.name, redoName: levels.nextRedo?.name)
  }

  /// Makes an edited table the current one, and returns the transaction; nil when the edit changed
  /// nothing.
  ///
  /// - Parameters:
  ///   - name: What was done, for an undo menu.
  ///   - changes: What differs from the table before, where that is known already.
  package mutating func commit(
    _ edited: RecordTable, name: String?, changes: RecordChanges? = nil
  ) -> RecordTransaction? {
    let before = table
    guard let transaction = move(to: edited, .edit, name, changes) else { return nil }
    levels.add(Level(older: before, newer: table, name: name))
    return transaction
  }

  /// Makes a table that others have edited the current one, and returns the transaction; nil when
  /// nothing changed. Own edits can still be undone, which leaves the changes of others alone.
  package mutating func takeExternal(_ edited: RecordTable) -> RecordTransaction? {
    move(to: edited, .external, nil)
  }

  /// The table with the last edit undone; nil when there is nothing to undo.
  package func undone() throws(RecordConflict) -> RecordTable? {
    guard let level = levels.nextUndo else { return nil }
    return try table.rebasing(level.older, from: level.newer)
  }

  /// The table with the last undone edit redone; nil when there is nothing to redo.
  package func redone() throws(RecordConflict) -> RecordTable? {
    guard let level = levels.nextRedo else { return nil }
    return try table.rebasing(level.newer, from: level.older)
  }

  /// Makes the result of ``undone()`` the current table.
  package mutating func undo(
    to undone: RecordTable, changes: RecordChanges? = nil
  ) -> RecordTransaction? {
    guard let level = levels.undo() else { return nil }
    return move(to: undone, .undo, level.name, changes)
  }

  /// Makes the result of ``redone()`` the current table.
  package mutating func redo(
    to redone: RecordTable, changes: RecordChanges? = nil
  ) -> RecordTransaction? {
    guard let level = levels.redo() else { return nil }
    return move(to: redone, .redo, level.name, changes)
  }

  /// Removes all edits that could be undone or redone.
  mutating func clearLevels() { levels.clear() }

  private mutating func move(
    to newer: RecordTable, _ kind: RecordTransaction.Kind, _ name: String?,
    _ known: RecordChanges? = nil
  ) -> RecordTransaction? {
    let before = table
    table = newer
    // Numbers that were given out are not given out again, whatever is undone.
    table.nextPosition = max(before.nextPosition, newer.nextPosition)
    let changes = known ?? table.changes(since: before)
    guard !changes.isEmpty else { return nil }
    number += 1
    return RecordTransaction(
      before: before, after: table, kind: kind, name: name, numbers: number...number,
      changes: changes)
  }
}
