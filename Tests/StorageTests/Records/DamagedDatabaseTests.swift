import Foundation
import Glibc
import HikidashiBase
import HikidashiRecords
import TestSupport
import Testing

@testable import HikidashiStorage

/// Database files that were cut, changed, or are none.
@Suite struct DamagedDatabaseTests {
  private let folder: ScratchFolder
  private let name = StoreCards.name

  init() throws { folder = try ScratchFolder() }

  private func path(_ file: String) -> String { folder.url.appendingPathComponent(file).path }

  /// A database of some pages, whole without its log.
  private func make(_ file: String) throws -> (bytes: [UInt8], records: PlainRecords) {
    let schema = try StoreCards.schema()
    do {
      let store = try RecordStore(schema, at: .sqlite(path(file)))
      var random = SeededGenerator(seed: 1)
      try store.edit { table in
        for _ in 0..<200 {
          try table.append { draft in StoreCards.fill(&draft, &random, all: true) }
        }
      }
    }
    let store = try RecordStore(schema, at: .sqlite(path(file)))
    let records = PlainRecords(store.table)
    store.close()
    try SQLiteConnection(
      path(file),
      SQLiteOptions(applicationID: SQLiteStorage.applicationID, version: SQLiteStorage.version)
    ).use { session throws(SQLiteError) in
      _ = try session.int("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    return (Array(try Data(contentsOf: URL(fileURLWithPath: path(file)))), records)
  }

  private func open(_ bytes: [UInt8], _ file: String) throws -> Result<PlainRecords, any Error> {
    for ending in ["-wal", "-shm"] { unlink(path(file) + ending) }
    try Data(bytes).write(to: URL(fileURLWithPath: path(file)))
    return Result {
      let store = try RecordStore(StoreCards.schema(), at: .sqlite(path(file)))
      let found = PlainRecords(store.table)
      try store.edit { table in
        try table.append { $0[StoreCards.name] = "new" }
        if let first = table.numbers.first { try table.remove(first) }
      }
      return found
    }
  }

  @Test func aDatabaseThatWasCutIsDamaged() throws {
    let (bytes, records) = try make("made.db")
    // SQLite takes one byte for none: some systems cannot lock a file without.
    for count in stride(from: 2, to: bytes.count, by: 509) {
      switch try open(Array(bytes.prefix(count)), "cut.db") {
      case .success(let found): #expect(found == records, "\(count) of \(bytes.count) bytes")
      case .failure(StoreError.damaged): break
      case .failure(let error): Issue.record("\(count) of \(bytes.count) bytes: \(error)")
      }
    }
  }

  @Test func whateverStandsInADatabaseIsNoTrap() throws {
    let (bytes, _) = try make("made.db")
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<testSteps(200) {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        // Mostly in the first pages, which say what the others are.
        let end = Bool.random(using: &random) ? min(changed.count, 12_288) : changed.count
        changed[Int.random(in: 0..<end, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if case .failure(let error) = try open(changed, "changed.db") {
        #expect(!"\(error)".isEmpty, "seed \(seed)")
      }
    }
  }

  /// What is at the path may be no file at all.
  @Test func whatIsNoFileIsAnErrorAndDoesNotHang() throws {
    let schema = try Schema(name)
    try FileManager.default.createDirectory(
      atPath: path("folder"), withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: path("folder/file")))
    mkfifo(path("pipe"), 0o600)
    symlink(path("nowhere/at/all"), path("dangling"))
    symlink("loop", path("loop"))
    try Data("name\nvalue\n".utf8).write(to: URL(fileURLWithPath: path("text")))
    let paths =
      ["folder", "pipe", "dangling", "loop", "text", "text/below", ""].map { path($0) }
      + ["/dev/null", "/dev/full", "/dev/zero", "/proc/self/status", "", "/", "."]
    for place in paths {
      for destination in [StoreDestination.sqlite(place), .file(place)] {
        let error = #expect(throws: StoreError.self, "\(place)") {
          let store = try RecordStore(schema, at: destination)
          // A folder is no bytes, and is in the way only then.
          try store.edit { _ = try $0.append { $0[StoreCards.name] = "new" } }
        }
        if let error {
          #expect(!"\(error)".contains("mistake in the program"), "\(place): \(error)")
        }
      }
    }
    #expect(folder.read("text") == "name\nvalue\n")
    #expect(access(path("nowhere"), F_OK) != 0)
  }

  /// A file that says it is larger than the memory is one that cannot be read, not the end of the app.
  @Test func aFileLargerThanTheMemoryIsTooLarge() throws {
    let descriptor = Glibc.open(path("large.tsv"), O_CREAT | O_WRONLY, 0o600)
    let isMade = ftruncate(descriptor, 1 << 43) == 0
    close(descriptor)
    // Some file systems have no files of this size.
    guard isMade else { return }
    let error = openingError(try Schema(name), at: .file(path("large.tsv")))
    guard case .storage(.tooLarge)? = error else {
      Issue.record("\(error as Any)")
      return
    }
  }

  /// Going back must not leave the path without a file: the next start would begin anew.
  @Test func goingBackToWhatIsDamagedTooLeavesWhatIsThere() throws {
    let schema = try StoreCards.schema()
    let place = StoreDestination.sqlite(path("cards.db"))
    do {
      let store = try RecordStore(schema, at: place)
      try store.edit { _ = try $0.append { $0[StoreCards.name] = "one" } }
    }
    try Data("no database".utf8).write(
      to: URL(fileURLWithPath: path("cards.db" + SnapshotFile.previous)))
    let before = try Data(contentsOf: URL(fileURLWithPath: path("cards.db")))
    #expect(throws: StoreError.self) { try place.goBack() }
    #expect(FileManager.default.contents(atPath: path("cards.db")) == before)
    #expect(try RecordStore(schema, at: place).table.count == 1)
  }

  /// People keep a database elsewhere and leave a link; a file of records is not looked for behind one.
  @Test func aDatabaseMayBeALink() throws {
    let schema = try StoreCards.schema()
    try FileManager.default.createDirectory(
      atPath: path("elsewhere"), withIntermediateDirectories: true)
    symlink("elsewhere/cards.db", path("cards.db"))
    let direct = try RecordStore(schema, at: .sqlite(path("elsewhere/cards.db")))
    let place = StoreDestination.sqlite(path("cards.db"))
    let linked = try RecordStore(schema, at: place)
    try linked.edit { _ = try $0.append { $0[StoreCards.name] = "one" } }
    try direct.refresh()
    #expect(direct.table.values(of: name) == ["one"])
    try linked.keepCopy()
    try direct.edit { _ = try $0.append { $0[StoreCards.name] = "two" } }
    direct.close()
    linked.close()
    try place.goBack()
    #expect(try RecordStore(schema, at: place).table.values(of: name) == ["one"])
    let damaged = try RecordStore(schema, at: .sqlite(path("cards.db.damaged")))
    #expect(damaged.table.values(of: name) == ["one", "two"])

    symlink("elsewhere/cards.db", path("cards.tsv"))
    guard case .storage(.link)? = openingError(schema, at: .file(path("cards.tsv"))) else {
      Issue.record("a link was followed")
      return
    }
  }
}
