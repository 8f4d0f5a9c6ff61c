import Foundation
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing

/// Stores in which an older version, which knew no key, has stored two records with one.
@Suite struct SharedKeyTests {
  static let code = Field<String>("code", collation: .localized(locale: "en"))
  static let shelf = Field<Int?>("shelf")
  static let stock = Field<Int>("stock", default: 0)

  private let folder: ScratchFolder
  private let schema: Schema

  init() throws {
    folder = try ScratchFolder()
    schema = try Schema(Self.code, Self.shelf, Self.stock)
  }

  /// Has an older version store records of these keys.
  private func store(
    _ codes: [String], _ kind: StorePropertyTests.Kind = .sqlite
  ) throws -> StoreDestination {
    let destination = try kind.destination(folder)
    let older = try RecordStore(schema, at: destination)
    try older.edit { try $0.append(columns: [Self.code.column(codes)]) }
    older.close()
    return destination
  }

  private func goods(_ destination: StoreDestination) throws -> KeyedRecordStore<String> {
    try KeyedRecordStore(schema, key: Self.code, at: destination)
  }

  @Test(arguments: [StorePropertyTests.Kind.tsv, .jsonLines, .sqlite, .bytes])
  func theyOpenAreListedAndMended(_ kind: StorePropertyTests.Kind) throws {
    let destination = try store(["A", "b", "a", "B", "c", "Ａ"], kind)
    let goods = try goods(destination)
    #expect(goods.records.count == 6)
    #expect(goods.keys.shared.map(\.numbers) == [[0, 2, 5], [1, 3]])
    #expect(goods.keys.shared.map(\.values) == [["A"], ["b"]])
    #expect(goods.keys.shared[0].fields.map(\.name) == ["code"])
    #expect(!goods.keys.isWhole)

    // What does not add to them is an edit like any other.
    try goods.edit { try $0.upsert("d") { $0[Self.stock] = 1 } }
    try goods.edit { try $0.update(2) { $0[Self.stock] = 7 } }
    try goods.store.edit { try $0.update(2) { $0[Self.code] = "A" } }
    #expect(throws: RecordError.self) {
      try goods.edit { try $0.append { $0[Self.code] = "a" } }
    }
    #expect(throws: StoreError.self) {
      try goods.store.edit { try $0.update(4) { $0[Self.code] = "B" } }
    }
    #expect(throws: StoreError.self) {
      try goods.store.edit { table in
        for number in [RecordNumber(0), 2, 5] { try table.update(number) { $0[Self.code] = "b" } }
      }
    }

    // One by one, by hand.
    try goods.edit { try $0.remove(5) }
    #expect(goods.keys.shared.map(\.numbers) == [[0, 2], [1, 3]])
    try goods.edit { try $0.update(0) { $0[Self.code] = "A-2" } }
    #expect(goods.keys.shared.map(\.numbers) == [[1, 3]])
    for shared in goods.keys.shared {
      try goods.edit { goods in
        for number in shared.numbers.dropFirst() { try goods.remove(number) }
      }
    }
    #expect(goods.keys.isWhole)
    // Undoing would bring one back.
    #expect(throws: StoreError.self) { try goods.store.undo() }
    goods.store.close()
    let again = try self.goods(destination)
    #expect(again.keys.isWhole)
    #expect(again.records.map { $0[Self.code] } == ["A", "A-2", "b", "c", "d"])
  }

  @Test func recordsWithoutAKeyAreListed() throws {
    let code = Field<String?>("code", collation: .binary)
    let schema = try Schema(code, Self.stock)
    let path = folder.url.appendingPathComponent("none.db").path
    let older = try RecordStore(schema, at: .sqlite(path))
    try older.edit { try $0.append(columns: [code.column(["a", nil, nil])]) }
    let goods = try KeyedRecordStore(schema, key: code, at: .sqlite(path))
    #expect(goods.keys.shared.map(\.numbers) == [[1, 2]])
    #expect(goods.keys.shared.map(\.values) == [[.null]])
    try goods.edit { try $0.update(1) { $0[code] = "b" } }
    try goods.edit { try $0.remove(2) }
    #expect(goods.keys.isWhole)
    #expect(throws: StoreError.self) {
      try goods.store.edit { try $0.update(0) { $0[code] = nil } }
    }
  }

  /// Many records with one value take no longer than others.
  @Test func aHundredThousandOfOneKeyAreMended() throws {
    var table = RecordTable(schema)
    try table.append(columns: [
      Self.code.column((0..<100_000).map { $0 % 10 == 0 ? "\($0)" : "same" })
    ])
    var keys = try RecordKeys(table, key: Self.code)
    #expect(keys.shared.map(\.numbers.count) == [90_000])
    let path = folder.url.appendingPathComponent("many.tsv").path
    let older = try RecordStore(schema, at: .file(path))
    try older.edit { $0 = table }
    older.close()
    let goods = try goods(.file(path))
    try goods.edit { goods in
      for number in goods.keys.shared[0].numbers.dropFirst() { try goods.remove(number) }
    }
    #expect(goods.keys.isWhole)
    #expect(goods.records.count == 10_001)
    keys = goods.keys
    #expect(keys.complaint(about: ["code": "SAME"]) != nil)
  }

  /// What another process stores is taken over, and listed where it breaks the rule; `records` is never
  /// of another time than the table.
  @Test func recordsAreThoseOfTheTable() throws {
    let destination = try StorePropertyTests.Kind.tsv.destination(folder)
    let store = try RecordStore(schema, at: destination)
    try store.edit { try $0.append(columns: [Self.code.column(["a", "A"])]) }
    // The rule comes later than the records.
    let goods = try KeyedRecordStore(store, key: Self.code)
    #expect(goods.keys.shared.map(\.numbers) == [[0, 1]])
    try store.edit { _ = try $0.append { $0[Self.code] = "b" } }
    #expect(goods.records["b"] != nil)
    #expect(goods.records.table.count == 3)
    #expect(["a", "A"].contains(goods.records["a"]?[Self.code]))
  }

  @Test func theFormKnowsWhichValuesAreTaken() throws {
    let store = try RecordStore(
      schema, key: Self.code, unique: [[Self.shelf, Self.stock]], at: .memory)
    try store.edit { table in
      for (code, stock) in [("a", 1), ("b", 2)] {
        try table.append {
          $0[Self.code] = code
          $0[Self.shelf] = 3
          $0[Self.stock] = stock
        }
      }
    }
    let keys = store.keys
    #expect(keys.fields.map { $0.map(\.name) } == [["code"], ["shelf", "stock"]])
    let taken = RecordError.duplicateKey(field: "code", value: "A", holder: 0)
    #expect(keys.complaint(about: ["code": "A"]) == taken)
    #expect(keys.complaint(about: ["code": "A"], of: 1) == taken)
    #expect(keys.complaint(about: ["code": "A"], of: 0) == nil)
    #expect(keys.complaint(about: ["code": "c", "shelf": 3]) == nil)
    #expect(
      keys.complaint(about: ["stock": 1], of: 1)
        == .duplicateKey(field: "shelf, stock", value: "3, 1", holder: 0))
    #expect(keys.complaint(about: ["stock": 1, "shelf": .null], of: 1) == nil)
  }

  @Test func aCopyKeepsTheKeysAndWhatIsShared() async throws {
    let goods = try goods(try store(["a", "A", "b"]))
    let path = folder.url.appendingPathComponent("copy.tsv").path
    let copy = try await goods.store.copy(to: .file(path))
    #expect(copy.keys.shared.map(\.numbers) == [[0, 1]])
    await #expect(throws: StoreError.self) {
      try await copy.edit { _ = try $0.append { $0[Self.code] = "B" } }
    }
  }
}
