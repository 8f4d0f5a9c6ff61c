import FoundationEssentials
public import HikidashiRecords
public import HikidashiStorage

/// The records of notes as a table view edits them: each edit notes when it was made, and new notes who made
/// them.
///
/// ```swift
/// let view = RecordsView(NoteRecords(notes.records, author: "ann"))
/// ```
public final class NoteRecords: SharedRecords {
  private let store: RecordStore
  private let author: String

  /// - Parameter author: Who makes new notes; empty for nobody.
  public init(_ store: RecordStore, author: String) {
    self.store = store
    self.author = author
  }

  public var table: RecordTable { store.table }
  public var keys: RecordKeys { store.keys }
  public var changes: RecordTransactions { store.changes }
  public var canUndo: Bool { store.canUndo }
  public var undoName: String? { store.undoName }
  public var canRedo: Bool { store.canRedo }
  public var redoName: String? { store.redoName }

  public func change(
    _ name: String, _ body: @escaping @Sendable (inout RecordTable) throws -> Void
  ) async throws {
    let author = author
    try await store.edit(name) { table in
      let before = table
      try body(&table)
      try Self.stamp(&table, since: before, author)
    }
  }

  private static func stamp(
    _ table: inout RecordTable, since before: RecordTable, _ author: String
  ) throws {
    let changes = table.changes(since: before)
    let now = Date()
    for number in changes.updated {
      try table.update(number) { $0[NoteFields.changed] = now }
    }
    for number in changes.inserted {
      try table.update(number) { draft in
        // A file that is read may say.
        if draft[NoteFields.created] == NoteFields.unknownDate { draft[NoteFields.created] = now }
        if draft[NoteFields.changed] == NoteFields.unknownDate { draft[NoteFields.changed] = now }
        if draft[NoteFields.author].isEmpty { draft[NoteFields.author] = author }
      }
    }
  }

  public func undo() async throws -> Bool { try await store.undo() }

  public func redo() async throws -> Bool { try await store.redo() }
}
