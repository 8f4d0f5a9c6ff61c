import Foundation
import HikidashiBase
import HikidashiPostgresStorage
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing

/// What a store makes of a database, and what others may make of it.
@Suite struct PostgresStoreTests {
  @Test(.needsPostgres) func otherToolsReadTypedColumns() throws {
    let server = try PostgresServer.shared.get()
    let database = try server.makeDatabase()
    let store = try RecordStore(
      PostgresCards.schema(), at: .postgres(server.url(database), table: "Karten"))
    let noon = Date(timeIntervalSince1970: 1_600_000_000.25)
    try store.edit { table in
      try table.append {
        $0[PostgresCards.name] = "nul\0nul"
        $0[PostgresCards.size] = 42
        $0[PostgresCards.rate] = .nan
        $0[PostgresCards.day] = noon
        $0[PostgresCards.passed] = true
        $0[PostgresCards.picture] = Data([0, 1])
        $0[PostgresCards.words] = .init(words: ["a"])
      }
      // Beyond what PostgreSQL has as a time.
      for seconds in [Double.infinity, -1e300] {
        try table.append {
          PostgresCards.plain(&$0)
          $0[PostgresCards.day] = Date(timeIntervalSinceReferenceDate: seconds)
        }
      }
    }
    let connection = try server.connection(database)
    let rows = try connection.run(
      PostgresStatement(
        """
        SELECT size + 1, rate = 'NaN', day_time = '2020-09-13 12:26:40.25+00', passed, picture,
          words::jsonb -> 'words' ->> 0, name, "ctid 2" IS NULL
        FROM "Karten" WHERE number = 0
        """))
    #expect(rows.int(0, 0) == 43)
    #expect(rows.bool(0, 1) && rows.bool(0, 2) && rows.bool(0, 3) && rows.bool(0, 7))
    #expect(rows.array(0, 4) == [0, 1])
    #expect(rows.string(0, 5) == "a")
    #expect(rows.string(0, 6) == "nul␀nul")
    let times = try connection.run(
      PostgresStatement("SELECT count(*) FROM \"Karten\" WHERE day_time IS NULL"))
    #expect(times.int(0, 0) == 2)
    #expect(store.table[0, PostgresCards.name] == "nul\0nul")
    // What another tool wrote in the column counts.
    try connection.run(
      PostgresStatement("UPDATE \"Karten\" SET name = 'new' WHERE number = 0", isKept: false))
    let again = try RecordStore(
      PostgresCards.schema(), at: .postgres(server.url(database), table: "Karten"))
    #expect(again.table[0, PostgresCards.name] == "new")
  }

  @Test(.needsPostgres) func rowsChangedWithoutAWordAreAConflict() throws {
    let server = try PostgresServer.shared.get()
    let database = try server.makeDatabase()
    let store = try RecordStore(PostgresCards.schema(), at: .postgres(server.url(database)))
    try store.edit { table in
      for _ in 0..<2 { try table.append { PostgresCards.plain(&$0) } }
    }
    // As another tool does that keeps the versions right, but not the log.
    try server.connection(database).run(
      PostgresStatement(
        "UPDATE records SET size = 2, row_version = 1000 WHERE number = 0", isKept: false))
    do {
      try store.edit { try $0.update(0) { $0[PostgresCards.size] = 3 } }
      Issue.record("it was stored")
    } catch StoreError.conflict(let conflict) {
      let versions = conflict.versions(of: 0)
      #expect(versions.ours?[PostgresCards.size] == 3)
      #expect(versions.theirs?[PostgresCards.size] == 2)
    }
    #expect(store.table[0, PostgresCards.size] == 2)
    try store.edit { try $0.update(1) { $0[PostgresCards.size] = 4 } }
  }

  @Test(.needsPostgres) func aMigrationKeepsACopy() throws {
    let server = try PostgresServer.shared.get()
    let database = try server.makeDatabase()
    let destination = StoreDestination.postgres(server.url(database))
    let name = Field<String>("name", collation: .binary)
    let title = Field<String>("title", collation: .binary)
    let old = try RecordStore(Schema(name), at: destination)
    try old.edit { table in
      for number in 0..<100 { try table.append { $0[name] = "nul\0 \(number)" } }
    }
    let schema = try Schema(title, version: 2)
    let migrations = [SchemaMigration(to: 2) { $0.rename("name", to: "title") }]
    let new = try RecordStore(schema, at: destination, migrations: migrations)
    #expect(new.table.values(of: title).last == "nul\0 99")
    // Who has the older one open is told so, and changes nothing.
    do throws(StoreError) {
      try old.refresh()
      Issue.record("it was read")
    } catch {
      guard case .newer(_, 2, 1) = error else {
        Issue.record("\(error)")
        return
      }
    }
    #expect(throws: StoreError.self) { try old.edit { try $0.remove(0) } }
    let copy = try RecordStore(
      Schema(name), at: .postgres(server.url(database), table: "records_v1"))
    #expect(copy.table.values(of: name).last == "nul\0 99")
    #expect(new.table.count == 100)
  }

