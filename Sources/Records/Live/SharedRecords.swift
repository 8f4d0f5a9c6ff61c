/// Records that several parts of a program share, wherever they are kept: what a view of them needs to
/// show them, to edit them, and to take the last edit back.
///
/// ``LiveRecords`` are such, and so is a store that keeps them in a file or a database.
public protocol SharedRecords: AnyObject, Sendable {
  /// The records as they are now.
  var table: RecordTable { get }
  /// Their keys: what must be unique, and which records share a key though they should not. No keys,
  /// if nothing is said.
  var keys: RecordKeys { get }
  /// The changes from now on, for one reader.
  var changes: RecordTransactions { get }
  /// Whether there is an edit to take back.
  var canUndo: Bool { get }
  /// The name of the edit that ``takeBack()`` would undo.
  var undoName: String? { get }
  /// Whether there is an edit to make again, which was taken back.
  var canRedo: Bool { get }
  /// The name of the edit that ``makeAgain()`` would redo.
  var redoName: String? { get }

  /// Makes edits that take effect together, or not at all when `body` throws.
  ///
  /// - Parameters:
  ///   - name: What was done, for an undo menu.
  ///   - body: Edits the table that it is given; it must not call back.
  func change(
    _ name: String, _ body: @escaping @Sendable (inout RecordTable) throws -> Void
  ) async throws

  /// Takes back the last edit; whether there was one.
  func takeBack() async throws -> Bool

  /// Makes the edit again that was taken back last; whether there was one.
  func makeAgain() async throws -> Bool
}

extension SharedRecords {
  public var keys: RecordKeys { RecordKeys(table) }
}

extension LiveRecords: SharedRecords {
  public func change(
    _ name: String, _ body: @escaping @Sendable (inout RecordTable) throws -> Void
  ) async throws {
    try edit(name, body)
  }

  public func takeBack() async throws -> Bool { undo() }

  public func makeAgain() async throws -> Bool { redo() }
}
