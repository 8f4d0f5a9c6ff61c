internal import FoundationEssentials
internal import HikidashiBase
public import HikidashiLoading
internal import HikidashiStorage

extension ResponseCache {
  /// Opens a cache in a file, which is made where it is missing; waits for the disk.
  ///
  /// A cache is a help and never an obstacle. A file that is damaged, or another app's, is set aside
  /// as `responses.db.damaged` and begun anew. One that a newer version of the app has written is left
  /// alone. Where the file cannot be used, nothing is kept. Several processes may share a file.
  ///
  /// - Parameters:
  ///   - path: Where the file is, or will be.
  ///   - limit: The bytes of bodies that are kept at most. A body of more than a quarter of it, or of
  ///     more than ``longestBody`` bytes, is not kept.
  public convenience init(_ path: String, limit: Int = 256 << 20) {
    self.init(SQLiteResponseStorage(path), limit: limit)
  }
}

/// Responses in an SQLite database.
final class SQLiteResponseStorage: ResponseCacheStorage {
  private static let options = SQLiteOptions(
    applicationID: 0x484B_4C43, version: 3, busyTimeout: .seconds(2))

  private static let responses = """
    CREATE TABLE response (
      key TEXT PRIMARY KEY, head BLOB NOT NULL, body BLOB NOT NULL,
      hash INTEGER NOT NULL, confirmed INTEGER NOT NULL, used INTEGER NOT NULL);
    CREATE INDEX response_used ON response (used)
    """
  /// What version 2 did not have.
  private static let sizes = """
    CREATE TABLE size (bytes INTEGER NOT NULL);
    INSERT INTO size SELECT coalesce(sum(length(body)), 0) FROM response;
    CREATE TRIGGER response_added AFTER INSERT ON response BEGIN
      UPDATE size SET bytes = bytes + length(new.body);
    END;
    CREATE TRIGGER response_removed AFTER DELETE ON response BEGIN
      UPDATE size SET bytes = bytes - length(old.body);
    END;
    CREATE TRIGGER response_changed AFTER UPDATE OF body ON response BEGIN
      UPDATE size SET bytes = bytes + length(new.body) - length(old.body);
    END
    """

  private let path: String
  private let connection: Guarded<(SQLiteConnection, SQLiteFile)?>

  init(_ path: String) {
    self.path = path
    connection = Guarded(Self.open(path))
  }

  func removeAll() {
    use { session throws(SQLiteError) in try session.execute("DELETE FROM response") }
  }

  var usage: (count: Int, bytes: Int) {
    use { session throws(SQLiteError) in
      (try session.int("SELECT count(*) FROM response"), try Self.size(session))
    } ?? (0, 0)
  }

  func response(for key: String) -> CachedResponse? {
    let found = use(writes: false) { session throws(SQLiteError) -> CachedResponse? in
      let select = try session.statement(
        "SELECT head, body, hash, confirmed FROM response WHERE key = ?")
      try select.bind(key, at: 0)
      defer { select.reset() }
      guard try select.step() else { return nil }
      guard let head = CachedHead(select.bytes(0))?.head else { return nil }
      return CachedResponse(
        head: head, body: select.bytes(1), hash: UInt64(bitPattern: Int64(select.int(2))),
        confirmed: .milliseconds(select.int(3)))
    }
    return found ?? nil
  }

  func store(_ response: CachedResponse, for key: String, limit: Int) {
    guard let head = CachedHead(response.head).bytes else { return remove(key) }
    use { session throws(SQLiteError) in
      let insert = try session.statement(
        """
        INSERT INTO response (key, head, body, hash, confirmed, used) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (key) DO UPDATE SET head = excluded.head, body = excluded.body,
          hash = excluded.hash, confirmed = excluded.confirmed, used = excluded.used
        """)
      try insert.bind(key, at: 0)
      try insert.bind(head, at: 1)
      try insert.bind(response.body, at: 2)
      try insert.bind(Int(Int64(bitPattern: response.hash)), at: 3)
      try insert.bind(response.confirmed.milliseconds, at: 4)
      try insert.bind(response.confirmed.milliseconds, at: 5)
      try insert.run()
      insert.clearBindings()
      try Self.shrink(session, to: limit, keeping: key)
    }
  }

  func confirm(_ key: String, at now: Duration) {
    use { session throws(SQLiteError) in
      let update = try session.statement(
        "UPDATE response SET confirmed = ?1, used = ?1 WHERE key = ?2")
      try update.bind(now.milliseconds, at: 0)
      try update.bind(key, at: 1)
      try update.run()
    }
  }

  func remove(_ key: String) {
    use { session throws(SQLiteError) in
      let delete = try session.statement("DELETE FROM response WHERE key = ?")
      try delete.bind(key, at: 0)
      try delete.run()
    }
  }

