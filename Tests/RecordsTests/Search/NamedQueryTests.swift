import Foundation
import Testing

@testable import HikidashiRecords

@Suite struct NamedQueryTests {
  let title = Field<String>("title", collation: .localized(locale: "en"))
  let rate = Field<Double?>("rate")
  let passed = Field<Bool?>("passed")
  let photo = Field<Data>("photo", default: Data())

  private func schema() throws -> Schema { try Schema(title, rate, passed, photo) }

  @Test func aComparisonByNameIsTheTypedOne() throws {
    let schema = try schema()
    #expect(try Query.field("rate", .greaterOrEqual, 4, schema: schema) == (rate >= 4))
    #expect(try Query.field("title", .prefix, "a", schema: schema) == title.hasPrefix("a"))
    #expect(try Query.field("rate", .equal, nil, schema: schema) == rate.isNull)
    #expect(try Query.field("passed", .equal, true, schema: schema) == passed.query)
  }

  @Test func whatDoesNotFitIsRefused() throws {
    let schema = try schema()
    #expect(throws: QueryError.unknownField(name: "tilte", suggestions: ["title"])) {
      try Query.field("tilte", .equal, 1, schema: schema)
    }
    #expect(throws: QueryError.wrongType(field: "rate", expected: .double, found: .string)) {
      try Query.field("rate", .equal, "a", schema: schema)
    }
    #expect(
      throws: QueryError.notComparable(field: "passed", type: .boolean, comparison: .less)
    ) {
      try Query.field("passed", .less, true, schema: schema)
    }
    #expect(throws: QueryError.nullCompared(field: "rate", comparison: .less)) {
      try Query.field("rate", .less, nil, schema: schema)
    }
    #expect(throws: QueryError.self) { try Query.field("title", .pattern, "(", schema: schema) }
  }

  @Test func aForeignFieldIsRefused() throws {
    let table = RecordTable(try schema())
    let other = Field<String>("title")
    #expect(throws: QueryError.foreignField(name: "title")) {
      try table.search(checking: other == "a")
    }
  }

  @Test func nullFulfilsNoComparisonAndNotIsTheRest() throws {
    var table = RecordTable(try schema())
    for value in [nil, 1, 2] as [Double?] {
      try table.append {
        $0[title] = "t"
        $0[rate] = value
      }
    }
    #expect(table.search(rate != 1).numbers == [2])
    #expect(table.search(!(rate == 1)).numbers == [0, 2])
    #expect(table.search(rate == nil).numbers == [0])
    #expect(table.search(rate < 5).numbers == [1, 2])
    #expect(table.search(!passed).numbers == [0, 1, 2])
    #expect(table.search(rate >= 2 && !passed).numbers == [2])
  }

  @Test func aBinaryFieldTellsApartWhatIsComposedInAnotherWay() throws {
    let code = Field<String>("code", collation: .binary)
    var cards = try RecordTable(Schema(code))
    try cards.append(columns: [code.column(["\u{E9}", "e\u{301}"])])
    #expect(cards.search(code == "\u{E9}").numbers == [0])
    #expect(cards.search(code == "e\u{301}").numbers == [1])
    #expect(cards.search(code.contains("\u{E9}")).numbers == [0])
    #expect(cards.search(code.contains("e\u{301}")).numbers == [1])
    #expect(cards.search(code.isOneOf(["\u{E9}", "e\u{301}"])).count == 2)
    var view = SortedView(of: cards, where: code == "\u{E9}")
    view.filter(by: code == "e\u{301}")
    #expect(Array(view) == [1])
  }

  @Test func aLocalizedFieldIgnoresCaseAndWidth() throws {
    let name = Field<String>("name", collation: .localized(locale: "ja"))
    let code = Field<String>("code", collation: .binary)
    var table = RecordTable(try Schema(name, code))
    for text in ["QUIC", "ｑｕｉｃ", "quic v2", "カナ", "ｶﾅ", "かな", "ガ", "ｶﾞ"] {
      try table.append {
        $0[name] = text
        $0[code] = text
      }
    }
    #expect(table.search(name == "Quic").numbers == [0, 1])
    #expect(table.search(name.contains("UIC")).numbers == [0, 1, 2])
    #expect(table.search(name.containsWord("quic")).numbers == [0, 1, 2])
    #expect(table.search(name == "かナ").numbers == [3, 4, 5])
    #expect(table.search(name.hasPrefix("か")).numbers == [3, 4, 5])
    #expect(table.search(name == "が").numbers == [6, 7])
    #expect(table.search(try name.matches("^quic")).numbers == [0, 2])
    #expect(table.search(code == "QUIC").numbers == [0])
    #expect(table.search(code.contains("uic")).numbers == [2])
    #expect(table.search(try code.matches("^quic")).numbers == [2])
  }

  @Test func whatWasFoldedForAnEarlierSearchIsNotUsedForWhatWasEditedSince() throws {
    var table = RecordTable(try schema())
    for index in 0..<9000 { try table.append { $0[title] = "Ｎame \(index)" } }
    let query = title.contains("NAME 7000")
    for _ in 0..<3 { #expect(table.search(query).numbers == [7000]) }
    let snapshot = table
    try table.update(7000) { $0[title] = "other" }
    try table.update(2) { $0[title] = "ＮＡＭＥ 7000" }
    for _ in 0..<3 {
      #expect(table.search(query).numbers == [2])
      #expect(snapshot.search(query).numbers == [7000])
    }
    #expect(table.memory.caches > 9000)
    table.dropCaches()
    #expect(table.memory.caches == 0)
    #expect(table.search(query).numbers == [2])
  }

  @Test func aPatternThatRunsAwayIsGivenUp() throws {
    var table = RecordTable(try schema())
    try table.append { $0[title] = "short" }
    try table.append { $0[title] = String(repeating: "a", count: 5000) + "!" }
    let query = try title.matches("^(a+)+$")
    #expect(throws: QueryError.slowPattern("^(a+)+$", field: "title")) {
      try table.search(checking: query)
    }
    #expect(table.search(query).isEmpty)
    #expect(!table.matches(1, query))
  }
}
