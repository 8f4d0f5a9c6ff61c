import Foundation
import Testing

@testable import HikidashiRecords

@Suite struct KeyedRecordsTests {
  let code = Field<String>("code", collation: .localized(locale: "ja"))
  let name = Field<String?>("name", collation: .binary)
  let stock = Field<Int>("stock", default: 0, rules: [.range(0...1_000)])
  let first = Field<String?>("first", collation: .binary)
  let last = Field<String?>("last", collation: .binary)

  private func goods() throws -> KeyedRecords<String> {
    try KeyedRecords(
      Schema(code, name, stock, first, last), key: code, unique: [[name], [first, last]])
  }

  @Test func aRecordIsFoundByItsKeyAsTheCollationHasIt() throws {
    var goods = try goods()
    let id = try goods.append {
      $0[code] = "abc"
      $0[stock] = 4
    }
    #expect(goods["ABC"]?[stock] == 4)
    #expect(goods["ＡＢＣ"]?.number == id)
    #expect(goods.number(of: "abd") == nil)
  }

  @Test func aSecondRecordOfAKeyIsRefusedAndItsHolderNamed() throws {
    var goods = try goods()
    let id = try goods.append { $0[code] = "abc" }
    let error = RecordError.duplicateKey(field: "code", value: "Abc", holder: id)
    #expect(throws: error) { try goods.append { $0[code] = "Abc" } }
    #expect(goods.count == 1)
    #expect(
      error.description
        == "field “code” must be unique, and “Abc” is record 0's; change one of them")
  }

  @Test func upsertAddsOnceAndThenChanges() throws {
    var goods = try goods()
    let id = try goods.upsert("a") { $0[stock] += 3 }
    #expect(try goods.upsert("A") { $0[stock] += 3 } == id)
    #expect(goods["a"]?[stock] == 6)
    #expect(goods["a"]?[code] == "a")
    #expect(throws: RecordError.self) { try goods.upsert("a") { $0[stock] = -1 } }
    #expect(throws: RecordError.self) { try goods.upsert("b") { $0[stock] = -1 } }
    #expect(goods.count == 1)
    #expect(goods.number(of: "b") == nil)
  }

  @Test func aKeyCanBeChangedToAFreeOne() throws {
    var goods = try goods()
    let a = try goods.append { $0[code] = "a" }
    let b = try goods.append { $0[code] = "b" }
    #expect(throws: RecordError.duplicateKey(field: "code", value: "B", holder: b)) {
      try goods.update(a) { $0[code] = "B" }
    }
    #expect(try goods.update("a") { $0[code] = "c" })
    #expect(goods.number(of: "a") == nil)
    #expect(goods.number(of: "c") == a)
    #expect(try goods.update("c") { $0[code] = "C" })
    #expect(goods.number(of: "c") == a)
    #expect(try !goods.update("a") { $0[stock] = 1 })
  }

  @Test func furtherUniqueFieldsMayBeWithoutAValueMoreThanOnce() throws {
    var goods = try goods()
    try goods.append { $0[code] = "a" }
    try goods.append { $0[code] = "b" }
    let c = try goods.append {
      $0[code] = "c"
      $0[name] = "x"
      $0[first] = "A"
      $0[last] = "B"
    }
    #expect(throws: RecordError.duplicateKey(field: "name", value: "x", holder: c)) {
      try goods.update("a") { $0[name] = "x" }
    }
    try goods.update("a") {
      $0[name] = "X"
      $0[first] = "A"
    }
    #expect(throws: RecordError.duplicateKey(field: "first, last", value: "A, B", holder: c)) {
      try goods.update("a") { $0[last] = "B" }
    }
    goods.remove("c")
    #expect(try goods.update("a") { $0[last] = "B" })
  }

  @Test func aRecordWithoutAKeyIsRefused() throws {
    let code = Field<String?>("code")
    var goods = try KeyedRecords(Schema(code, stock), key: code)
    #expect(throws: RecordError.missingValue(field: "code")) { try goods.append { $0[stock] = 1 } }
    try goods.append { $0[code] = "a" }
    #expect(throws: RecordError.missingValue(field: "code")) {
      try goods.update("a") { $0[code] = nil }
    }
    #expect(goods[nil] == nil)
    #expect(throws: RecordError.missingValue(field: "code")) {
      try goods.append(columns: [code.column(["x", nil])])
    }
    #expect(goods.count == 1)
  }

  @Test func columnsWithAKeyTwiceAreRefusedAsAWhole() throws {
    var goods = try goods()
    try goods.append { $0[code] = "a" }
    #expect(throws: RecordError.duplicateKey(field: "code", value: "B", holder: 1)) {
      try goods.append(columns: [code.column(["b", "B"])])
    }
    #expect(goods.count == 1)
    #expect(goods.number(of: "b") == nil)
    try goods.append(columns: [code.column(["c", "b"])])
    #expect(goods.map { $0[code] } == ["a", "b", "c"])
  }

  @Test func aTableEditedElsewhereIsTakenOver() throws {
    var goods = try goods()
    try goods.append(columns: [code.column(["a", "b", "c"])])
    var table = goods.table
    try table.update(0) { $0[code] = "b" }
    #expect(throws: RecordError.duplicateKey(field: "code", value: "b", holder: 1)) {
      try goods.update(to: table)
    }
    #expect(goods.number(of: "a") == 0)
    try table.update(1) { $0[code] = "a" }
    try table.remove(2)
    try table.append { $0[code] = "d" }
    try goods.update(to: table)
    #expect(["a", "b", "c", "d"].map { goods.number(of: $0)?.rawValue } == [1, 0, nil, 3])
  }

  @Test func aTableWithAKeyTwiceIsRefused() throws {
    var table = RecordTable(try Schema(code, stock))
    try table.append(columns: [code.column(["a", "b", "A"])])
    #expect(throws: RecordError.duplicateKey(field: "code", value: "A", holder: 0)) {
      try KeyedRecords(table, key: code)
    }
    #expect(throws: RecordError.foreignField(name: "name")) { try KeyedRecords(table, key: name) }
  }

  @Test func numbersAndBytesAreKeysToo() throws {
    let rate = Field<Double>("rate")
    let blob = Field<Data>("blob", default: Data())
    var rates = try KeyedRecords(Schema(rate, blob), key: rate)
    try rates.append { $0[rate] = 0 }
    #expect(rates.contains(-0.0))
    try rates.append { $0[rate] = .nan }
    #expect(rates.contains(-.nan))
    var blobs = try KeyedRecords(Schema(rate, blob), key: blob)
    try blobs.append {
      $0[rate] = 1
      $0[blob] = Data([1, 2])
    }
    #expect(blobs.contains(Data([1, 2])))
    #expect(!blobs.contains(Data([1])))
  }

  @Test(arguments: ["csv", "jsonl"])
  func recordsOfATextWhoseKeyIsTakenAreRefusedWithTheirLines(_ ending: String) throws {
    let texts = ["abc", "x", "ABC", "y", "X", "ｘ", "z"]
    let text =
      ending == "csv"
      ? "code\n" + texts.map { $0 + "\n" }.joined()
      : texts.map { "{\"code\":\"\($0)\"}\n" }.joined()
    var goods = try goods()
    try goods.append { $0[code] = "abc" }
    var options = ReadingOptions(refusals: .collect())
    options.keys = goods.keys
    let format = ending == "csv" ? RecordFormat.csv : .jsonLines
    for rows in [1, 2, ChunkLayout.size] {
      var table = goods.table
      let report = try table.append(
        from: .text(text), as: format, options: options, windowSize: 16, rowsPerBatch: rows)
      #expect(table.values(of: code) == ["abc", "x", "y", "z"])
      #expect(report.appended == 3 && report.refusedCount == 4)
      let first = ending == "csv" ? 2 : 1
      #expect(report.refused.map(\.line) == [0, 2, 4, 5].map { $0 + first })
      try goods.update(to: table)
      goods = try self.goods()
      try goods.append { $0[code] = "abc" }
    }
    options.refusals = .stop
    #expect(throws: RecordTextError.self) {
      var table = goods.table
      try table.append(from: .text(text), as: format, options: options)
    }
  }
}
