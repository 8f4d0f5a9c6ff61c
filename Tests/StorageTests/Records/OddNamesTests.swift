import Foundation
import HikidashiRecords
import TestSupport
import Testing

@testable import HikidashiStorage

/// Names of fields and tables that mean something elsewhere, and very many of them.
@Suite struct OddNamesTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func destination(_ file: String, table: String = "records") -> StoreDestination {
    let path = folder.url.appendingPathComponent(file).path
    return file.hasSuffix(".db") ? .sqlite(path, table: table) : .file(path)
  }

  static let fieldNames = [
    "#", "number", "Number 2", "rowid", "oid", "_rowid_", "store", "\"",
    "'; DROP TABLE records; --",
    "a]b", "`c`", "select", "e\u{301}", "日本語", "?1", ":name", "$x", "1", "-", "{",
    "hikidashi-records",
    "\u{FEFF}b", "a\u{200D}b", "🙂",
  ]

  @Test(arguments: ["cards.tsv", "cards.jsonl", "cards.db"])
  func fieldsMayHaveAnyName(_ file: String) throws {
    let fields = Self.fieldNames.map { Field<String>($0, collation: .binary) }
    let schema = try Schema(fields: fields.map(\.definition))
    let store = try RecordStore(schema, at: destination(file))
    try store.edit { table in
      for row in 0..<3 {
        try table.append { draft in
          for (index, field) in fields.enumerated() { draft[field] = "#\(row) \(index)" }
        }
      }
    }
    try store.edit { table in try table.update(1) { $0[fields[0]] = "# changed" } }
    store.close()
    let again = try RecordStore(schema, at: destination(file))
    #expect(PlainRecords(again.table) == PlainRecords(store.table))
  }

  @Test func tablesMayHaveAnyName() throws {
    let names = [
      "Cards", "select", "a\"b", "日本語", "' ; --", "with space", "json_each", "a.b", "sqlite", "-",
      "?",
      "e\u{301}", String(repeating: "x", count: 63), "pragma", "main", "temp",
    ]
    let field = Field<String>("name", collation: .binary)
    for name in names {
      let store = try RecordStore(Schema(field), at: destination("all.db", table: name))
      try store.edit { _ = try $0.append { $0[field] = name } }
    }
    for name in names {
      let again = try RecordStore(Schema(field), at: destination("all.db", table: name))
      #expect(again.table.values(of: field) == [name])
    }
    for name in ["pragma_table_info", "PRAGMA_table_info", "sqlite_schema", "Bytes"] {
      let error = openingError(try Schema(field), at: destination("all.db", table: name))
      guard case .badTableName? = error else {
        Issue.record("\(name): \(error as Any)")
        continue
      }
    }
  }

  /// SQLite takes 2,000 columns, of which one is the number's.
  @Test func aDatabaseSaysWhereItsColumnsEnd() throws {
    for (count, file) in [(1_999, "many.db"), (2_000, "more.db"), (2_000, "more.tsv")] {
      let fields = (0..<count).map { Field<Int>("f\($0)", default: 0) }
      let schema = try Schema(fields: fields.map(\.definition))
      let place = destination(file)
      if file == "more.db" {
        let error = openingError(schema, at: place)
        guard case .storage(.tooLarge(let failure))? = error else {
          Issue.record("\(error as Any)")
          continue
        }
        #expect(failure.reason.contains("2000") && failure.reason.contains("1999"))
        continue
      }
      let store = try RecordStore(schema, at: place)
      try store.edit { table in try table.append { $0[fields[count - 1]] = 7 } }
      store.close()
      #expect(try RecordStore(schema, at: place).table[0, fields[count - 1]] == 7)
    }
  }

  /// The name of the copy that is kept beside the file is longer than the file's.
  @Test func aFileWhoseCopyCannotBeNamedIsRefusedAtOnce() throws {
    let schema = try StoreCards.schema()
    let name = String(repeating: "n", count: 250)
    guard case .storage(.badName)? = openingError(schema, at: destination(name)) else {
      Issue.record("a file that could be written only once was opened")
      return
    }
    #expect(folder.read(name) == nil)
  }
}
