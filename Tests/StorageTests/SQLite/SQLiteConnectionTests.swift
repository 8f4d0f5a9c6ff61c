import CHikidashiSQLite
import Foundation
import Glibc
import HikidashiBase
import HikidashiStorage
import TestSupport
import Testing

/// The layer over SQLite that stores stand on.
@Suite struct SQLiteConnectionTests {
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.url.appendingPathComponent("data/cards.db").path
  }

  private static let id: Int32 = 0x4844_0001

  private func open(
    version: Int = 1, id: Int32 = id, timeout: Duration = .seconds(10), vfs: String? = nil
  ) throws(SQLiteError) -> SQLiteConnection {
    let options = SQLiteOptions(
      applicationID: id, version: version, busyTimeout: timeout, vfs: vfs)
    return try SQLiteConnection(path, options) { session, version throws(SQLiteError) in
      if version == 0 {
        try session.execute(
          """
          CREATE TABLE card (id INTEGER PRIMARY KEY, name TEXT UNIQUE, rate REAL, picture BLOB)
          """)
      }
    }
  }

  private func add(_ name: String, to connection: SQLiteConnection) throws(SQLiteError) {
    try connection.write { session throws(SQLiteError) in
      let insert = try session.statement("INSERT INTO card (name) VALUES (?)")
      try insert.bind(name, at: 0)
      try insert.run()
    }
  }

  private func names(_ connection: SQLiteConnection) throws(SQLiteError) -> [String] {
    try connection.read { session throws(SQLiteError) in
      let select = try session.statement("SELECT name FROM card ORDER BY id")
      var names: [String] = []
      while try select.step() { names.append(select.string(0)) }
      return names
    }
  }

  private func kind(_ body: () throws(SQLiteError) -> Void) -> SQLiteError.Kind? {
    do throws(SQLiteError) { try body() } catch { return error.kind }
    return nil
  }

  @Test func everyTypeComesBack() throws {
    let connection = try open()
    let texts = ["", "a\0b", "山田", String(repeating: "x", count: 100_000)]
    try connection.write { session throws(SQLiteError) in
      let insert = try session.statement("INSERT INTO card VALUES (?, ?, ?, ?)")
      for (number, text) in texts.enumerated() {
        try insert.bind(number, at: 0)
        try insert.bind(text, at: 1)
        try insert.bind(Double(number) / 3, at: 2)
        try insert.bind(Array(text.utf8), at: 3)
        try insert.run()
      }
      try insert.bind(Int.min, at: 0)
      try insert.bindNull(at: 1)
      try insert.bind(-Double.infinity, at: 2)
      try insert.bindNull(at: 3)
      try insert.run()
    }
    try connection.read { session throws(SQLiteError) in
      let select = try session.statement("SELECT id, name, rate, picture FROM card ORDER BY id")
      #expect(try select.step())
      #expect(select.columnCount == 4)
      #expect(select.int(0) == .min && select.isNull(1) && select.isNull(3))
      #expect(select.double(2) == -.infinity && select.bytes(3) == [] && select.string(1) == "")
      for (number, text) in texts.enumerated() {
        #expect(try select.step())
        #expect(select.int(0) == number && !select.isNull(3))
        #expect(select.string(1) == text && select.bytes(3) == Array(text.utf8))
        #expect(select.double(2) == Double(number) / 3)
      }
      #expect(try !select.step())
    }
  }

  @Test func textsAndBlobsAreBoundWithoutACopy() throws {
    let connection = try open()
    let text = Array("山田".utf8)
    try connection.write { session throws(SQLiteError) in
      let insert = try session.statement("INSERT INTO card (name, picture) VALUES (?, ?)")
      let result = text.withUnsafeBufferPointer { bytes in
        Result { () throws(SQLiteError) in
          try insert.bindText(unowned: bytes, at: 0)
          try insert.bindBlob(unowned: UnsafeRawBufferPointer(bytes), at: 1)
          try insert.run()
          try insert.bindText(unowned: .init(start: nil, count: 0), at: 0)
          try insert.bindBlob(unowned: .init(start: nil, count: 0), at: 1)
          try insert.run()
        }
      }
      try result.get()
    }
    try connection.read { session throws(SQLiteError) in
      let select = try session.statement(
        "SELECT name, picture, typeof(name), typeof(picture) FROM card")
      #expect(try select.step())
      #expect(select.text(unowned: 0).elementsEqual(text) && select.bytes(1) == text)
      #expect(try select.step())
      #expect(select.string(0) == "" && select.string(2) == "text" && select.string(3) == "blob")
      select.reset()
    }
  }

  @Test func fileAndLogAreTheOwnersAlone() throws {
    let connection = try open()
    try add("a", to: connection)
    for file in ["", "-wal", "-shm"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path + file)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
    }
    try connection.use { session throws(SQLiteError) in
      #expect(try session.int("PRAGMA synchronous") == 2)
      #expect(try session.int("PRAGMA foreign_keys") == 1)
      #expect(try session.int("PRAGMA application_id") == Int(Self.id))
      #expect(try session.version() == 1)
      #expect(try session.problems() == [])
    }
  }

  @Test func aTransactionIsAllOrNothing() throws {
    let connection = try open()
    try add("a", to: connection)
    let failure = kind { () throws(SQLiteError) in
      try connection.write { session throws(SQLiteError) in
        try session.execute("INSERT INTO card (name) VALUES ('b')")
        // A statement that stands at a row does not keep the rollback from its work.
        let select = try session.statement("SELECT name FROM card")
        _ = try select.step()
        try session.execute("INSERT INTO card (name) VALUES ('a')")
      }
    }
    #expect(failure == .constraint)
    #expect(try names(connection) == ["a"])
    try add("c", to: connection)
    #expect(try names(connection) == ["a", "c"])
  }

  private enum Refusal: SQLiteFailure, Equatable {
    case sqlite(SQLiteError)
    case own

    init(_ error: SQLiteError) { self = .sqlite(error) }
  }

  @Test func anErrorOfTheCallersOwnRollsBack() throws {
    let connection = try open()
    #expect(throws: Refusal.own) {
      try connection.write { session throws(Refusal) in
        do throws(SQLiteError) {
          try session.execute("INSERT INTO card (name) VALUES ('b')")
        } catch { throw Refusal(error) }
        throw Refusal.own
      }
    }
    #expect(try names(connection) == [])
  }

  @Test func wrongSQLIsToldWithItsText() throws {
    let connection = try open()
    do throws(SQLiteError) {
      try connection.use { session throws(SQLiteError) in _ = try session.statement("SELEC 1") }
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.kind == .program)
      #expect(error.description.contains("SELEC 1"))
      #expect(error.description.contains("syntax error"))
    }
    let beyond = kind { () throws(SQLiteError) in
      try connection.use { session throws(SQLiteError) in
        try session.statement("SELECT ?").bind(1, at: 1)
      }
    }
    #expect(beyond == .program)
  }

  @Test func anotherWriterIsWaitedForAndThenBusy() throws {
    let first = try open()
    let second = try open(timeout: .milliseconds(20))
    try first.write { session throws(SQLiteError) in
      #expect(kind { () throws(SQLiteError) in try add("b", to: second) } == .busy)
      // Readers are not held up.
      #expect(try names(second) == [])
      try session.execute("INSERT INTO card (name) VALUES ('a')")
    }
    try add("b", to: second)
    #expect(try names(first) == ["a", "b"])
  }

  @Test func aNewerFileIsNotTouched() throws {
    do {
      let connection = try open(version: 7)
      try add("a", to: connection)
    }
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(kind { () throws(SQLiteError) in _ = try open() } == .newer(found: 7, known: 1))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try names(try open(version: 8)) == ["a"])
    #expect(
      kind { () throws(SQLiteError) in _ = try open(version: 7) } == .newer(found: 8, known: 7))
  }

  @Test func filesOfOthersAreNotTouched() throws {
    try folder.write("this is no database, and long enough to be looked at", to: "data/cards.db")
    #expect(kind { () throws(SQLiteError) in _ = try open() } == .corrupt)
    #expect(folder.read("data/cards.db")?.hasPrefix("this is no database") == true)
    try FileManager.default.removeItem(atPath: path)
    _ = try open(id: 99)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(kind { () throws(SQLiteError) in _ = try open() } == .foreign)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  /// A database of nobody: tables, but neither an id nor a version.
  @Test func aDatabaseWithoutAnIDIsForeign() throws {
    var database: OpaquePointer?
    try folder.write("", to: "data/cards.db")
    #expect(sqlite3_open(path, &database) == SQLITE_OK)
    #expect(
      sqlite3_exec(database, "CREATE TABLE t (a); INSERT INTO t VALUES (1)", nil, nil, nil) == 0)
    sqlite3_close(database)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(kind { () throws(SQLiteError) in _ = try open() } == .foreign)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test func aDamagedFileIsCorrupt() throws {
    do {
      let connection = try open()
      for number in 0..<500 { try add("name number \(number)", to: connection) }
    }
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.seek(toOffset: 4_096)
    try file.write(contentsOf: Data(repeating: 0xA5, count: 8_192))
    try file.close()
    let connection = try open()
    #expect(kind { () throws(SQLiteError) in _ = try names(connection) } == .corrupt)
    let problems = try connection.use { session throws(SQLiteError) in try session.problems() }
    #expect(!problems.isEmpty)
  }

  @Test func aFileThatVanishesIsToldBeforeACommit() throws {
    let connection = try open()
    try add("a", to: connection)
    try FileManager.default.removeItem(atPath: path)
    #expect(kind { () throws(SQLiteError) in try add("b", to: connection) } == .vanished)
    #expect(kind { () throws(SQLiteError) in try add("c", to: connection) } == .vanished)
  }

  @Test func anUnreachablePlaceIsTold() throws {
    try folder.write("", to: "file")
    let options = SQLiteOptions(applicationID: 1, version: 1)
    for place in ["\(folder.url.path)/file/a.db", "/proc/self/a.db", "/proc/none/a.db"] {
      #expect(throws: SQLiteError.self) { try SQLiteConnection(place, options) }
    }
  }

  @Test func aCopyIsWhole() throws {
    let connection = try open()
    for number in 0..<100 { try add("\(number)", to: connection) }
    let copy = folder.url.appendingPathComponent("copy.db").path
    try connection.copy(to: copy)
    try add("later", to: connection)
    try connection.copy(to: copy + "2")
    try connection.copy(to: copy + "2")
    let options = SQLiteOptions(applicationID: Self.id, version: 1)
    #expect(try names(try SQLiteConnection(copy, options)).count == 100)
    #expect(try names(try SQLiteConnection(copy + "2", options)).count == 101)
    let attributes = try FileManager.default.attributesOfItem(atPath: copy)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(left.filter { $0.hasSuffix(".new") } == [])
    #expect(throws: SQLiteError.self) { try connection.copy(to: "/proc/self/copy.db") }
  }

  @Test func manyThreadsShareAConnection() throws {
    let connection = try open()
    let failures = Guarded<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      do throws(SQLiteError) {
        for number in 0..<25 {
          try connection.write { session throws(SQLiteError) in
            let insert = try session.statement("INSERT INTO card (name) VALUES (?)")
            try insert.bind("\(thread)-\(number)", at: 0)
            try insert.run()
          }
        }
      } catch { failures.withLock { $0.append(error.description) } }
    }
    #expect(failures.withLock { $0 } == [])
    #expect(try names(connection).count == 100)
  }

  @Test func oneCommitOfAnotherIsNoticed() throws {
    let own = try open()
    let other = try open()
    let changes = AsyncSignal()
    let watcher = SQLiteWatcher(own, interval: .milliseconds(50)) { changes.signal() }
    // One's own commits are not told; that of the other is, whenever the kernel says so.
    try add("own", to: own)
    try add("other", to: other)
    #expect(changes.wait())
    #expect(try names(own) == ["own", "other"])
    watcher.cancel()
  }

  /// The kernel tells of the writing, long before there is a commit.
  @Test func aCommitThatTheDiskTakesLongForIsNoticed() async throws {
    try await onOwnThread {
      let files = try SQLiteSyncTests.WatchedFiles()
      let (own, changes) = (try open(), AsyncSignal())
      let watcher = SQLiteWatcher(own) { changes.signal() }
      defer { watcher.cancel() }
      let other = try open(vfs: files.name)
      try add("at once", to: other)
      #expect(changes.wait())
      files.delay(HK_WATCHED_SYNC, microseconds: 7_000_000)
      try add("late", to: other)
      #expect(changes.wait())
      #expect(try names(own) == ["at once", "late"])
    }
  }

  /// Where there is no shared memory, SQLite's usual journal serves: a commit is durable when the folder
  /// that has it no more was synced, too.
  @Test func aFileSystemWithoutSharedMemoryIsSyncedNoLess() throws {
    let folder = try ScratchFolder()
    let options = SQLiteOptions(applicationID: 7, version: 1, vfs: "unix-dotfile")
    let connection = try SQLiteConnection(
      folder.url.appendingPathComponent("file.db").path, options)
    try connection.use { session throws(SQLiteError) in
      #expect(try session.int("PRAGMA synchronous") == 3)
      try session.setSync(.normal)
      #expect(try session.int("PRAGMA synchronous") == 1)
      try session.setSync(.full)
      #expect(try session.int("PRAGMA synchronous") == 3)
    }
  }
}

/// A semaphore that a test waits for, up to a minute.
private final class AsyncSignal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func signal() { semaphore.signal() }

  func wait() -> Bool { semaphore.wait(timeout: .now() + 60) == .success }
}
