import Glibc

/// A storage that keeps its bytes in one SQLite database file.
///
/// ```swift
/// let storage = try SQLiteStorage("/home/me/.local/share/diary.db")
/// try storage.write(Array("Hello".utf8), to: "drafts/today.txt")
/// ```
///
/// The file is made with the rights 0600 and has a table `bytes` with the columns `name`, `content`
/// and `modified` (milliseconds since 1970). It is kept with a write-ahead log; a durable change is
/// one transaction whose commit is synced. Any number of threads and processes may use it.
///
/// A name holds up to 10⁹ bytes, SQLite's usual limit. All of them are read and written together,
/// so that ``FolderStorage`` suits large content better.
public final class SQLiteStorage: ByteStorage {
  let connection: SQLiteConnection

  /// "HKby", for this module's bytes.
  static let applicationID: Int32 = 0x484B_6279
  static let version = 1

  /// Opens the database file at `path`, making it if it is missing.
  ///
  /// - Throws: ``StorageError``, among them ``StorageError/corrupt(_:)``,
  ///   ``StorageError/foreign(_:)`` and ``StorageError/newer(_:found:known:)``, which leave the
  ///   file as it is.
  public convenience init(_ path: String) throws(StorageError) {
    try self.init(
      path, SQLiteOptions(applicationID: Self.applicationID, version: Self.version))
  }

  package init(_ path: String, _ options: SQLiteOptions) throws(StorageError) {
    do throws(SQLiteError) {
      connection = try SQLiteConnection(path, options, prepare: Self.makeTable)
    } catch {
      throw StorageError(error, .open, nil, place: path)
    }
  }

  /// Makes the table in a new file.
  static func makeTable(_ session: SQLiteSession, version: Int) throws(SQLiteError) {
    try session.execute(
      """
      CREATE TABLE bytes (
        name TEXT NOT NULL PRIMARY KEY, content BLOB NOT NULL, modified INTEGER NOT NULL)
      """)
  }

  /// The path of the file, as it was given.
  public var path: String { connection.path }

  /// Returns the bytes stored under `name`.
  public func read(_ name: StorageName) throws(StorageError) -> [UInt8] {
    let bytes = try attempt(.read, name) { session throws(SQLiteError) -> [UInt8]? in
      let select = try session.statement("SELECT content FROM bytes WHERE name = ?")
      defer { select.reset() }
      try select.bind(name.text, at: 0)
      return try select.step() ? select.bytes(0) : nil
    }
    guard let bytes else { throw .notFound(failure(.read, name)) }
    return bytes
  }

  /// Returns the size and the modification time of the bytes of `name`; nil if there are none.
  public func entry(_ name: StorageName) throws(StorageError) -> StorageEntry? {
    try attempt(.look, name) { session throws(SQLiteError) in
      let select = try session.statement(
        "SELECT name, length(content), modified FROM bytes WHERE name = ?")
      defer { select.reset() }
      try select.bind(name.text, at: 0)
      return try select.step() ? Self.entry(select) : nil
    }
  }

  /// Returns the entries below `folder`, or all entries if it is nil, sorted by name.
  public func list(under folder: StorageName?) throws(StorageError) -> [StorageEntry] {
    try attempt(.list, folder) { session throws(SQLiteError) in
      var found: [StorageEntry] = []
      let select = try session.statement(
        """
        SELECT name, length(content), modified FROM bytes
        WHERE ?1 IS NULL OR name > ?1 || '/' AND name < ?1 || '0' ORDER BY name
        """)
      defer { select.reset() }
      if let folder { try select.bind(folder.text, at: 0) } else { try select.bindNull(at: 0) }
      while try select.step() { found.append(Self.entry(select)) }
      return found
    }
  }

  /// Stores `bytes` under `name` in a transaction, replacing any bytes that were there.
  public func write(
    _ bytes: [UInt8], to name: StorageName, durability: Durability
  ) throws(StorageError) {
    try change(.write, name, durability) { session throws(SQLiteError) in
      try Self.store(bytes, name, session, Self.insert)
    }
  }

  /// Appends `bytes` in a transaction to those stored under `name`.
  public func append(
    _ bytes: [UInt8], to name: StorageName, durability: Durability
  ) throws(StorageError) {
    try change(.append, name, durability) { session throws(SQLiteError) in
      // The operator || makes a text of its sides, and the cast a blob of that, byte for byte.
      try Self.store(
        bytes, name, session,
        """
        INSERT INTO bytes (name, content, modified) VALUES (?1, ?2, ?3)
        ON CONFLICT (name) DO UPDATE SET content = CAST(content || ?2 AS BLOB), modified = ?3
        """)
    }
  }

