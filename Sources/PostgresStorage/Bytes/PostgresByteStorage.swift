public import HikidashiStorage

/// Stores bytes in a table of a PostgreSQL database, which many users and machines can share.
///
/// ```swift
/// let storage = try PostgresByteStorage("postgresql://ann@db.example.org/office")
/// try storage.write(Array("Hello".utf8), to: "drafts/today.txt")
/// ```
///
/// The table is `hikidashi_bytes` with the columns `name`, `content` and `modified` (milliseconds
/// since 1970, by the server's clock). Each change is one transaction. A durable change returns
/// when the server has it on disk; others reach the disk soon after. When a connection breaks, the
/// storage connects again. It looks up a change whose answer was lost, so that the change is made
/// only once.
///
/// A name holds up to about 500 MB, which are read and written as a whole.
public final class PostgresByteStorage: ByteStorage {
  let link: PostgresLink

  /// Connects to a database and creates the table if it is missing.
  ///
  /// - Parameters:
  ///   - url: The database, as `postgresql://user@host:5432/database`. The certificate of a host
  ///     that is not this machine is verified, unless the URL has an `sslmode` that says otherwise.
  ///   - options: The password, and how long to wait.
  /// - Throws: `StorageError.denied` when the server refuses the user or the password, and
  ///   `StorageError.io` when it cannot be reached.
  public init(
    _ url: String, options: PostgresOptions = PostgresOptions()
  ) throws(StorageError) {
    do throws(PostgresError) {
      let url = try PostgresURL(url)
      link = PostgresLink(url, options, ConnectionBoard(options.onStatus))
      let deadline = link.deadline
      try link.use { [link] wire throws(PostgresError) in
        var failures = 0
        let connection = try link.connection(&wire, until: deadline, &failures)
        try Self.makeTable(connection)
      }
    } catch {
      throw StorageError(error, .open, nil)
    }
  }

  deinit { link.close() }

  /// The URL of the database, without the password.
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

  /// Returns the bytes stored under `name`.
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

  /// Returns the size and the modification time of what is stored under `name`; nil if nothing is.
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

  /// Returns the entries below `folder` at any depth, or all if it is nil, in the order of names.
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

  /// Stores `bytes` under `name` and replaces what was there, in one transaction.
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

  /// Appends `bytes` to what is stored under `name`, in one transaction.
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

  /// Removes what is stored under `name`, in one transaction.
  public func remove(_ name: StorageName, durability: Durability) throws(StorageError) {
    try change(.remove, name, durability) {
      PostgresStatement("DELETE FROM hikidashi_bytes WHERE name = $1") { $0.add(name.text) }
    }
  }

  /// The greatest number of bytes sent at once; the server accepts no message above 1 GB.
  private static let mostBytes = 500_000_000

  /// Milliseconds since 1970 by the server's clock.
  private static let now = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

  /// The advisory lock that is held while tables are made.
  static let makingLock = 0x4869_6B69_6461_7369
}

// MARK: - Changes

extension PostgresByteStorage {
  /// Runs a read and repeats it on a new connection if the old one breaks.
  func look<Result: Sendable>(
    _ operation: StorageOperation, _ name: StorageName?,
    _ body: (PostgresConnection) throws(PostgresError) -> Result
  ) throws(StorageError) -> Result {
    do throws(PostgresError) {
      return try link.retrying(body)
    } catch {
      throw StorageError(error, operation, name)
    }
  }

  /// Makes one change in a transaction of its own.
  func change(
    _ operation: StorageOperation, _ name: StorageName, _ durability: Durability,
    _ statement: () -> PostgresStatement
  ) throws(StorageError) {
    let change = ByteChange(
      name: name, isRemoving: operation == .remove, isDurable: durability == .durable,
      statement: statement())
    let deadline = link.deadline
    let outcome: ByteChange.Outcome
    do throws(PostgresError) {
      outcome = try link.use { wire throws(PostgresError) in
        try change.run(on: link, &wire, until: deadline)
      }
    } catch {
      throw StorageError(error, operation, name)
    }
    switch outcome {
    case .done: return
    case .missing: throw .notFound(failure(operation, name))
    case .taken(let other):
      throw .nameTaken(failure(operation, name), by: try StorageName(other))
    }
  }

  func failure(_ operation: StorageOperation, _ name: StorageName?) -> StorageFailure {
    StorageFailure(operation, name, place: place)
  }
}

/// One change of a name, with what is needed to repeat it.
private struct ByteChange {
  let name: StorageName
  let isRemoving: Bool
  let isDurable: Bool
  let statement: PostgresStatement

