/// Records that several parts of a program share, in memory or in a store, as a view needs them to
/// show, edit, undo and redo.
///
/// ``LiveRecords`` are such, and so is a store that keeps them in a file or a database.
public protocol SharedRecords: AnyObject, Sendable {
  /// The records as they are now.
  var table: RecordTable { get }
  /// The unique fields of the records, and the records that break their rules; no fields are unique
  /// by default.
  var keys: RecordKeys { get }
  /// A sequence of the changes from now on, for one reader.
  var changes: RecordTransactions { get }
  /// Whether there is an edit to undo.
  var canUndo: Bool { get }
  /// The name of the edit that ``undo()`` would undo.
  var undoName: String? { get }
  /// Whether there is an edit to redo.
  var canRedo: Bool { get }
  /// The name of the edit that ``redo()`` would redo.
  var redoName: String? { get }

  /// Makes the edits of a closure as one transaction; when `body` throws, nothing is changed.
  ///
  /// - Parameters:
  ///   - name: What was done, for an undo menu.
  ///   - body: Edits the table that it is given; it must not call back.
  func change(
    _ name: String, _ body: @escaping @Sendable (inout RecordTable) throws -> Void
  ) async throws

  /// Undoes the last edit, and returns whether there was one.
  func undo() async throws -> Bool

  /// Redoes the edit that was undone last, and returns whether there was one.
  func redo() async throws -> Bool
}

extension SharedRecords {
  /// The keys of a table in which nothing must be unique.
  public var keys: RecordKeys { RecordKeys(table) }
}

extension LiveRecords: SharedRecords {
  /// Makes the edits of a closure as one transaction, as ``edit(_:_:)`` does.
  public func change(
    _ name: String, _ body: @escaping @Sendable (inout RecordTable) throws -> Void
  ) async throws {
    try edit(name, body)
  }
}