  @Test(.needsPostgres) func aCopyIsKeptAndMayBeReplaced() throws {
    let server = try PostgresServer.shared.get()
    let database = try server.makeDatabase()
    let store = try RecordStore(PostgresCards.schema(), at: .postgres(server.url(database)))
    for text in ["one", "nul\0two"] {
      try store.edit { _ = try $0.append { $0[PostgresCards.name] = text } }
      try store.keepCopy()
    }
    let copy = try RecordStore(
      PostgresCards.schema(), at: .postgres(server.url(database), table: "records_previous"))
    #expect(PlainRecords(copy.table) == PlainRecords(store.table))
    try copy.edit { try $0.remove(0) }
    #expect(store.table.count == 2)
  }

  @Test(.needsPostgres) func tablesOfOthersAreNotTouched() throws {
    let server = try PostgresServer.shared.get()
    let schema = try PostgresCards.schema()
    let database = try server.makeDatabase()
    let connection = try server.connection(database)
    try connection.run(PostgresStatement("CREATE TABLE records (n bigint)", isKept: false))
    do throws(StoreError) {
      _ = try RecordStore(schema, at: .postgres(server.url(database)))
      Issue.record("it was taken")
    } catch {
      guard case .storage(.foreign) = error else {
        Issue.record("\(error)")
        return
      }
    }
    let stores = try connection.run(
      PostgresStatement("SELECT to_regclass('hikidashi_store') IS NULL"))
    #expect(stores.bool(0, 0))
    for name in ["", "pg_x", "hikidashi_store", "a\nb", String(repeating: "x", count: 64)] {
      do throws(StoreError) {
        _ = try RecordStore(schema, at: .postgres(server.url(database), table: name))
        Issue.record("it was taken")
      } catch {
        guard case .badTableName = error else {
          Issue.record("\(error)")
          return
        }
      }
    }
  }

  @Test(.needsPostgres) func columnsThatWereChangedAreNoticed() throws {
    let server = try PostgresServer.shared.get()
    let schema = try PostgresCards.schema()
    let database = try server.makeDatabase()
    let store = try RecordStore(PostgresCards.schema(), at: .postgres(server.url(database)))
    try store.edit { _ = try $0.append { PostgresCards.plain(&$0) } }
    store.close()
    let connection = try server.connection(database)
    for change in ["ALTER COLUMN size TYPE int", "DROP COLUMN size"] {
      try connection.run(PostgresStatement("ALTER TABLE records \(change)", isKept: false))
      do throws(StoreError) {
        _ = try RecordStore(schema, at: .postgres(server.url(database)))
        Issue.record("it was read")
      } catch {
        guard case .damaged = error else {
          Issue.record("\(error)")
          return
        }
      }
    }
  }

  @Test(.needsPostgres) func rightsThatAreMissingAreNamed() throws {
    let server = try PostgresServer.shared.get()
    let database = try server.makeDatabase()
    let store = try RecordStore(PostgresCards.schema(), at: .postgres(server.url(database)))
    try store.edit { _ = try $0.append { PostgresCards.plain(&$0) } }
    let connection = try server.connection(database)
    let role = "reader_\(UUID().uuidString.prefix(8).lowercased())"
    for sql in [
      "CREATE ROLE \(role) LOGIN", "GRANT SELECT ON ALL TABLES IN SCHEMA public TO \(role)",
    ] {
      try connection.run(PostgresStatement(sql, isKept: false))
    }
    let reader = try RecordStore(
      PostgresCards.schema(), at: .postgres(server.url(database, user: role)))
    #expect(reader.table.count == 1)
    do {
      try reader.edit { try $0.remove(0) }
      Issue.record("it was stored")
    } catch StoreError.storage(.denied(let failure)) {
      #expect(failure.reason.contains("42501"))
    }
    #expect(reader.table.count == 1)
    try store.edit { try $0.update(0) { $0[PostgresCards.size] = 2 } }
    try reader.refresh()
    #expect(reader.table[0, PostgresCards.size] == 2)
  }

  @Test(.needsPostgres) func aStoreMovesFromSQLiteAndBack() async throws {
    let server = try PostgresServer.shared.get()
    let database = try server.makeDatabase()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("test-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let seed = testSeed()
    let one = try RecordStore(
      PostgresCards.schema(), at: .sqlite(folder.appendingPathComponent("one.db").path))
    try await one.edit { table in
      var random = SeededGenerator(seed: seed)
      for _ in 0..<2_000 { try table.append { PostgresCards.fill(&$0, &random) } }
      try table.remove(1_999)
    }
    let two = try await one.copy(to: .postgres(server.url(database)))
    let three = try await two.copy(
      to: .sqlite(folder.appendingPathComponent("two.db").path))
    #expect(PlainRecords(three.table) == PlainRecords(one.table), "HIKIDASHI_SEED=\(seed)")
  }
}