  enum Outcome: Sendable {
    case done, missing
    case taken(by: String)
  }

  func run(
    on link: PostgresLink, _ wire: inout PostgresLink.Wire, until deadline: ContinuousClock.Instant
  ) throws(PostgresError) -> Outcome {
    var failures = 0
    while true {
      var number: Int?
      do throws(PostgresError) {
        let connection = try link.connection(&wire, until: deadline, &failures)
        let (begun, obstacle) = try begin(connection)
        if let obstacle {
          if !connection.rollBack() { link.drop(&wire) }
          return obstacle
        }
        number = begun
        _ = try connection.run([statement, PostgresStatement("COMMIT")])
        return .done
      } catch {
        guard error.isPassing else {
          if let connection = wire.connection, !connection.rollBack() { link.drop(&wire) }
          throw error
        }
        link.drop(&wire)
        guard link.pause(after: &failures, until: deadline) else { throw error }
        guard let number else { continue }
        if try wasDone(number, on: link, &wire, until: deadline, &failures) { return .done }
      }
    }
  }

  /// Begins a transaction, waits for transactions that change neighbouring names, and checks that
  /// the change can be made; returns the transaction's number.
  private func begin(
    _ connection: PostgresConnection
  ) throws(PostgresError) -> (number: Int, obstacle: Outcome?) {
    // Locks the first component: a folder and a name can conflict only if they share it.
    let results = try connection.run([
      PostgresStatement("BEGIN"),
      PostgresStatement(
        """
        SELECT set_config('synchronous_commit', $1, true)
        WHERE $1 = 'off' OR current_setting('synchronous_commit') = 'off'
        """
      ) { $0.add(isDurable ? "on" : "off") },
      PostgresStatement("SELECT pg_advisory_xact_lock(1214998121, hashtext($1))") {
        $0.add(name.components.first ?? "")
      },
      PostgresStatement("SELECT txid_current()"),
      PostgresStatement(
        """
        SELECT name FROM hikidashi_bytes WHERE name = ANY ($2)
        UNION ALL (SELECT $1 FROM hikidashi_bytes
          WHERE name > $1 || '/' AND name < $1 || '0' LIMIT 1)
        """
      ) {
        $0.add(name.text)
        $0.add(folders)
      },
      PostgresStatement("SELECT 1 FROM hikidashi_bytes WHERE name = $1") { $0.add(name.text) },
    ])
    let number = results[3].int(0, 0)
    if isRemoving {
      return (number, results[5].rows == 0 ? .missing : nil)
    }
    return (number, results[4].rows == 0 ? nil : .taken(by: results[4].string(0, 0)))
  }

  private var folders: [String] {
    var found: [String] = []
    var next = name.folder
    while let folder = next {
      found.append(folder.text)
      next = folder.folder
    }
    return found
  }

  /// Returns whether the transaction with this number was committed; waits until it has ended.
  private func wasDone(
    _ number: Int, on link: PostgresLink, _ wire: inout PostgresLink.Wire,
    until deadline: ContinuousClock.Instant, _ failures: inout Int
  ) throws(PostgresError) -> Bool {
    while true {
      let connection = try link.connection(&wire, until: deadline, &failures)
      do throws(PostgresError) {
        let rows = try connection.run(
          PostgresStatement("SELECT coalesce(txid_status($1), '')") { $0.add(number) })
        switch rows.string(0, 0) {
        case "committed": return true
        case "aborted": return false
        case "in progress":
          guard link.pause(.milliseconds(20), until: deadline) else { throw unknown(link) }
        default: throw unknown(link)
        }
      } catch {
        guard error.isPassing, error != unknown(link) else { throw error }
        link.drop(&wire)
      }
    }
  }

  private func unknown(_ link: PostgresLink) -> PostgresError {
    PostgresError(
      .connection, message: "the answer was lost, and whether the change was made is not known",
      place: link.url.description)
  }
}

extension StorageError {
  /// Converts an error of PostgreSQL to one of a storage.
  init(_ error: PostgresError, _ operation: StorageOperation, _ name: StorageName?) {
    let failure = StorageFailure(operation, name, place: error.place, reason: error.reason)
    self =
      switch error.kind {
      case .busy: .busy(failure)
      case .noSpace: .noSpace(failure)
      case .readOnly: .readOnly(failure)
      case .denied, .refused: .denied(failure)
      case .corrupt: .corrupt(failure)
      case .tooLarge: .tooLarge(failure)
      case .missing: .vanished(failure)
      case .badURL, .noLibrary, .connection, .timedOut, .cancelled, .constraint, .changed, .program,
        .store:
        .io(failure)
      }
  }
}
