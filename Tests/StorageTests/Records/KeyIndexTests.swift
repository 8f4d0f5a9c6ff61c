import Foundation
import HikidashiBase
import HikidashiRecords
import TestSupport
import Testing

@testable import HikidashiStorage

/// The unique index that an SQLite database keeps for a key.
@Suite struct KeyIndexTests {
  static let code = Field<String>("code", collation: .localized(locale: "en"))
  static let exact = Field<String>("exact", default: "", collation: .binary)
  static let shelf = Field<Int?>("shelf")

  private let folder: ScratchFolder
  private let path: String
  private let schema: Schema

  init() throws {
    folder = try ScratchFolder()
    path = folder.url.appendingPathComponent("goods.db").path
    schema = try Schema(Self.code, Self.exact, Self.shelf)
  }

  private func open(
    key: Bool = true, unique: [[any FieldHandle]] = []
  ) throws -> RecordStore {
    try RecordStore(
      schema, key: key ? Self.code : nil, unique: unique, at: .sqlite(path))
  }

  private func indexes() throws -> [String] {
    let options = SQLiteOptions(
      applicationID: SQLiteStorage.applicationID, version: SQLiteStorage.version)
    return try SQLiteConnection(path, options).use { session throws(SQLiteError) in
      let select = try session.statement(
        "SELECT sql FROM sqlite_schema WHERE type = 'index' AND name LIKE 'hikidashi_unique%'")
      var found: [String] = []
      while try select.step() { found.append(select.string(0)) }
      return found
    }
  }

  private func append(_ code: String, _ store: RecordStore) throws {
    try store.edit { _ = try $0.append { $0[Self.code] = code } }
  }

  /// An older version, and any other program, is kept from storing a key twice.
  @Test func whoKnowsNoKeyIsRefusedByTheDatabase() throws {
    let goods = try open(unique: [[Self.exact, Self.shelf]])
    try goods.edit {
      try $0.append {
        $0[Self.code] = "A-17"
        $0[Self.shelf] = 3
      }
    }
    let older = try open(key: false)
    #expect(throws: StoreError.self) { try append("a-17", older) }
    #expect(throws: StoreError.self) {
      try older.edit {
        try $0.append {
          $0[Self.code] = "B"
          $0[Self.shelf] = 3
        }
      }
    }
    try append("B-1", older)
    try goods.refresh()
    #expect(goods.table.count == 2)
    #expect(try indexes().count == 2)
  }

  @Test func itIsMadeAsSoonAsNoKeyIsShared() throws {
    let older = try open(key: false)
    for code in ["a", "A", "b"] { try append(code, older) }
    let goods = try open()
    #expect(try indexes().isEmpty)
    try append("c", goods)
    #expect(try indexes().isEmpty)
    // Until then the older version stores what it likes, and that is listed.
    try append("B", older)
    try goods.refresh()
    #expect(goods.keys.shared.map(\.numbers) == [[0, 1], [2, 4]])
    try goods.edit { $0.removeAll(in: RecordSet([1, 4])) }
    #expect(try indexes().count == 1)
    #expect(throws: StoreError.self) { try append("A", older) }
    #expect(throws: StoreError.self) { try append("A", goods) }
  }

  /// Made when the older version mends it, too, or a store that is saved when asked.
  @Test func itIsMadeWhoeverMends() throws {
    let older = try open(key: false)
    for code in ["a", "A"] { try append(code, older) }
    let goods = try open()
    try older.edit { try $0.remove(0) }
    try goods.refresh()
    #expect(try indexes().count == 1)
    try goods.edit { try $0.update(1) { $0[Self.code] = "x" } }
    #expect(try indexes().count == 1)
  }

  @Test func savingLaterMakesItLater() throws {
    let older = try open(key: false)
    for code in ["a", "A"] { try append(code, older) }
    let goods = try RecordStore(
      schema, key: Self.code, at: .sqlite(path), saving: .whenAsked)
    try goods.edit { try $0.remove(0) }
    #expect(goods.keys.isWhole)
    #expect(try indexes().isEmpty)
    try goods.save()
    #expect(try indexes().count == 1)
  }

  @Test func anotherRuleHasAnotherIndex() throws {
    try append("a", open(unique: [[Self.shelf]]))
    #expect(try indexes().count == 2)
    try open(unique: [[Self.exact]]).edit {
      _ = try $0.append {
        $0[Self.code] = "b"
        $0[Self.exact] = "x"
      }
    }
    let found = try indexes()
    #expect(found.count == 2)
    #expect(found.contains { $0.contains("\"exact\")") })
    #expect(found.contains { $0.contains("COLLATE NOCASE") })
    #expect(!found.contains { $0.contains("shelf") })
    // Who has no key has nothing to say.
    _ = try open(key: false)
    #expect(try indexes().count == 2)
  }

  /// An index that took more for equal than the store does would keep it from what it takes.
  @Test func itIsNeverStricterThanTheStore() throws {
    let code = Field<String>("code", collation: .localized(locale: "tr"))
    let store = try RecordStore(
      Schema(code), key: code, at: .sqlite(path, table: "turkish"))
    try store.edit { try $0.append(columns: [code.column(["i", "I"])]) }
    #expect(try !indexes().isEmpty)
    let rate = Field<Double>("rate")
    let rates = try RecordStore(Schema(rate), key: rate, at: .sqlite(path, table: "rates"))
    try rates.edit { try $0.append(columns: [rate.column([0, .nan, .infinity])]) }
    #expect(throws: StoreError.self) { try rates.edit { _ = try $0.append { $0[rate] = -0.0 } } }
    #expect(throws: StoreError.self) { try rates.edit { _ = try $0.append { $0[rate] = .nan } } }
  }
}
