import Foundation
import Testing

@testable import HikidashiRecords

/// Conditions of a filter bar, and values as readers write them.
@Suite struct FieldConditionTests {
  private static let name = Field<String?>("name")
  private static let size = Field<Int>("size")
  private static let rate = Field<Double?>("rate", format: .decimals(1))
  private static let born = Field<Date?>("born", format: .day)
  private static let met = Field<Date?>("met")
  private static let flag = Field<Bool>("flag")

  private static func cards() throws -> RecordTable {
    try RecordTable(
      Schema(name, size, rate, born, met, flag),
      csv: .text(
        """
        name,size,rate,born,met,flag
        Émile,10,4.5,2020-05-20,2020-05-20T12:34:56Z,true
        emil,2,,2020-05-21,2020-05-20T12:35:00Z,false
        "",7,3,,,true
        山田,-1,4.5,1999-12-31,,false

        """))
  }

  private static func found(_ condition: FieldCondition) throws -> [Int]? {
    let cards = try cards()
    return try condition.query(for: cards.schema).map { query in
      cards.search(query).map(\.rawValue)
    }
  }

  private static let day = Date(timeIntervalSince1970: 1_589_932_800)

  @Test func eachTestFindsWhatItSays() throws {
    let expected: [(FieldCondition, [Int])] = [
      (FieldCondition("name", .contains, "MIL"), [0, 1]),
      (FieldCondition("name", .equals, "EMIL"), [1]),
      (FieldCondition("name", .differs, "emil"), [0, 2, 3]),
      (FieldCondition("name", .begins, "e"), [1]),
      (FieldCondition("name", .ends, "田"), [3]),
      (FieldCondition("name", .isEmpty), [2]),
      (FieldCondition("name", .isFilled), [0, 1, 3]),
      (FieldCondition("size", .atLeast, 7), [0, 2]),
      (FieldCondition("size", .greater, 7), [0]),
      (FieldCondition("size", .atMost, 2), [1, 3]),
      (FieldCondition("size", .less, 2), [3]),
      (FieldCondition("rate", .equals, 4.5), [0, 3]),
      (FieldCondition("rate", .atMost, 4), [2]),
      (FieldCondition("rate", .isEmpty), [1]),
      (FieldCondition("born", .equals, .date(Self.day)), [0]),
      (FieldCondition("born", .differs, .date(Self.day)), [1, 3]),
      (FieldCondition("born", .less, .date(Self.day)), [3]),
      (FieldCondition("born", .atMost, .date(Self.day)), [0, 3]),
      (FieldCondition("born", .greater, .date(Self.day)), [1]),
      (FieldCondition("born", .atLeast, .date(Self.day)), [0, 1]),
      // A minute stands for all of its seconds.
      (FieldCondition("met", .equals, .date(Self.day + 45_240)), [0]),
      (FieldCondition("met", .greater, .date(Self.day + 45_240)), [1]),
      (FieldCondition("flag", .isTrue), [0, 2]),
      (FieldCondition("flag", .isFalse), [1, 3]),
    ]
    for (condition, numbers) in expected {
      #expect(try Self.found(condition) == numbers, "\(condition)")
    }
  }

  @Test func whatIsNotCompleteAsksForNothing() throws {
    #expect(try Self.found(FieldCondition("name", .contains)) == nil)
    #expect(try Self.found(FieldCondition("name", .contains, "")) == nil)
    #expect(try Self.found(FieldCondition("born", .atLeast)) == nil)
  }

