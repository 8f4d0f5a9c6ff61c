import Foundation
import HikidashiBase
import HikidashiValues
import Testing

@testable import HikidashiRecords

@Suite struct ReadingErrorTests {
  private static let id = Field<Int>("id")
  private static let rate = Field<Double>("rate", rules: [.range(0...5)])
  private static let name = Field<String>("name", default: "none")
  private static let born = Field<Date?>("born")
  private static let schema = try? Schema(id, rate, name, born)

  struct Case: CustomTestStringConvertible, Sendable {
    var format: RecordFormat
    var text: [UInt8]
    var description: String

    init(_ format: RecordFormat, _ text: String, _ description: String) {
      self.init(format, Array(text.utf8), description)
    }

    init(_ format: RecordFormat, _ text: [UInt8], _ description: String) {
      self.format = format
      self.text = text
      self.description = description
    }

    var testDescription: String { description }
  }

  static let delimitedCases = [
    Case(
      .tsv, "id\trate\tname\n1\t2\ta\nx\t2\tb\n",
      "line 3, column 1 (id), character 1: “x” is not a whole number; "
        + "write digits only, as in 1234 or -5"),
    Case(
      .tsv, "name\trate\tid\n山田\t2\t1\n🙂é\tabc\t2\n",
      "line 3, column 2 (rate), character 4: “abc” is not a number; "
        + "write it with a decimal point, as in 1234.5 or 1e-3"),
    Case(
      .tsv, "id\trate\n9223372036854775808\t1\n",
      "line 2, column 1 (id), character 1: 9223372036854775808 is out of range; "
        + "a whole number lies between \(Int.min) and \(Int.max)"),
    Case(
      .csv, "id,rate,name\n1,2,\"a\nb\"\n2,9,c\n",
      "line 4, column 2 (rate), character 3: field “rate” cannot be 9.0: it "
        + "must be between 0.0 and 5.0"),
    Case(
      .csv, "id,rate,name\n1,2,\"a\nb\"c\n",
      "line 2, column 3 (name), character 5: a quote stands within the value; "
        + "put the whole value between quotes and double those within"),
    Case(
      .csv, "id,rate,name\n1,2,a\"b\n",
      "line 2, column 3 (name), character 6: a quote stands within the value; "
        + "put the whole value between quotes and double those within"),
    Case(
      .csv, "id,rate,name\n1,2,\"open\nmore\n",
      "line 2, column 3 (name), character 5: the quote that opens here is never closed; "
        + "close it, or double it if it is text"),
    Case(
      .csv, "id,rate\n1,2\n1,2,3\n",
      "line 3, character 1: the record has 3 values in place of 2; "
        + "a separator is missing or too many"),
    Case(
      .csv, "id,rate\n,2\n",
      "line 2, column 1 (id), character 1: field “id” was given no value; "
        + "give one, or give the field a default or make it optional"),
    Case(
      .tsv, "id\trate\tname\n1\t2\ta\\qb\n",
      "line 2, column 3 (name), character 6: “\\q” is no escape; "
        + "a backslash is written as \\\\, others are \\t, \\n, \\r and \\xHH"),
    Case(
      .tsv, Array("id\trate\tname\n1\t2\té".utf8) + [0xFF] + Array("\n".utf8),
      "line 2, column 3 (name), character 6: the bytes are not UTF-8; convert the text to UTF-8"),
    Case(
      .tsv, "id\trate\tborn\n1\t2\t2020-02-30\n",
      "line 2, column 3 (born), character 5: “2020-02-30” is not a date; "
        + "write it as in 2020-05-20 or 2020-05-20T12:34:56Z"),
    Case(.tsv, "", "line 1: there is no header; add one, or read with a format that has none"),
    Case(
      .tsv, "id\tratio\n",
      "line 1: column 2 is called “ratio”, which no field is; there are id, rate, name, born; "
        + "rename it, or have unknown fields ignored"),
    Case(
      .tsv, "id\tid\n", "line 1: column 2 is called “id” as one before it; remove one"),
    Case(
      .tsv, "id\tname\n",
      "line 1: there is no column “rate”; add it, or give the field a default or make it optional"),
    Case(
      .csv, "id,\"rate\n",
      "line 1: column 2: the quote that opens here is never closed; "
        + "close it, or double it if it is text"),
    Case(
      .delimited(.tsv(numberColumn: "#")), "id\t#\trate\n1\t1\t1\n",
      "line 1: the column of record numbers, “#”, must be the first"),
    Case(
      .delimited(.tsv(numberColumn: "#")), "#\tid\trate\n5\t1\t1\n5\t2\t1\n",
      "line 3, column 1, character 1: “5” is no number for this record; "
        + "numbers ascend, and none was used before"),
    Case(
      .delimited(.csv(separator: "\"")), "",
      "the format cannot be: the separator must be an ASCII character, no line end and not \""),
    Case(
      .delimited(.tsv(numberColumn: "id")), "",
      "the format cannot be: the column of record numbers is called “id”, as a field is"),
  ]

