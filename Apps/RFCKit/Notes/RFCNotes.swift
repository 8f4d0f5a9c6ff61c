public import FoundationEssentials
public import HikidashiRecords
public import HikidashiStorage

/// The bookmarks, highlights and notes of a person, or of a team that shares them, each kept when the call
/// that makes it returns.
///
/// ```swift
/// let notes = try await RFCNotes.open(at: .sqlite("/home/me/.local/share/rfcviewer/notes.db"))
/// let number = try await notes.add(RFCNote(.bookmark, number: 9110, section: "9.3.1"))
/// for (number, note) in notes.select(NoteSelection(number: 9110)) { print(number, note.address) }
/// ```
public struct RFCNotes: Sendable {
  /// The records, for a view of them.
  public let records: RecordStore

  /// Where a person's own notes are kept, as the XDG base directories have it; nil without a home.
  public static var userPath: String? {
    let home = RFCFolder.path(in: "HOME").map { $0 + "/.local/share" }
    return (RFCFolder.path(in: "XDG_DATA_HOME") ?? home).map { $0 + "/rfcviewer/notes.db" }
  }

  /// Opens the notes, and makes the place where it is missing; waits for the disk.
  ///
  /// - Throws: ``StoreError`` when it cannot be opened or holds something else; nothing is touched then.
  /// - Complexity: O(*n*)
  public init(at destination: StoreDestination) throws(StoreError) {
    records = try RecordStore(
      Self.schema(destination), at: destination, migrations: [.addingFields])
  }

  private init(_ records: RecordStore) { self.records = records }

  /// Opens the notes without blocking the caller's thread.
  ///
  /// - Throws: As ``init(at:)`` does.
  public static func open(at destination: StoreDestination) async throws(StoreError) -> RFCNotes {
    RFCNotes(
      try await RecordStore.open(
        schema(destination), at: destination, migrations: [.addingFields]))
  }

  private static func schema(_ destination: StoreDestination) throws(StoreError) -> Schema {
    do throws(SchemaError) { return try NoteFields.schema() } catch {
      throw .otherSchema(place: destination.description, reason: error.description)
    }
  }

  /// The notes that are wanted, by RFC and place.
  ///
  /// - Complexity: O(*n* · log *n*)
  public func select(_ selection: NoteSelection = NoteSelection()) -> [(RecordNumber, RFCNote)] {
    let table = records.table
    return table.numbers.map { ($0, RFCNote(table[$0])) }.filter { selection.takes($0.1) }
      .sorted { one, other in
        (one.1.number, one.1.place.lowerBound, one.0)
          < (other.1.number, other.1.place.lowerBound, other.0)
      }
  }

  /// The note of a number; nil where it was removed.
  public subscript(number: RecordNumber) -> RFCNote? {
    let table = records.table
    return table.contains(number) ? RFCNote(table[number]) : nil
  }

  /// The numbers of the RFCs that have a bookmark.
  ///
  /// - Complexity: O(*n*)
  public var bookmarked: Set<Int> {
    let table = records.table
    return Set(table.search(NoteFields.kind == .bookmark).map { table[$0, NoteFields.number] })
  }

  /// Keeps a note.
  ///
  /// - Returns: Its number, which no other note ever gets.
  @discardableResult
  public func add(_ note: RFCNote) async throws -> RecordNumber {
    try await records.edit(Self.name(of: .adding, note.kind)) { table in
      try table.append { note.fill(&$0) }
    }
  }

  /// Puts a note in the place of one that is kept, and says that it was changed now.
  ///
  /// - Throws: `RecordError.noSuchRecord` where it was removed meanwhile, and what storing throws.
  public func replace(_ number: RecordNumber, with note: RFCNote, at now: Date = Date())
    async throws
  {
    var note = note
    note.changed = now
    let changed = note
    try await records.edit(Self.name(of: .changing, note.kind)) { table in
      try table.update(number) { changed.fill(&$0) }
    }
  }

  /// Removes notes; numbers that none has are passed over.
  ///
  /// - Returns: How many there were.
  @discardableResult
  public func remove(_ numbers: [RecordNumber]) async throws -> Int {
    let name = trn("Remove a note", "Remove {} notes", numbers.count, numbers.count)
    return try await records.edit(name) { table in
      let there = numbers.filter { table.contains($0) }
      table.removeAll(in: RecordSet(there))
      return there.count
    }
  }

  /// Keeps a note as the asynchronous call does; waits for the disk, for command lines.
  @discardableResult
  public func add(_ note: RFCNote) throws -> RecordNumber {
    try records.edit(Self.name(of: .adding, note.kind)) { table in
      try table.append { note.fill(&$0) }
    }
  }

  /// Removes a note; waits for the disk, for command lines.
  ///
  /// - Throws: `RecordError.noSuchRecord` where there is none, and what storing throws.
  public func remove(_ number: RecordNumber) throws {
    try records.edit(trn("Remove a note", "Remove {} notes", 1, 1)) { try $0.remove(number) }
  }

  private enum Deed { case adding, changing }

  /// What an edit is called where it can be taken back.
  private static func name(of deed: Deed, _ kind: RFCNote.Kind) -> String {
    switch (deed, kind) {
    case (.adding, .bookmark): tr("Add a bookmark")
    case (.adding, .highlight): tr("Highlight")
    case (.adding, .note): tr("Add a note")
    case (.changing, _): tr("Change a note")
    }
  }
}