  /// Removes the bytes stored under `name` in a transaction.
  public func remove(_ name: StorageName, durability: Durability) throws(StorageError) {
    try change(.remove, name, durability) { session throws(SQLiteError) in
      try Self.delete(name, session)
    }
  }
}

extension SQLiteStorage {
  /// Stores and removes values as a part of a transaction.
  ///
  /// - Returns: The error of a name that is taken, if any.
  func change(
    _ values: [StorageName: [UInt8]?], _ session: SQLiteSession
  ) throws(SQLiteError) -> StorageError? {
    // A name that is a folder now may be free when others are gone.
    for (name, value) in values where value == nil { _ = try Self.delete(name, session) }
    for (name, value) in values {
      guard let value else { continue }
      let outcome = try Self.store(value, name, session, Self.insert)
      if case .taken(let other) = outcome { return .nameTaken(failure(.write, name), by: other) }
    }
    return nil
  }

  private enum Outcome: Sendable {
    case done, missing
    case taken(by: StorageName)
  }

  private func change(
    _ operation: StorageOperation, _ name: StorageName, _ durability: Durability,
    _ body: (SQLiteSession) throws(SQLiteError) -> Outcome
  ) throws(StorageError) {
    let outcome = try attempt(operation, name) { session throws(SQLiteError) in
      try session.setSync(durability == .durable ? .full : .normal)
      return try session.transaction(.writing, body)
    }
    switch outcome {
    case .done: return
    case .missing: throw .notFound(failure(operation, name))
    case .taken(let other): throw .nameTaken(failure(operation, name), by: other)
    }
  }

  private static let insert = """
    INSERT INTO bytes (name, content, modified) VALUES (?1, ?2, ?3)
    ON CONFLICT (name) DO UPDATE SET content = ?2, modified = ?3
    """

  private static func delete(
    _ name: StorageName, _ session: SQLiteSession
  ) throws(SQLiteError) -> Outcome {
    let delete = try session.statement("DELETE FROM bytes WHERE name = ?")
    try delete.bind(name.text, at: 0)
    try delete.run()
    return session.changedRows == 0 ? .missing : .done
  }

  private static func store(
    _ bytes: [UInt8], _ name: StorageName, _ session: SQLiteSession, _ sql: String
  ) throws(SQLiteError) -> Outcome {
    if let other = try nameInTheWay(of: name, session) { return .taken(by: other) }
    let insert = try session.statement(sql)
    defer { insert.clearBindings() }
    try insert.bind(name.text, at: 0)
    try insert.bind(bytes, at: 1)
    try insert.bind(Int(now() / .milliseconds(1)), at: 2)
    try insert.run()
    return .done
  }

  /// The name itself where it is a folder, or the one above it that holds bytes.
  private static func nameInTheWay(
    of name: StorageName, _ session: SQLiteSession
  ) throws(SQLiteError) -> StorageName? {
    let below = try session.statement(
      "SELECT 1 FROM bytes WHERE name > ?1 || '/' AND name < ?1 || '0' LIMIT 1")
    defer { below.reset() }
    try below.bind(name.text, at: 0)
    if try below.step() { return name }
    let above = try session.statement("SELECT 1 FROM bytes WHERE name = ?")
    defer { above.reset() }
    for folder in name.folders {
      try above.bind(folder.text, at: 0)
      if try above.step() { return folder }
    }
    return nil
  }

  private static func entry(_ row: SQLiteStatement) -> StorageEntry {
    StorageEntry(
      name: StorageName(unchecked: row.string(0)), size: row.int(1),
      modified: .milliseconds(row.int(2)))
  }

  private func failure(_ operation: StorageOperation, _ name: StorageName?) -> StorageFailure {
    StorageFailure(operation, name, place: path)
  }

  private func attempt<Result: Sendable>(
    _ operation: StorageOperation, _ name: StorageName?,
    _ body: (SQLiteSession) throws(SQLiteError) -> Result
  ) throws(StorageError) -> Result {
    do throws(SQLiteError) {
      return try connection.use(body)
    } catch {
      throw StorageError(error, operation, name, place: path)
    }
  }
}

extension StorageError {
  /// Converts an error of SQLite to the matching error of a storage.
  package init(
    _ error: SQLiteError, _ operation: StorageOperation, _ name: StorageName?, place: String
  ) {
    let failure = StorageFailure(operation, name, place: place, reason: error.message)
    self =
      switch error.kind {
      case .busy: .busy(failure)
      case .noSpace: .noSpace(failure)
      case .readOnly: .readOnly(failure)
      case .denied: .denied(failure)
      case .corrupt: .corrupt(failure)
      case .foreign: .foreign(failure)
      case .newer(let found, let known): .newer(failure, found: found, known: known)
      case .vanished: .vanished(failure)
      case .tooLarge: .tooLarge(failure)
      case .io, .constraint, .program: .io(failure)
      }
  }
}
