import Foundation
import Testing

@testable import HikidashiRecords

@Suite struct RoundTripTests {
  @Test(arguments: variedFormats.indices)
  func randomTablesComeBack(_ index: Int) throws {
    var samples = FormatSamples()
    let (name, format) = variedFormats[index]
    for count in [0, 1, 2, 70, 500] {
      let comment: Comment = "\(samples.seedText) \(name) \(count)"
      let table = try samples.table(count)
      let text = try table.bytes(as: format)
      let back = try RecordTable(table.schema, from: .bytes(text), as: format)
      expectSame(table, back, comment)
      #expect(try back.bytes(as: format) == text, comment)
    }
  }

  @Test(arguments: [
    RecordFormat.delimited(.tsv(numberColumn: "#")), .delimited(.csv(numberColumn: "#")),
    .jsonObjects(JSONLinesFormat(numberKey: "#")),
  ])
  func numbersComeBackWhereTheyAreWritten(_ format: RecordFormat) throws {
    var samples = FormatSamples()
    let comment: Comment = "\(samples.seedText)"
    var table = try samples.table(300)
    try table.insert(samples.cells(), at: 30_000)
    try table.insert(samples.cells(), at: 400_000)
    let back = try RecordTable(
      table.schema, from: .bytes(try table.bytes(as: format)), as: format)
    expectSame(table, back, numbers: true, comment)
    #expect(back.nextPosition == table.nextPosition)
  }

  @Test func numbersMayLieFarApartButNotBeyond32Bits() throws {
    let id = Field<Int>("id")
    let format = RecordFormat.delimited(.tsv(numberColumn: "#"))
    var table = try RecordTable(
      Schema(id), from: .text("#\tid\n3\t1\n300000000\t2\n"), as: format)
    #expect(table.count == 2)
    #expect(table[300_000_000, id] == 2)
    #expect(throws: RecordTextError.self) {
      try table.append(from: .text("#\tid\n4294967296\t3\n"), as: format)
    }
  }

  @Test(arguments: [RecordFormat.tsv, .csv, .jsonLines])
  func everyScalarComesBack(_ format: RecordFormat) throws {
    let text = Field<String>("text")
    let optional = Field<String?>("optional")
    var table = RecordTable(try Schema(text, optional))
    var rest = ""
    for code in 0...UInt32(0x10FFFF) {
      guard let scalar = Unicode.Scalar(code) else { continue }
      if code < 0x3100 {
        let alone = String(Character(scalar))
        try table.insert([.string(alone), .string("x" + alone)], at: RecordNumber(table.count))
      } else {
        rest.unicodeScalars.append(scalar)
        guard code & 0x3F == 0x3F else { continue }
        try table.insert([.string(rest), .null], at: RecordNumber(table.count))
        rest = ""
      }
    }
    #expect(rest.isEmpty)
    let back = try RecordTable(
      table.schema, from: .bytes(try table.bytes(as: format)), as: format)
    expectSame(table, back, "every scalar")
  }

  @Test(arguments: [
    RecordFormat.tsv, .csv, .delimited(.tsv(hasHeader: false)),
    .delimited(.csv(hasHeader: false)), .jsonLines,
  ])
  func aSingleColumnComesBack(_ format: RecordFormat) throws {
    for isOptional in [false, true] {
      let schema = try isOptional ? Schema(Field<String?>("t")) : Schema(Field<String>("t"))
      var table = RecordTable(schema)
      for cell in ["", "a", "", "\u{FEFF}", "\n", "", "\"", ""] as [CellValue] {
        try table.insert([cell], at: RecordNumber(table.count))
        if isOptional { try table.insert([.null], at: RecordNumber(table.count)) }
        let back = try RecordTable(schema, from: .bytes(try table.bytes(as: format)), as: format)
        expectSame(table, back, "one column, optional: \(isOptional)")
      }
    }
  }

  @Test func aTextThatBeginsWithAByteOrderMarkKeepsIt() throws {
    let schema = try Schema(Field<String>("t"))
    let table = try RecordTable(
      schema, from: .text("\u{FEFF}\u{FEFF}a\n"), as: .delimited(.tsv(hasHeader: false)))
    #expect(try table.text(as: .delimited(.csv(hasHeader: false))).hasPrefix("\u{FEFF}\u{FEFF}a"))
    #expect(try table.text(as: .tsv) == "t\n\u{FEFF}a\n")
  }

  @Test func lineEndsWithinAJSONValueAreSpaces() throws {
    let places = Field<[Int]?>("places")
    let line = "{\"places\":[\r31,\r\r5]}\n"
    let table = try RecordTable(Schema(places), from: .text(line), as: .jsonLines)
    #expect(table[0, places] == [31, 5])
    let text = try table.text(as: .jsonLines)
    #expect(text == "{\"places\":[ 31,  5]}\n")
    let back = try RecordTable(Schema(places), from: .text(text), as: .jsonLines)
    expectSame(table, back, "a carriage return")
  }

  @Test func aPartOfTheRecordsCanBeWritten() throws {
    let table = try RecordTable(Schema(Field<Int>("n")), tsv: .text("n\n5\n6\n7\n"))
    #expect(try table.text(RecordSet([0, 2, 99]), as: .tsv) == "n\n5\n7\n")
  }

  @Test func tablesOfManyChunksComeBackFromAnyPlace() throws {
    let field = Field<Int>("n")
    let text = Field<String?>("t")
    let schema = try Schema(field, text)
    var table = RecordTable(schema)
    for number in 0..<30_000 {
      let note: CellValue = number % 3 == 0 ? .null : .string("text \(number)")
      try table.insert([.integer(number), note], at: RecordNumber(number))
    }
    for format in [RecordFormat.tsv, .csv, .jsonLines] {
      let bytes = try table.bytes(as: format)
      var copy = table
      try copy.append(from: .bytes(bytes), as: format)
      #expect(copy.count == 60_000)
      for number in [0, 1, 8191, 8192, 29_999] {
        #expect(copy[RecordNumber(30_000 + number), field] == number)
        #expect(copy[RecordNumber(30_000 + number), text] == table[RecordNumber(number), text])
      }
      try copy.update(30_001) { $0[text] = "changed" }
      #expect(copy[30_001, text] == "changed")
      #expect(table.count == 30_000)
    }
  }
}
