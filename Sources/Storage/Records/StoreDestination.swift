internal import HikidashiBase
internal import HikidashiRecords

/// The place where a ``RecordStore`` keeps its records, given when the store is opened.
///
/// ```swift
/// let cards = try RecordStore(schema, at: .sqlite("/home/me/.local/share/cards.db"))
/// ```
///
/// Nothing is opened or made until a store is opened there.
public struct StoreDestination: Sendable, CustomStringConvertible {
  /// The name of the place in error messages.
  public let description: String
  package let open: @Sendable () throws(StoreError) -> any RecordBackend
  /// Puts the previous copy in place of what is damaged.
  private let restore: (@Sendable () throws(StoreError) -> Void)?

  /// Creates a destination of another kind.
  package init(
    _ description: String, restore: (@Sendable () throws(StoreError) -> Void)? = nil,
    open: @escaping @Sendable () throws(StoreError) -> any RecordBackend
  ) {
    self.description = description
    self.restore = restore
    self.open = open
  }

  /// A destination in memory; the records are lost with the store.
  public static var memory: StoreDestination {
    StoreDestination("memory") { () throws(StoreError) in MemoryBackend() }
  }

  /// A text file that every edit rewrites durably: for some thousands of records that people want
  /// to read, compare and send.
  ///
  /// The file has one line with a checksum, the schema and the next record number, then the
  /// records, with their numbers. What the file held before the last edit is kept beside it, as
  /// `cards.tsv.previous`. One process at a time.
  ///
  /// - Parameters:
  ///   - path: The file, which is made, with its folder, where it is missing.
  ///   - format: How it is written; JSON Lines where the path ends in `.jsonl` or `.ndjson`, tab-
  ///     separated values otherwise, if not given.
  public static func file(_ path: String, as format: StoreFormat? = nil) -> StoreDestination {
    let format = format ?? StoreFormat(fileName: path)
    let folder = SystemFiles.folder(of: path) ?? "."
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    let makeFile = { @Sendable () throws(StoreError) -> SnapshotFile in
      do throws(StorageError) {
        return SnapshotFile(
          storage: try FolderStorage(folder), name: try StorageName(last), place: path)
      } catch {
        throw .storage(error)
      }
    }
    return StoreDestination(
      path, restore: { () throws(StoreError) in try makeFile().goBack() },
      open: { () throws(StoreError) in FileBackend(try makeFile(), format) })
  }

  /// Bytes in a storage, with the same content as a file of ``file(_:as:)``.
  public static func bytes(
    in storage: any ByteStorage, name: StorageName, as format: StoreFormat? = nil
  ) -> StoreDestination {
    let format = format ?? StoreFormat(fileName: name.text)
    let file = SnapshotFile(storage: storage, name: name, place: name.text)
    return StoreDestination(
      name.text, restore: { () throws(StoreError) in try file.goBack() },
      open: { () throws(StoreError) in FileBackend(file, format) })
  }

  /// A table of an SQLite database: every edit is one durable transaction that writes only what it
  /// changed. Any number of processes may use the file at once, and see each other's edits.
  ///
  /// - Parameters:
  ///   - path: The database file, which is made, with its folder, where it is missing.
  ///   - table: The table's name; one database holds the tables of any number of stores.
  public static func sqlite(_ path: String, table: String = "records") -> StoreDestination {
    .sqlite(path, table: table, vfs: nil)
  }

  package static func sqlite(
    _ path: String, table: String, vfs: String?, busyTimeout: Duration = .seconds(10)
  ) -> StoreDestination {
    let place = place(path, table)
    return StoreDestination(
      place, restore: { () throws(StoreError) in try SQLiteBackend.goBack(path) },
      open: { () throws(StoreError) in
        try SQLiteBackend(path, table: table, place: place, vfs: vfs, busyTimeout: busyTimeout)
      })
  }

  /// A table of a database that is open.
  static func sqlite(_ connection: SQLiteConnection, table: String) -> StoreDestination {
    let place = place(connection.path, table)
    return StoreDestination(
      place, restore: { () throws(StoreError) in try SQLiteBackend.goBack(connection.path) },
      open: { () throws(StoreError) in
        try SQLiteBackend(connection, table: table, place: place)
      })
  }

  private static func place(_ path: String, _ table: String) -> String {
    table == "records" ? path : tr("{} (table “{}”)", path, table)
  }

  /// Restores the previous copy after ``StoreError/damaged(place:reason:previous:)``. The damaged
  /// file is kept beside it, as `cards.tsv.damaged`.
  ///
  /// - Throws: ``StoreError/storage(_:)``, with ``StorageError/notFound(_:)`` where there is no
  ///   copy.
  public func goBack() throws(StoreError) {
    guard let restore else {
      throw .storage(
        .notFound(StorageFailure(.read, place: description, reason: tr("no previous copy is kept")))
      )
    }
    try restore()
  }
}

/// The format of a file of records.
public enum StoreFormat: String, Sendable, CaseIterable {
  /// Tab-separated values, after a first line that begins with `#`.
  case tsv
  /// One JSON object a line, after a first line that describes the file.
  case jsonLines

  /// Chooses the format by the ending of a file's name: `jsonLines` for `.jsonl` and `.ndjson`,
  /// `tsv` for all others.
  public init(fileName: String) {
    if case .jsonObjects? = RecordFormat(fileName: fileName) {
      self = .jsonLines
    } else {
      self = .tsv
    }
  }
}
