public import Storage

/// Bytes in a table of a PostgreSQL database, for many people and machines.
///
/// ```swift
/// let storage = try PostgresByteStorage("postgresql://ann@db.example.org/office")
/// try storage.write(Array("Hello".utf8), to: "drafts/today.txt")
/// ```
///
/// The table is `hikidashi_bytes` with the columns `name`, `content` and `modified` (milliseconds since
/// 1970, by the server's clock). Each change is one transaction; a durable one returns when the
/// server has it on disk, with the others that is soon after. A connection that breaks is made anew,
/// and a change whose answer was lost is looked up: it takes effect once.
///
/// A name holds up to about 500 MB, read and written together.
public final class PostgresByteStorage: ByteStorage {
  let link: PostgresLink

  /// Connects to a database, and makes the table where it is missing.
  ///
  /// - Parameters:
  ///   - url: The database, as `postgresql://user@host:5432/database`. The certificate of a host that
  ///     is not this machine is verified, unless the URL has an `sslmode` that says otherwise.
  ///   - options: The password, and how long to wait.
  /// - Throws: `StorageError.denied` when the server refuses the user or the password, and
  ///   `StorageError.io` when it cannot be reached.
  public init(
    _ url: String, options: PostgresOptions = PostgresOptions()
  ) throws(StorageError) {
    do throws(PostgresError) {
      let url = try PostgresURL(url)
      link = PostgresLink(url, options, StatusBoard(options.onStatus))
      let deadline = link.deadline
      try link.use { [link] wire throws(PostgresError) in
        var backoff = Backoff()
        let connection = try link.connection(&wire, until: deadline, &backoff)
        try Self.makeTable(connection)
      }
    } catch {
      throw StorageError(error, .open, nil)
    }
  }

  deinit { link.close() }

  /// The database, without a password.
  public var place: String { link.url.description }

  private static func makeTable(_ connection: PostgresConnection) throws(PostgresError) {
    let found = try connection.run(
      PostgresStatement("SELECT to_regclass('hikidashi_bytes') IS NOT NULL"))
    if found.bool(0, 0) { return }
    _ = try connection.run([
      PostgresStatement("SELECT pg_advisory_xact_lock($1)", isKept: false) { $0.add(makingLock) },
      PostgresStatement(
        """
        CREATE TABLE IF NOT EXISTS hikidashi_bytes (
          name text COLLATE "C" PRIMARY KEY, content bytea NOT NULL, modified bigint NOT NULL)
        """, isKept: false),
    ])
  }

  public func read(_ name: StorageName) throws(StorageError) -> [UInt8] {
    let bytes = try look(.read, name) { connection throws(PostgresError) -> [UInt8]? in
      let rows = try connection.run(
        PostgresStatement("SELECT content FROM hikidashi_bytes WHERE name = $1") {
          $0.add(name.text)
        })
      return rows.rows > 0 ? rows.array(0, 0) : nil
    }
    guard let bytes else { throw .notFound(failure(.read, name)) }
    return bytes
  }

  public func entry(_ name: StorageName) throws(StorageError) -> StorageEntry? {
    try look(.look, name) { connection throws(PostgresError) in
      let rows = try connection.run(
        PostgresStatement(
          "SELECT octet_length(content), modified FROM hikidashi_bytes WHERE name = $1"
        ) { $0.add(name.text) })
      guard rows.rows > 0 else { return nil }
      return StorageEntry(
        name: name, size: rows.int(0, 0), modified: .milliseconds(rows.int(0, 1)))
    }
  }

  public func list(under folder: StorageName?) throws(StorageError) -> [StorageEntry] {
    let found = try look(.list, folder) { connection throws(PostgresError) in
      let rows = try connection.run(
        PostgresStatement(
          """
          SELECT name, octet_length(content), modified FROM hikidashi_bytes
          WHERE $1 = '' OR name > $1 || '/' AND name < $1 || '0' ORDER BY name
          """
        ) { $0.add(folder?.text ?? "") })
      return (0..<rows.rows).map { (rows.string($0, 0), rows.int($0, 1), rows.int($0, 2)) }
    }
    var entries: [StorageEntry] = []
    for (text, size, modified) in found {
      entries.append(
        StorageEntry(
          name: try StorageName(text), size: size, modified: .milliseconds(modified)))
    }
    return entries
  }

  public func write(
    _ bytes: [UInt8], to name: StorageName, durability: Durability
  ) throws(StorageError) {
    guard bytes.count <= Self.mostBytes else { throw .tooLarge(failure(.write, name)) }
    try change(.write, name, durability) {
      PostgresStatement(
        """
        INSERT INTO hikidashi_bytes (name, content, modified) VALUES ($1, $2, \(Self.now))
        ON CONFLICT (name) DO UPDATE SET content = excluded.content, modified = excluded.modified
        """
      ) {
        $0.add(name.text)
        $0.add(bytes: bytes)
      }
    }
  }

  public func append(
    _ bytes: [UInt8], to name: StorageName, durability: Durability
  ) throws(StorageError) {
    guard bytes.count <= Self.mostBytes else { throw .tooLarge(failure(.append, name)) }
    try change(.append, name, durability) {
      PostgresStatement(
        """
        INSERT INTO hikidashi_bytes AS old (name, content, modified) VALUES ($1, $2, \(Self.now))
        ON CONFLICT (name)
        DO UPDATE SET content = old.content || excluded.content, modified = excluded.modified
        """
      ) {
        $0.add(name.text)
        $0.add(bytes: bytes)
      }
    }
  }

  public func remove(_ name: StorageName, durability: Durability) throws(StorageError) {
    try change(.remove, name, durability) {
      PostgresStatement("DELETE FROM hikidashi_bytes WHERE name = $1") { $0.add(name.text) }
    }
  }

  /// The most bytes that are sent at once; the server takes no message above 1 GB.
  private static let mostBytes = 500_000_000

  /// Milliseconds since 1970 by the server's clock.
  private static let now = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

  /// Taken while tables are made.
  static let makingLock = 0x4869_6B69_6461_7369
}
