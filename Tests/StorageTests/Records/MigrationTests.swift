import Foundation
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing

/// Records of an older schema, of another one, and of a newer one.
@Suite struct MigrationTests {
  private let folder: ScratchFolder
  private let title = Field<String>("title", collation: .binary)
  private let pages = Field<Double>("pages", default: 0)

  init() throws { folder = try ScratchFolder() }

  static let kinds = ["cards.tsv", "cards.jsonl", "cards.db"]

  private func destination(_ file: String, table: String = "records") -> StoreDestination {
    let path = folder.url.appendingPathComponent(file).path
    return file.hasSuffix(".db") ? .sqlite(path, table: table) : .file(path)
  }

  private func old() throws -> Schema {
    try Schema(Field<String>("name", collation: .binary), Field<Int>("pages"))
  }

  private func new() throws -> Schema { try Schema(title, pages, version: 3) }

  private var migrations: [SchemaMigration] {
    let (title, pages) = (title, pages)
    return [
      SchemaMigration(to: 2) { $0.change("name", to: title) { (old: String) in old.uppercased() } },
      SchemaMigration(to: 3) { $0.change("pages", to: pages) { (old: Int) in Double(old) / 2 } },
    ]
  }

  private func make(_ file: String) throws {
    let store = try RecordStore(old(), at: destination(file))
    try store.edit { table in
      for number in 0..<4 {
        try table.append { (draft) throws(RecordError) in
          try draft.set("name", to: .string("card \(number)"))
          try draft.set("pages", to: .integer(number))
        }
      }
      try table.remove(1)
      try table.remove(3)
    }
  }

  @Test(arguments: kinds) func recordsAreMigratedAndTheOldKept(_ file: String) throws {
    try make(file)
    let store = try RecordStore(new(), at: destination(file), migrations: migrations)
    let expected = { (table: RecordTable) in
      #expect(Array(table.numbers) == [0, 2])
      #expect(table[2, title] == "CARD 2")
      #expect(table[2, pages] == 1)
      // The number of the last record, which was removed, is not used again.
      #expect(table.nextNumber == 4)
    }
    expected(store.table)
    #expect(try store.edit { try $0.append { $0[title] = "NEW" } } == 4)
    try store.edit { try $0.remove(4) }
    store.close()
    let again = try RecordStore(new(), at: destination(file))
    #expect(again.table.nextNumber == 5)
    // The copy can be opened as it was.
    let copy =
      file.hasSuffix(".db")
      ? destination(file, table: "records_v1")
      : StoreDestination.file(
        folder.url.appendingPathComponent(file + ".version-1").path,
        as: file.hasSuffix("jsonl") ? .jsonLines : .tsv)
    let before = try RecordStore(old(), at: copy)
    #expect(Array(before.table.numbers) == [0, 2])
    #expect(try before.table.cell(named: "name", at: 2) == "card 2")
  }

  @Test(arguments: kinds) func backwardsIsRefused(_ file: String) throws {
    try make(file)
    _ = try RecordStore(new(), at: destination(file), migrations: migrations)
    let error = openingError(try old(), at: destination(file))
    guard case .newer(_, 3, 1) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(try RecordStore(new(), at: destination(file)).table.count == 2)
  }

  @Test(arguments: kinds) func anotherSchemaIsRefused(_ file: String) throws {
    try make(file)
    for schema in [
      try new(), try Schema(title), try Schema(Field<Int>("name"), Field<Int>("pages")),
    ] {
      let error = openingError(schema, at: destination(file))
      guard case .otherSchema = error else {
        Issue.record("\(error as Any)")
        continue
      }
    }
    #expect(try RecordStore(old(), at: destination(file)).table.count == 2)
  }

  @Test(arguments: kinds) func aMigrationThatFailsChangesNothing(_ file: String) throws {
    struct Mistake: Error {}
    try make(file)
    let title = title
    let failing = [
      SchemaMigration(to: 2) {
        $0.change("name", to: title) { (old: String) throws -> String in
          if old == "card 2" { throw Mistake() }
          return old
        }
      }
    ]
    let schema = try Schema(title, Field<Int>("pages"), version: 2)
    let error = openingError(schema, at: destination(file), migrations: failing)
    guard case .migration(_, .conversionFailed(_, _, 2, _, _)) = error else {
      Issue.record("\(error as Any)")
      return
    }
    let store = try RecordStore(old(), at: destination(file))
    #expect(try store.table.cell(named: "name", at: 2) == "card 2")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(!files.contains { $0.contains("version") })
  }

  @Test func anotherProcessThatMigratedIsNoticed() throws {
    try make("cards.db")
    let store = try RecordStore(old(), at: destination("cards.db"))
    _ = try RecordStore(new(), at: destination("cards.db"), migrations: migrations)
    do {
      try store.edit { try $0.remove(0) }
      Issue.record("it was stored")
    } catch StoreError.newer(_, let found, _) {
      #expect(found == 3)
    }
    #expect(store.table.count == 2)
  }

  @Test(arguments: kinds) func valuesThatTheSchemaRefusesAreToldOf(_ file: String) throws {
    enum Mood: String, FieldValue { case good, bad }
    let any = try RecordStore(Schema(Field<String>("mood")), at: destination(file))
    try any.edit { table in
      try table.append { (draft) throws(RecordError) in try draft.set("mood", to: "odd") }
    }
    any.close()
    let error = openingError(try Schema(Field<Mood>("mood")), at: destination(file))
    guard case .migration(_, .refused(0, _)) = error else {
      Issue.record("\(error as Any)")
      return
    }
  }
}
