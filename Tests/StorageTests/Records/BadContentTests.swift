import Foundation
import HikidashiBase
import HikidashiRecords
import HikidashiStorageTesting
import TestSupport
import Testing

@testable import HikidashiStorage

/// Files and databases that hold what no store has written.
@Suite struct BadContentTests {
  private let folder: ScratchFolder
  private let name = StoreCards.name

  init() throws { folder = try ScratchFolder() }

  private func path(_ file: String) -> String { folder.url.appendingPathComponent(file).path }

  private func database(_ change: String) throws -> StoreError? {
    let place = StoreDestination.sqlite(path("cards.db"))
    let schema = try StoreCards.schema()
    let store = try RecordStore(schema, at: place)
    if store.table.isEmpty { try store.edit { try $0.append { $0[StoreCards.name] = "one" } } }
    try SQLiteConnection(
      path("cards.db"),
      SQLiteOptions(
        applicationID: SQLiteStorage.applicationID, version: SQLiteStorage.version)
    ).use { session throws(SQLiteError) in try session.execute(change) }
    // The one that is open meets it first.
    do {
      try store.refresh()
      try store.edit { try $0.append { $0[StoreCards.name] = "two" } }
    } catch let error as StoreError {
      return error
    }
    store.close()
    let again = try RecordStore(schema, at: place)
    #expect(PlainRecords(again.table) == PlainRecords(store.table))
    return nil
  }

  private enum Suit: String, FieldValue { case hearts, spades }

  /// With a note in the log of changes, and with one that says nothing.
  @Test(arguments: [true, false])
  func aValueThatTheFieldDoesNotKnowIsRefused(isLogged: Bool) throws {
    let place = StoreDestination.sqlite(path("suits.db"))
    let suit = Field<Suit>("suit")
    let store = try RecordStore(Schema(suit), at: place)
    try store.edit { try $0.append { $0[suit] = .hearts } }
    try SQLiteConnection(
      path("suits.db"),
      SQLiteOptions(
        applicationID: SQLiteStorage.applicationID, version: SQLiteStorage.version)
    ).write { session throws(SQLiteError) in
      try session.execute(
        """
        UPDATE records SET suit = 'swords';
        INSERT INTO hikidashi_change
          SELECT store, sequence + 1, next_number, \(isLogged ? "records" : "NULL")
          FROM hikidashi_change ORDER BY sequence DESC LIMIT 1
        """)
    }
    #expect(throws: StoreError.self) { try store.refresh() }
    #expect(store.table.values(of: suit) == [.hearts])
    #expect(throws: StoreError.self) { try RecordStore(Schema(suit), at: place) }
  }