  static let jsonCases = [
    Case(
      .jsonLines, "{\"id\":1,\"rate\":2}\n{\"id\":1.5,\"rate\":2}\n",
      "line 2 (id), character 7: “1.5” is not a whole number; "
        + "write digits only, as in 1234 or -5"),
    Case(
      .jsonLines, "{\"id\":1,\"rate\":2,\"size\":3}\n",
      "line 1, character 18: no field is called “size”; there are id, rate, name, born; "
        + "rename it, or have unknown fields ignored"),
    Case(
      .jsonLines, "{\"id\":1,\"id\":2}\n",
      "line 1, character 9: the key “id” occurs twice; remove one"),
    Case(
      .jsonLines, "{\"id\":1 \"rate\":2}\n",
      "line 1, character 9: it is not JSON: a comma or closing brace is missing at byte 9"),
    Case(
      .jsonLines, "[1]\n",
      "line 1, character 1: it is not JSON: an opening brace is missing at byte 1"),
    Case(
      .jsonLines, "{\"id\":null,\"rate\":2}\n",
      "line 1 (id), character 7: field “id” was given no value; "
        + "give one, or give the field a default or make it optional"),
    Case(
      .jsonLines, "{\"rate\":2}\n",
      "line 1 (id), character 1: field “id” was given no value; "
        + "give one, or give the field a default or make it optional"),
  ]