  func touch(_ key: String, at now: Duration) {
    use { session throws(SQLiteError) in
      let update = try session.statement("UPDATE response SET used = ? WHERE key = ?")
      try update.bind(now.milliseconds, at: 0)
      try update.bind(key, at: 1)
      try update.run()
    }
  }

  /// The bytes of all bodies, which triggers count: to add them up at each response would cost as much as there
  /// are responses.
  private static func size(_ session: SQLiteSession) throws(SQLiteError) -> Int {
    try session.int("SELECT bytes FROM size")
  }

  /// Removes the responses that were used longest ago, until the others are within the limit.
  private static func shrink(
    _ session: SQLiteSession, to limit: Int, keeping key: String
  ) throws(SQLiteError) {
    let excess = try size(session) - limit
    guard excess > 0 else { return }
    let delete = try session.statement("DELETE FROM response WHERE key = ?")
    for old in try oldest(session, of: excess, but: key) {
      try delete.bind(old, at: 0)
      try delete.run()
    }
  }

  /// The responses that were used longest ago, so many that their bodies have some bytes or more.
  private static func oldest(
    _ session: SQLiteSession, of bytes: Int, but key: String
  ) throws(SQLiteError) -> [String] {
    let select = try session.statement(
      "SELECT key, length(body) FROM response WHERE key <> ? ORDER BY used, key DESC")
    try select.bind(key, at: 0)
    defer { select.reset() }
    var (keys, left): ([String], Int) = ([], bytes)
    while left > 0, try select.step() {
      keys.append(select.string(0))
      left -= select.int(1)
    }
    return keys
  }
}

extension SQLiteResponseStorage {
  /// Runs `body`, as one transaction if it writes; nil where the file cannot be used. One that turns out to be
  /// damaged is set aside, and the next call has a new one.
  @discardableResult
  private func use<Result: Sendable>(
    writes: Bool = true, _ body: (SQLiteSession) throws(SQLiteError) -> Result
  ) -> Result? {
    guard let (connection, found) = connection.withLock({ $0 }) else { return nil }
    do throws(SQLiteError) {
      return try writes ? connection.write(body) : connection.use(body)
    } catch {
      switch error.kind {
      case .corrupt: reopen(connection) { found.setAside() }
      // Another process has set it aside.
      case .vanished: reopen(connection) {}
      default: break
      }
      return nil
    }
  }

  private func reopen(_ old: SQLiteConnection, after setAside: () -> Void) {
    connection.withLock { connection in
      guard connection?.0 === old else { return }
      connection = nil
      setAside()
      connection = Self.open(path)
    }
  }

  private static func open(_ path: String) -> (SQLiteConnection, SQLiteFile)? {
    for _ in 0..<2 {
      let found = SQLiteFile(path)
      var isOld = false
      do throws(SQLiteError) {
        let connection = try SQLiteConnection(path, options) {
          session, version throws(SQLiteError) in
          isOld = version == 1
          guard !isOld else { throw SQLiteError(.corrupt, message: "it is old", path: path) }
          if version == 0 { try session.execute(responses) }
          try session.execute(sizes)
        }
        // What a power cut takes from a cache is loaded again.
        try connection.use { session throws(SQLiteError) in try session.setSync(.normal) }
        return (connection, SQLiteFile(path))
      } catch {
        // The keys of version 1 held what requests were sent with in clear, and its bodies may have
        // been cut off: nobody is to find them in a copy.
        if isOld {
          found.remove()
        } else if [.corrupt, .foreign].contains(error.kind) {
          found.setAside()
        } else {
          return nil
        }
      }
    }
    return nil
  }
}

/// A head as it is kept.
private struct CachedHead: Codable {
  private var url: String?
  private var status: Int?
  private var names: [String]
  private var values: [String]

  init(_ head: ResponseHead) {
    url = head.url?.absoluteString
    status = head.status
    // A cookie is for the one who was sent it, and for then.
    let fields = head.headers.filter { $0.name.lowercased() != "set-cookie" }
    names = fields.map(\.name)
    values = fields.map(\.value)
  }

  init?(_ bytes: [UInt8]) {
    guard let head = try? JSONDecoder().decode(CachedHead.self, from: Data(bytes)) else {
      return nil
    }
    self = head
  }

  var bytes: [UInt8]? { (try? JSONEncoder().encode(self)).map { Array($0) } }

  var head: ResponseHead {
    let fields = zip(names, values).map { HeaderFields.Field($0, $1) }
    let url = url.flatMap { URL(string: $0) }
    guard let status else { return ResponseHead(url: url, headers: HeaderFields(fields)) }
    return ResponseHead(http: status, headers: HeaderFields(fields), url: url)
  }
}