  /// Every beginning of a file, and every byte of it changed, is an error and never other records.
  @Test(arguments: ["cards.tsv", "cards.jsonl"]) func everyDamageIsFound(_ file: String) throws {
    let schema = try Schema(name, StoreCards.size)
    let storage = MemoryStorage()
    let name = try StorageName(file)
    let place = StoreDestination.bytes(in: storage, name: name)
    let store = try RecordStore(schema, at: place)
    try store.edit { table in
      try table.append { $0[StoreCards.name] = "山田\r\n" }
      try table.append { draft in
        draft[StoreCards.name] = "#"
        draft[StoreCards.size] = 12
      }
    }
    let bytes = try storage.read(name)
    var bad = (0..<bytes.count).map { Array(bytes.prefix($0)) }
    for index in bytes.indices {
      for change in [1, 0x20, 0x80] as [UInt8] {
        var changed = bytes
        changed[index] ^= change
        bad.append(changed)
      }
    }
    bad.append([0xEF, 0xBB, 0xBF] + bytes)
    bad.append(bytes + [10])
    bad.append(Array(String(decoding: bytes, as: UTF8.self).replacing("\n", with: "\r\n").utf8))
    for content in bad {
      try storage.write(content, to: name)
      let error = openingError(schema, at: place)
      switch error {
      case .damaged, .newer: break
      default:
        // Upper and lower case of the checksum's digits are the same number.
        let isCase = zip(content, bytes).allSatisfy { $0 == $1 || $0 ^ $1 == 0x20 }
        #expect(
          isCase && content.count == bytes.count && error == nil,
          "\(String(decoding: content, as: UTF8.self)): \(error as Any)")
      }
      #expect(try storage.read(name) == content)
    }
  }

  @Test(arguments: [Int.max, Int.max - 1, 1 << 62, 1 << 32, 1 << 31])
  func aNextNumberBeyondAllRecordsIsNoTrap(_ next: Int) throws {
    let schema = try StoreCards.schema()
    let storage = MemoryStorage()
    let header = SnapshotHeader(recordCount: 0, nextNumber: next, schema: schema)
    let table = RecordTable(schema)
    let records = try table.bytes(as: .delimited(.tsv(numberColumn: "number")))
    try storage.write(header.file(of: records, .tsv).bytes, to: "cards.tsv")
    do {
      let store = try RecordStore(schema, at: .bytes(in: storage, name: "cards.tsv"))
      try store.edit { _ = try $0.append { $0[StoreCards.name] = "one" } }
    } catch {
      #expect(!"\(error)".isEmpty)
    }
  }

  @Test func whatOtherToolsPutIntoTheCatalogueIsNoTrap() throws {
    for change in [
      "UPDATE hikidashi_change SET sequence = 9223372036854775807 WHERE sequence = 1",
      "UPDATE hikidashi_change SET next_number = 9223372036854775807",
      "UPDATE hikidashi_change SET next_number = -9223372036854775808",
      "UPDATE hikidashi_change SET sequence = -9223372036854775808 WHERE sequence = 1",
      "UPDATE hikidashi_change SET records = x'ffffffffffffffffffff'",
      "UPDATE hikidashi_store SET number_column = 'no such'",
      "UPDATE hikidashi_store SET number_column = 'name'",
      "UPDATE hikidashi_store SET schema = '{'",
      "DELETE FROM hikidashi_change",
      "DELETE FROM hikidashi_store",
      "DROP TABLE hikidashi_change",
      "DROP TABLE hikidashi_exact",
      "UPDATE records SET number = -1",
      "UPDATE records SET number = 9223372036854775807",
      "UPDATE records SET number = 4294967296",
      "DROP TABLE records",
      "ALTER TABLE records DROP COLUMN size",
    ] {
      let error = try? database(change)
      if let error {
        #expect(!"\(error)".contains("mistake in the program"), "\(change): \(error)")
      }
      for ending in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path("cards.db" + ending))
      }
    }
  }

  /// As `sqlite3 cards.db ".restore earlier.db"` does while the app runs.
  @Test func aDatabaseThatWentBackIsReadAnew() throws {
    let place = StoreDestination.sqlite(path("cards.db"))
    let schema = try StoreCards.schema()
    let store = try RecordStore(schema, at: place)
    for text in ["one", "two", "three"] {
      try store.edit { _ = try $0.append { $0[StoreCards.name] = text } }
    }
    try SQLiteConnection(
      path("cards.db"),
      SQLiteOptions(
        applicationID: SQLiteStorage.applicationID, version: SQLiteStorage.version)
    ).write { session throws(SQLiteError) in
      try session.execute(
        """
        DELETE FROM records WHERE number > 0;
        DELETE FROM hikidashi_change WHERE sequence > 1
        """)
    }
    try store.refresh()
    #expect(store.table.values(of: name) == ["one"])
    try store.edit { _ = try $0.append { $0[StoreCards.name] = "four" } }
    let again = try RecordStore(schema, at: place)
    #expect(again.table.values(of: name) == ["one", "four"])
    #expect(PlainRecords(again.table) == PlainRecords(store.table))
  }

  /// A migration that a full disk ends is tried at every start; each try must not leave a copy more.
  @Test func aMigrationThatFailsAgainAndAgainKeepsOneCopy() throws {
    let memory = MemoryStorage()
    let faulty = FaultyStorage(memory)
    let place = StoreDestination.bytes(in: faulty, name: "cards.tsv")
    let store = try RecordStore(try Schema(name), at: place)
    try store.edit { _ = try $0.append { $0[StoreCards.name] = "one" } }
    let before = try memory.read("cards.tsv")
    let newer = try Schema(name, StoreCards.size, version: 2)
    let migrations = [SchemaMigration(to: 2) { $0.add(StoreCards.size) }]
    for _ in 0..<3 {
      // The copy is written, the file is not.
      faulty.add(StorageFault(.fails(.noSpace), atCall: 3, of: .write))
      #expect(openingError(newer, at: place, migrations: migrations) != nil)
      #expect(try memory.read("cards.tsv") == before)
    }
    let migrated = try RecordStore(newer, at: place, migrations: migrations)
    #expect(migrated.table.values(of: name) == ["one"])
    let names = try memory.list().map(\.name.text)
    #expect(names == ["cards.tsv", "cards.tsv.previous", "cards.tsv.version-1"])
    #expect(try memory.read("cards.tsv.version-1") == before)
  }
}
