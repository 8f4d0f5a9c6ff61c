import Testing

@testable import HikidashiRecords

/// What every type of field can do, so that none is forgotten where no compiler asks for it.
@Suite struct EveryFieldTypeTests {
  /// A value of the type as JSON Lines have it.
  private static func sample(_ type: FieldType) -> String {
    switch type {
    case .integer: "-42"
    case .double: "4.5"
    case .boolean: "true"
    case .string: "\"a \\\"b\\\"\\tc\""
    case .date: "\"2020-05-20T12:34:56Z\""
    case .data: "\"AP8=\""
    case .json: "{\"a\":[1,null]}"
    }
  }

  private static func table(_ type: FieldType) throws -> RecordTable {
    let schema = try Schema(
      json: #"{"fields": [{"name": "x", "type": "\#(type)", "optional": true}]}"#)
    #expect(try Schema(json: schema.json).json == schema.json)
    let lines = "{\"x\": \(sample(type))}\n{\"x\": null}\n"
    return try RecordTable(schema, from: .text(lines), as: .jsonLines)
  }

  @Test(arguments: FieldType.allCases)
  func itsValuesComeBackFromEveryTextFormat(_ type: FieldType) throws {
    let table = try Self.table(type)
    for (name, format) in variedFormats {
      let text = try table.bytes(as: format)
      expectSame(table, try RecordTable(table.schema, from: .bytes(text), as: format), "\(name)")
    }
  }

  @Test(arguments: FieldType.allCases)
  func itsConditionsFindWhatTheySay(_ type: FieldType) throws {
    let table = try Self.table(type)
    let field = table.schema.fields[0]
    let value = table[0].cells[0]
    for test in FieldCondition.Test.tests(of: field) {
      let condition = FieldCondition("x", test, test.hasValue ? value : .null)
      let found = try condition.query(for: table.schema).map { table.search($0).map(\.rawValue) }
      let expected: [Int] =
        switch test {
        case .isEmpty: [1]
        case .differs, .less, .greater, .isFalse: []
        default: [0]
        }
      #expect(found == expected, "\(test)")
      #expect(!test.title(for: type).isEmpty)
    }
  }

  @Test(arguments: FieldType.allCases)
  func itsValueIsWrittenForReaders(_ type: FieldType) throws {
    let table = try Self.table(type)
    let text = ReaderText(table.schema.fields[0], language: "en", timeZone: "UTC")
    #expect(!text.text(table[0].cells[0]).isEmpty)
    #expect(text.text(.null).isEmpty)
  }

  @Test(arguments: FieldType.allCases)
  func itIsSortedOrRefusesToBe(_ type: FieldType) throws {
    let table = try Self.table(type)
    let sort = { try table.sorted(byName: "x") }
    if type.isSortable {
      _ = try sort()
    } else {
      #expect(throws: (any Error).self) { try sort() }
    }
  }
}