  @Test(arguments: delimitedCases + jsonCases)
  func theErrorTellsWhereAndHowToMend(_ sample: Case) throws {
    let schema = try #require(Self.schema)
    var table = try RecordTable(schema, tsv: .text("id\trate\n7\t1\n"))
    let error = #expect(throws: RecordTextError.self) {
      try table.append(from: .bytes(sample.text), as: sample.format)
    }
    #expect(error?.description == sample.description)
    #expect(table.count == 1, "all or nothing")
  }

  @Test func whatWasReadBeforeAnErrorIsNotAppended() throws {
    let schema = try #require(Self.schema)
    var table = try RecordTable(schema, tsv: .text("id\trate\n7\t1\n"))
    let text = "id\trate\n" + (0..<100).map { "\($0)\t1\n" }.joined() + "x\t1\n"
    let error = #expect(throws: RecordTextError.self) {
      _ = try table.append(
        from: .text(text), as: .tsv, options: ReadingOptions(), windowSize: 64, rowsPerBatch: 4)
    }
    #expect(error?.description.hasPrefix("line 102, column 1 (id)") == true)
    #expect(table.count == 1)
    #expect(table.nextPosition == 1)
  }

  @Test func aHeaderOfManyColumnsAsksForNoMoreMemoryThanItsText() throws {
    let schema = try #require(Self.schema)
    var table = RecordTable(schema)
    let options = ReadingOptions(refusals: .collect(limit: 1), unknownFields: .ignore)
    let text =
      "id,rate" + String(repeating: ",x", count: 200_000) + "\n"
      + String(repeating: "1\n", count: 10_000)
    let report = try table.append(from: .text(text), as: .csv, options: options)
    #expect(report.refusedCount == 10_000)
  }

  @Test func refusedRecordsAreCollectedUpToTheLimit() throws {
    let schema = try #require(Self.schema)
    var table = RecordTable(schema)
    let text = "id\trate\n1\t1\nx\t1\n2\n3\t9\n4\t4\n\n5\t5\ty\n6\t1"
    let report = try table.append(
      from: .text(text), as: .tsv, options: ReadingOptions(refusals: .collect(limit: 3)))
    #expect(table.map { $0[Self.id] } == [1, 4, 6])
    #expect(report.appended == 3)
    #expect(report.refusedCount == 4)
    #expect(report.refused.map(\.line) == [3, 4, 5])
    #expect(report.refused.map(\.text) == ["x\t1", "2", "3\t9"])
    #expect(table.numbers.numbers == [0, 1, 2])
  }

  @Test func columnsStandInAnyOrderAndMayBeMissingOrIgnored() throws {
    let schema = try #require(Self.schema)
    var table = RecordTable(schema)
    let options = ReadingOptions(unknownFields: .ignore)
    try table.append(
      from: .text("extra,rate,id,extra\n\"a,\n\",1.5,7,z\n"), as: .csv, options: options)
    #expect(table[0, Self.id] == 7)
    #expect(table[0, Self.rate] == 1.5)
    #expect(table[0, Self.name] == "none")
    #expect(table[0, Self.born] == nil)
    try table.append(
      from: .text("{\"x\":[{}],\"rate\":2e0,\"id\":8}\n \n"), as: .jsonLines, options: options)
    #expect(table[1, Self.id] == 8)
  }

  @Test func membersStandInAnyOrderInEveryLine() throws {
    let names = ["a", "aa", "b", "c", "å\"\\"]
    let fields = names.map { Field<Int?>($0) }
    let schema = try Schema(fields[0], fields[1], fields[2], fields[3], fields[4])
    var random = FormatSamples().random
    var expected: [[Int?]] = []
    var text = ""
    for _ in 0..<2_000 {
      let values = names.map { _ in Int.random(in: 0..<4, using: &random) }
      var members = zip(names, values).filter { $1 > 0 }
        .map { "\(JSONText.quoted($0)): \($1)" }
      if Bool.random(using: &random) { members.append("\"ab\": [\"a\", {\"a\": 7}]") }
      if Bool.random(using: &random) { members.append("\"\\u0061b\": 1") }
      members.shuffle(using: &random)
      text += "{" + members.joined(separator: " , ") + "}\n"
      expected.append(values.map { $0 > 0 ? $0 : nil })
    }
    var table = RecordTable(schema)
    let options = ReadingOptions(unknownFields: .ignore)
    try table.append(from: .text(text), as: .jsonLines, options: options)
    #expect(
      table.map { record in fields.map { record[$0] } } == expected, "HIKIDASHI_SEED=\(random.seed)"
    )
  }

  @Test func aRecordThatNeverEndsIsBounded() throws {
    let schema = try #require(Self.schema)
    var table = RecordTable(schema)
    let options = ReadingOptions(longestRecord: 1000)
    let text = "id,rate,name\n1,2,\"" + String(repeating: "x\n", count: 5000)
    let error = #expect(throws: RecordTextError.self) {
      _ = try table.append(from: .text(text), as: .csv, options: options, windowSize: 100)
    }
    // The line with the quote is wrong, and not all behind it.
    #expect(
      (error.map { "\($0)" } ?? "").hasPrefix("line 2, column 3 (name), character 5: the quote"))
    let line = "id,rate,name\n1,2," + String(repeating: "x", count: 5000)
    #expect(throws: RecordTextError.tooLong(line: 2, limit: 1000)) {
      _ = try table.append(from: .text(line), as: .csv, options: options, windowSize: 100)
    }
  }

  @Test func booleansAreReadInManyForms() throws {
    let field = Field<Bool>("b")
    let text = "b\ntrue\nTRUE\nt\nyes\nY\n1\nfalse\nFalse\nf\nno\nN\n0\n"
    let table = try RecordTable(Schema(field), csv: .text(text))
    #expect(table.map { $0[field] } == (0..<12).map { $0 < 6 })
    #expect(throws: RecordTextError.self) {
      try RecordTable(Schema(field), csv: .text("b\nmaybe\n"))
    }
  }

  @Test func anEnumerationTakesOnlyItsValues() throws {
    let status = Field<Status>("status")
    let schema = try Schema(status)
    #expect(try RecordTable(schema, tsv: .text("status\ndraft\n"))[0, status] == .draft)
    #expect(throws: RecordTextError.self) { try RecordTable(schema, tsv: .text("status\nnew\n")) }
  }

  private enum Status: String, FieldValue { case draft, standard }
}
