public import FoundationEssentials
public import HikidashiBase
public import HikidashiRecords

/// Records in a database that are read by the page, in the order of a date, and never all at once: for more
/// than fit in memory.
///
/// ```swift
/// let posts = try PagedRecordStore(
///   schema, at: path, key: id, order: published, lookups: [subject], marks: [isRead], words: [text])
/// try posts.put([id.column(ids), text.column(texts), published.column(dates)])
/// let newest = try posts.page(.before, of: nil, limit: 200)
/// let next = try posts.page(.before, of: newest.last, limit: 200)
/// try posts.mark(isRead, posts.numbers(.after, of: place))
/// for number in try posts.search(TextQuery("drawer"), limit: 1_000) { … }
/// ```
///
/// A page is a ``RecordTable`` of its own, which is searched and sorted as any other. For records that fit in
/// memory, ``RecordStore`` does more: it undoes, merges what several have edited, and has other destinations.
///
/// Each call that writes is one transaction, which is on the disk when the call returns unless it says otherwise. Any number of threads
/// and processes may use the file; reading does not wait for writing, and four threads read beside one another. All calls wait for the disk.
///
/// Fields of dates and numbers that hold “not a number” are read so again.
public final class PagedRecordStore: Sendable {
  /// Which side of a place in the order.
  public enum Side: Sendable {
    /// What comes before: what is older.
    case before
    /// What comes after: what is newer.
    case after
  }

  /// The fields that the records have.
  public let schema: Schema
  let layout: PagedLayout
  let writer: SQLiteConnection
  let readers: SQLiteReaders
  /// By the session that has read them, as each sees a state of its own.
  let marks = Guarded([ObjectIdentifier: PagedMarks]())
  /// Whether the writer is prepared for very many records.
  let bulk = Guarded(false)

  static let applicationID: Int32 = 0x484B_7067
  static let version = 1

  /// Opens a store, which is made where it is missing.
  ///
  /// - Parameters:
  ///   - schema: The fields that the records have.
  ///   - path: Where the file is, or will be.
  ///   - key: The field that names a record.
  ///   - order: The field that pages are in the order of; records of one date are in the order of the bytes
  ///     of their keys. Without it there are no pages.
  ///   - lookups: Fields whose values records are found by.
  ///   - marks: Fields that are kept as bits, apart from the records, so that 100,000 are set as fast as one.
  ///   - words: Fields of text whose words are found.
  ///   - annotations: Fields that ``put(_:isSynced:)`` leaves as they are where a record is there.
  /// - Throws: ``StoreError`` where there can be no file, or it holds records of another schema.
  /// - Complexity: O(1)
  public init(
    _ schema: Schema, at path: String, key: Field<String>, order: Field<Date>? = nil,
    lookups: [Field<String>] = [], marks: [Field<Bool>] = [], words: [Field<String>] = [],
    annotations: [any FieldHandle] = []
  ) throws(StoreError) {
    self.schema = schema
    let layout = PagedLayout(
      schema, key: key.definition, order: order?.definition, lookups: lookups.map(\.definition),
      marks: marks.map(\.definition), words: words.map(\.definition),
      annotations: annotations.map(\.definition))
    self.layout = layout
    do throws(SQLiteError) {
      // Records with long texts are added faster on large pages, and single ones changed faster on small ones.
      let options = SQLiteOptions(
        applicationID: Self.applicationID, version: Self.version, pageSize: 8_192)
      writer = try SQLiteConnection(path, options) { session, found throws(SQLiteError) in
        if found == 0 { try layout.make(session) }
      }
      readers = SQLiteReaders(path, options)
    } catch {
      throw SQLiteBackend.error(error, .open, path: path, place: path)
    }
    let stored = try read { session throws(SQLiteError) in
      let select = try session.statement("SELECT layout FROM hikidashi_layout")
      defer { select.reset() }
      return try select.step() ? select.string(0) : ""
    }
    guard stored == layout.description else {
      throw .otherSchema(place: path, reason: layout.difference(from: stored))
    }
  }

  /// The path of the file.
  public var path: String { writer.path }

  /// How many records there are.
  ///
  /// - Throws: ``StoreError``
  /// - Complexity: O(*n*) in pages of the file's smallest index, some 10 ms for a million records
  public func count() throws(StoreError) -> Int {
    try read { session throws(SQLiteError) in try session.int("SELECT count(*) FROM record") }
  }

  /// Calls `body` after each change by others, whether they are other stores of this process or other
  /// processes, until the token is cancelled or released.
  public func onChangeElsewhere(_ body: @escaping @Sendable () -> Void) -> ObservationToken {
    // The writer sees the commits of all others, and no commit of its own.
    let watcher = SQLiteWatcher(writer, onChange: body)
    return ObservationToken { watcher.cancel() }
  }

  func read<Result: Sendable>(
    _ body: (SQLiteSession) throws(SQLiteError) -> Result
  ) throws(StoreError) -> Result {
    do throws(SQLiteError) { return try readers.read(body) } catch {
      throw SQLiteBackend.error(error, .read, path: path, place: path)
    }
  }

  func write<Result: Sendable>(
    isSynced: Bool = true, _ body: (SQLiteSession) throws(SQLiteError) -> Result
  ) throws(StoreError) -> Result {
    do throws(SQLiteError) {
      if isSynced { return try writer.write(body) }
      return try writer.use { session throws(SQLiteError) in
        try session.setSync(.normal)
        defer { try? session.setSync(.full) }
        return try session.transaction(.writing, body)
      }
    } catch {
      throw SQLiteBackend.error(error, .write, path: path, place: path)
    }
  }
}

/// A place in the order of a ``PagedRecordStore``: that of a record, whether or not it is there.
public struct PagedPlace: Hashable, Sendable {
  /// The date of the record.
  public var date: Date
  /// Its key.
  public var key: String

  /// Makes a place.
  public init(_ date: Date, key: String) {
    self.date = date
    self.key = key
  }
}
