import CHikidashiSQLite
import Foundation
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing

/// Stores in SQLite: what other tools see, syncs, failures and damage.
@Suite struct SQLiteStoreTests {
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.url.appendingPathComponent("cards.db").path
  }

  /// What a statement gives, as any tool would ask it.
  private func rows(_ sql: String) throws -> [String] {
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    try #require(sqlite3_open(path, &database) == SQLITE_OK)
    // A store that is open looks at what others write, and may have a lock at this moment.
    sqlite3_busy_timeout(database, 10_000)
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    try #require(
      sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK,
      "\(String(cString: sqlite3_errmsg(database)))")
    var rows: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        (0..<sqlite3_column_count(statement)).map { column in
          sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "null"
        }.joined(separator: "|"))
    }
    return rows
  }

  private func add(_ text: String, to store: RecordStore) throws {
    try store.edit { _ = try $0.append { $0[StoreCards.name] = text } }
  }

  @Test func otherToolsCanQueryTheTable() throws {
    let store = try RecordStore(StoreCards.schema(), at: .sqlite(path))
    try store.edit { table in
      _ = try table.append {
        $0[StoreCards.name] = "山田"
        $0[StoreCards.rate] = 4.5
        $0[StoreCards.day] = Date(timeIntervalSince1970: 0)
        $0[StoreCards.passed] = true
        $0[StoreCards.picture] = Data([0xFF, 0])
        $0[StoreCards.tags] = StoreCards.Tags(words: ["a"])
        $0[StoreCards.note] = "it's"
      }
    }
    #expect(
      try rows(
        """
        SELECT number, name, rate, datetime(day + 978307200, 'unixepoch'), passed, hex(picture),
          json_extract(tags, '$.words[0]'), "a ""quoted"" Name" FROM records
        """) == ["0|山田|4.5|1970-01-01 00:00:00|1|FF00|a|it's"])
    #expect(
      try rows("SELECT strict FROM pragma_table_list WHERE name = 'records'") == ["1"])
  }

  @Test func theKeyHasAnotherNameWhereAFieldHasIts() throws {
    let number = Field<Int>("NUMBER")
    let schema = try Schema(number)
    let store = try RecordStore(schema, at: .sqlite(path, table: "my \"own\" table"))
    try store.edit { _ = try $0.append { $0[number] = 7 } }
    #expect(try rows(#"SELECT "number 2", "NUMBER" FROM "my ""own"" table""#) == ["0|7"])
    let again = try RecordStore(schema, at: .sqlite(path, table: "my \"own\" table"))
    #expect(again.table[0, number] == 7)
  }

  @Test func namesOfTablesAreChecked() throws {
    for name in [
      "", "bytes", "SQLite_x", "hikidashi_store", "a\0b", String(repeating: "x", count: 64),
    ] {
      #expect(throws: StoreError.self) {
        try RecordStore(StoreCards.schema(), at: .sqlite(path, table: name))
      }
    }
  }

  @Test func onlyWhatChangedIsWritten() throws {
    let files = try SQLiteSyncTests.WatchedFiles()
    let destination = StoreDestination.sqlite(path, table: "records", vfs: files.name)
    let store = try RecordStore(StoreCards.schema(), at: destination)
    let names = (0..<100_000).map { "card \($0)" }
    try store.edit { _ = try $0.append(columns: [StoreCards.name.column(names)]) }
    // The first small edit also makes room in the log for those to come.
    try store.edit { try $0.update(70_000) { $0[StoreCards.size] = 1 } }
    let before = files.writeCount
    try store.edit { try $0.update(50_000) { $0[StoreCards.size] = 1 } }
    // Pages of the log, each with its head.
    #expect(files.writeCount - before < 12)
    let after = files.writeCount
    try store.edit { _ in }
    #expect(files.writeCount == after)
    store.close()
  }

  @Test func everyTransactionIsSyncedBeforeItIsAcknowledged() throws {
    let files = try SQLiteSyncTests.WatchedFiles()
    do {
      let destination = StoreDestination.sqlite(path, table: "records", vfs: files.name)
      let store = try RecordStore(StoreCards.schema(), at: destination)
      for number in 0..<40 {
        let before = files.logSyncCount
        switch number % 4 {
        case 3: try #require(try store.undo())
        case 2 where number > 3: try #require(try store.redo())
        case 1:
          var draft = store.table
          try draft.append { $0[StoreCards.name] = "draft \(number)" }
          try store.commit(draft, from: store.table)
        default: try add("card \(number)", to: store)
        }
        #expect(files.logSyncCount > before, "transaction \(number)")
        if number % 4 == 1 { try #require(try store.undo()) }
      }
    }
    do {
      let destination = StoreDestination.sqlite(path, table: "records", vfs: files.name)
      let store = try RecordStore(StoreCards.schema(), at: destination, saving: .whenAsked)
      for number in 0..<10 {
        try add("kept \(number)", to: store)
        let before = files.logSyncCount
        try store.save()
        #expect(files.logSyncCount > before, "save \(number)")
      }
    }
  }

  @Test func aTransactionThatFailsLeavesTheOld() throws {
    let files = try SQLiteSyncTests.WatchedFiles()
    let schema = try StoreCards.schema()
    for after in 0..<8 as Range<Int64> {
      for (call, code) in [(HK_WATCHED_WRITE, SQLITE_FULL), (HK_WATCHED_SYNC, SQLITE_IOERR)] {
        let destination = StoreDestination.sqlite(path, table: "records", vfs: files.name)
        let store = try RecordStore(schema, at: destination)
        try add("first", to: store)
        let before = PlainRecords(store.table)
        files.fail(call, after: after, code)
        var isFailed = false
        do {
          try add(String(repeating: "long ", count: 4_000), to: store)
        } catch StoreError.storage(.noSpace) where code == SQLITE_FULL {
          isFailed = true
        } catch StoreError.storage(.io) where code == SQLITE_IOERR {
          isFailed = true
        }
        files.fail(call, times: 0, SQLITE_OK)
        if isFailed { #expect(PlainRecords(store.table) == before, "\(after)") }
        let expected = PlainRecords(store.table)
        #expect(PlainRecords(try RecordStore(schema, at: .sqlite(path)).table) == expected)
        try add("second", to: store)
        #expect(
          PlainRecords(try RecordStore(schema, at: .sqlite(path)).table)
            == PlainRecords(store.table))
      }
    }
  }

  @Test func damageIsToldWithTheWayBack() throws {
    let schema = try StoreCards.schema()
    let names = (0..<5_000).map { "card \($0)" }
    let original = folder.url.appendingPathComponent("original.db").path
    let store = try RecordStore(schema, at: .sqlite(original))
    try store.edit { _ = try $0.append(columns: [StoreCards.name.column(names)]) }
    try store.keepCopy()
    try add("later", to: store)
    store.close()
    // Closed, it is all in the one file.
    let whole = try Data(contentsOf: URL(fileURLWithPath: original))
    try #require(whole.count > 100_000)
    try FileManager.default.copyItem(atPath: original + ".previous", toPath: path + ".previous")
    for start in [0, whole.count / 3, whole.count / 2] {
      var bytes = whole
      bytes.replaceSubrange(start..<start + 4_096, with: Data(repeating: 0x5A, count: 4_096))
      try bytes.write(to: URL(fileURLWithPath: path))
      switch openingError(schema, at: .sqlite(path)) {
      case .damaged(_, _, let copy): #expect(copy == path + ".previous")
      case let other: Issue.record("\(start): \(other as Any)")
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    }
    try StoreDestination.sqlite(path).goBack()
    #expect(try RecordStore(schema, at: .sqlite(path)).table.values(of: StoreCards.name) == names)
  }

  @Test func valuesOfOtherToolsAreChecked() throws {
    let schema = try StoreCards.schema()
    do { try add("one", to: try RecordStore(schema, at: .sqlite(path))) }
    for (change, back) in [
      ("UPDATE records SET tags = '{'", "UPDATE records SET tags = NULL"),
      ("UPDATE records SET rate = NULL", "UPDATE records SET rate = 0"),
      ("UPDATE records SET name = CAST(x'FF' AS TEXT)", "UPDATE records SET name = 'one'"),
      ("UPDATE records SET number = -1", "UPDATE records SET number = 0"),
      (
        "ALTER TABLE records RENAME COLUMN size TO big",
        "ALTER TABLE records RENAME COLUMN big TO size"
      ),
    ] {
      _ = try rows(change)
      #expect(throws: StoreError.self, "\(change)") { try RecordStore(schema, at: .sqlite(path)) }
      _ = try rows(back)
    }
    _ = try rows("INSERT INTO records (number, name, size, rate) VALUES (5, 'tool', 1, 2)")
    let store = try RecordStore(schema, at: .sqlite(path))
    #expect(store.table.values(of: StoreCards.name) == ["one", "tool"])
    #expect(try store.edit { try $0.append { $0[StoreCards.name] = "next" } } == 6)
  }

  @Test func aVanishedFileIsAnError() throws {
    let store = try RecordStore(StoreCards.schema(), at: .sqlite(path))
    try add("one", to: store)
    try FileManager.default.removeItem(atPath: path)
    do {
      try add("two", to: store)
      Issue.record("it was stored")
    } catch StoreError.storage(.vanished) {}
    #expect(store.table.count == 1)
  }

  @Test func aClosedStoreRefusesEdits() throws {
    let store = try RecordStore(StoreCards.schema(), at: .sqlite(path))
    store.close()
    store.close()
    do {
      try add("one", to: store)
      Issue.record("it was stored")
    } catch StoreError.closed {}
    #expect(store.table.isEmpty)
  }
}