  @Test func whatIsWrongIsSaid() throws {
    #expect(throws: QueryError.unknownField(name: "nome", suggestions: ["name"])) {
      try Self.found(FieldCondition("nome", .isEmpty))
    }
    #expect(throws: QueryError.self) { try Self.found(FieldCondition("size", .contains, "1")) }
    #expect(throws: QueryError.self) { try Self.found(FieldCondition("size", .atLeast, "1")) }
    #expect(throws: QueryError.self) { try Self.found(FieldCondition("name", .isTrue)) }
  }

  @Test func everyTestOfAFieldCanBeAsked() throws {
    let schema = try Schema(
      Self.name, Self.size, Self.rate, Self.born, Self.met, Self.flag, Field<Data>("bytes"),
      Field<[Int]>("list"))
    let values: [FieldType: CellValue] = [
      .string: "a", .integer: 1, .double: 1.5, .date: .date(Self.day), .json: .json("[1]"),
    ]
    for field in schema.fields {
      for test in FieldCondition.Test.tests(of: field) {
        let value = test.hasValue ? values[field.type] ?? .null : .null
        let query = try FieldCondition(field.name, test, value).query(for: schema)
        #expect(query != nil, "\(field.name) \(test)")
        #expect(!test.title(for: field.type).isEmpty)
      }
    }
  }

  @Test func valuesAreWrittenAsTheirReadersWriteThem() throws {
    func german(_ field: some FieldHandle) -> ReaderText {
      ReaderText(field, language: "de", timeZone: "UTC")
    }
    let share = Field<Double>("share", format: .percent(decimals: 1))
    let bytes = Field<Int>("bytes", format: .bytes)
    let texts: [(ReaderText, CellValue, String)] = [
      (german(Self.size), 1_234_567, "1.234.567"),
      (german(Field<Double>("plain")), 0.25, "0,25"),
      (german(Self.rate), 4.55, "4,6"), (german(Self.rate), .null, ""),
      (german(share), 0.125, "12,5\u{a0}%"),
      (german(bytes), 999, "999 B"), (german(bytes), 1_540_000, "1,5 MB"),
      (german(bytes), 999_960, "1 MB"), (german(bytes), 0, "0 B"),
      (german(Self.born), .date(Self.day), "20.5.2020"),
      (german(Self.met), .date(Self.day + 45_240), "20.5.2020, 12:34"),
      (german(Self.flag), true, "Yes"), (german(Self.flag), false, "No"),
      (german(Self.name), "two\nlines\r\nand more", "two lines and more"),
      (german(Field<Data>("data")), .data(Data(count: 2_000)), "2 kB"),
      (german(Field<[Int]>("list")), .json("[1,\n2]"), "[1, 2]"),
    ]
    for (reader, cell, text) in texts { #expect(reader.text(cell) == text) }
  }

  @Test func valuesAreReadAsTheyAreWritten() throws {
    let reader = ReaderText(Self.rate, language: "de")
    #expect(reader.cell(" 4,5 ") == 4.5)
    #expect(reader.cell("vier") == nil)
    #expect(ReaderText(Self.size, language: "de").cell("1.234") == 1_234)
    #expect(ReaderText(Self.size, language: "de").cell("1,5") == nil)
    let share = ReaderText(Field<Double>("s", format: .percent(decimals: 0)), language: "en")
    #expect(share.cell("50%") == 0.5)
    #expect(share.cell("50") == 0.5)
    #expect(ReaderText(Self.born, language: "de").cell("20.5.2020") == .date(Self.day))
    #expect(ReaderText(Self.flag).cell("Yes") == true)
    #expect(ReaderText(Self.flag).cell("maybe") == nil)
    #expect(ReaderText(Field<Data>("d")).cell("x") == nil)
  }

  @Test func conditionsAreKeptAsJSON() throws {
    let values: [CellValue] = [
      nil, 4, -0.1, 1e300, true, "x\u{0}\"é", .date(Self.day),
      .date(Date(timeIntervalSince1970: -9e12)),
      .data(Data([0, 255])), .json("[1]"), .double(.infinity), .integer(.min),
    ]
    for value in values {
      let condition = FieldCondition("rate", .atLeast, value)
      let text = try JSONEncoder().encode(condition)
      #expect(try JSONDecoder().decode(FieldCondition.self, from: text) == condition)
    }
    let nan = try JSONEncoder().encode(CellValue.double(.nan))
    #expect(String(decoding: nan, as: UTF8.self) == #"{"double":"nan"}"#)
    guard case .double(let number) = try JSONDecoder().decode(CellValue.self, from: nan) else {
      Issue.record("not a number")
      return
    }
    #expect(number.isNaN)
    for text in [#"{"date":"noon"}"#, #"{"double":"four"}"#, #"{"integer":1.5}"#, "4"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(CellValue.self, from: Data(text.utf8))
      }
    }
  }
}
