import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiRecords

/// Text of other programs, whose format is told, or guessed.
@Suite struct DialectTests {
  private static let name = Field<String>("name")
  private static let path = Field<String>("path")
  private static let count = Field<Int>("count")
  private let rows: [(String, String, Int)] = [
    ("nut", #"C:\temp\new"#, 12), ("Schraube, M5", "a\"b", 3), ("", "two\nlines", -4),
    ("日本", " x ", 50), ("cap", "d;e|f\tg", 6), ("rod's", "h", 7), (",", "\"", 0),
  ]

  private func table() throws -> RecordTable {
    var table = RecordTable(try Schema(Self.name, Self.path, Self.count))
    for row in rows {
      try table.append {
        $0[Self.name] = row.0
        $0[Self.path] = row.1
        $0[Self.count] = row.2
      }
    }
    return table
  }

  private func rows(of table: RecordTable) -> [String] {
    table.map { "\($0[Self.name])|\($0[Self.path])|\($0[Self.count])" }
  }

  private func read(
    _ text: String, _ change: (inout DelimitedFormat) -> Void = { _ in }
  ) throws -> [String] {
    var format = DelimitedFormat.csv
    change(&format)
    var table = RecordTable(try Schema(Self.name, Self.count))
    try table.append(from: .text(text), as: .delimited(format))
    return table.map { "\($0[Self.name]) \($0[Self.count])" }
  }

  @Test func everyFormatReadsWhatItWrites() throws {
    let table = try table()
    for separator in [",", ";", "\t", "|", " ", "||", ", ", "::="] {
      for quote in ["\"", "'", nil] as [Unicode.Scalar?] {
        for escape in [nil, "\\"] as [Unicode.Scalar?] where quote != nil || escape != nil {
          for trims in [false, true] where !trims || separator.allSatisfy({ !" \t".contains($0) }) {
            var format = DelimitedFormat.csv(separator: separator, lineEnd: .lf)
            (format.quote, format.escape, format.trimsBlanks) = (quote, escape, trims)
            // Without quotes nothing says that blanks belong to the value.
            if trims, quote == nil { continue }
            let bytes = try table.bytes(as: .delimited(format))
            var read = RecordTable(table.schema)
            for size in [64, 1 << 20] {
              read = RecordTable(table.schema)
              _ = try read.append(
                from: .bytes(bytes), as: .delimited(format), options: ReadingOptions(),
                windowSize: size, rowsPerBatch: 3)
            }
            #expect(
              rows(of: read) == rows(of: table),
              "\(separator) \(String(describing: quote)) \(String(describing: escape)) \(trims)")
          }
        }
      }
    }
    var bare = DelimitedFormat.csv
    bare.quote = nil
    #expect(throws: RecordTextError.self) { try table.bytes(as: .delimited(bare)) }
  }

  /// Exported records are imported as they were, by a guess.
  @Test func whatIsExportedIsFoundAgain() throws {
    let table = try table()
    for format in [
      DelimitedFormat.csv, .csv(separator: "\t", lineEnd: .lf), .csv(separator: ";"),
    ] {
      let bytes = try table.bytes(as: .delimited(format))
      let guess = try DelimitedFormat(guessingFrom: .bytes(bytes))
      #expect(guess.separator == format.separator)
      var read = RecordTable(table.schema)
      try read.append(from: .bytes(bytes), as: .delimited(guess), options: .tolerant)
      #expect(rows(of: read) == rows(of: table), "\(format.separator)")
    }
  }

  @Test func whatStandsAroundTheRecordsIsPassedOver() throws {
    let text = "Report\nof May, 2026\n\nname,count\nnut,1\nrod,2\n"
    #expect(try read(text) { $0.skippedLines = 3 } == ["nut 1", "rod 2"])
    #expect(try read("nut,1\n") { $0.headerLines = 0 } == ["nut 1"])
    #expect(try read("x,y\nnut,1\n") { $0.names = ["name", "count"] } == ["nut 1"])
    #expect(try read("") { $0.headerLines = 0 }.isEmpty)
  }

  @Test func aHeaderOfSeveralLinesIsOneTitle() throws {
    var format = DelimitedFormat.csv
    format.headerLines = 2
    let schema = try Schema(
      inferringFrom: .text("Size,Size,\nmin,max,note\n1,2,a\n"), as: format)
    #expect(schema.names == ["Size min", "Size max", "note"])
    var table = RecordTable(schema)
    try table.append(from: .text("Size,Size,\nmin,max,note\n1,2,a\n"), as: .delimited(format))
    #expect(table.count == 1)
  }

  @Test func carriageReturnsAloneEndLines() throws {
    #expect(try read("name,count\rnut,1\rrod,2") { $0.lineEnd = .cr } == ["nut 1", "rod 2"])
    #expect(try read("name,count\r\nnut,1\r\n") == ["nut 1"])
  }

  @Test func blanksAndOtherMarksAreRead() throws {
    #expect(
      try read("name , count\n \"a, b\" , 1\nrod,2 \n") { $0.trimsBlanks = true } == [
        "a, b 1", "rod 2",
      ])
    #expect(
      try read("name,count\n'a, b',1\n'it''s',2\n") { $0.quote = "'" } == ["a, b 1", "it's 2"])
    #expect(
      try read(#"name,count"# + "\n" + #""a\"b",1"# + "\n" + #"c\,d,2"# + "\n") { $0.escape = "\\" }
        == ["a\"b 1", "c,d 2"])
    #expect(try read("name, count\nnut, 1\n") { $0.separator = ", " } == ["nut 1"])
  }

  @Test(arguments: [
    (TextEncoding.shiftJIS, [0x93, 0xFA, 0x96, 0x7B] as [UInt8], "日本"),
    (.eucJP, [0xC6, 0xFC, 0xCB, 0xDC], "日本"), (.windows1252, [0x80, 0xE9], "€é"),
  ])
  func encodingsAreRead(encoding: TextEncoding, bytes: [UInt8], text: String) throws {
    var format = DelimitedFormat.csv
    format.encoding = encoding
    var table = RecordTable(try Schema(Self.name, Self.count))
    let body = Array("name,count\n".utf8) + bytes + Array(",1\n".utf8)
    try table.append(from: .bytes(body), as: .delimited(format))
    #expect(table.map { $0[Self.name] } == [text])
  }

  @Test func sixteenBitsAreRead() throws {
    for (encoding, isBig) in [(TextEncoding.utf16LittleEndian, false), (.utf16BigEndian, true)] {
      var bytes: [UInt8] = isBig ? [0xFE, 0xFF] : [0xFF, 0xFE]
      for unit in "name,count\r\n日本 😀,1\r\n".utf16 {
        let pair = [UInt8(unit >> 8), UInt8(unit & 255)]
        bytes += isBig ? pair : pair.reversed()
      }
      #expect(try DelimitedFormat(guessingFrom: .bytes(bytes)).encoding == encoding)
      var format = DelimitedFormat.csv
      format.encoding = encoding
      var table = RecordTable(try Schema(Self.name, Self.count))
      try table.append(from: .bytes(bytes), as: .delimited(format))
      #expect(table.map { $0[Self.name] } == ["日本 😀"])
    }
  }

  @Test func aByteThatIsNoTextCostsItsRecord() throws {
    var format = DelimitedFormat.csv
    format.encoding = .shiftJIS
    var table = RecordTable(try Schema(Self.name, Self.count))
    let body = Array("name,count\na".utf8) + [0xFF] + Array(",1\nb,2\n".utf8)
    let report = try table.append(
      from: .bytes(body), as: .delimited(format), options: .tolerant)
    #expect(table.map { $0[Self.name] } == ["b"])
    #expect(report.refused.map(\.line) == [2])
  }

  @Test func recordsOfAnotherWidthFitWhereNothingIsLost() throws {
    let schema = try Schema(Field<String>("a"), Field<String?>("b"), Field<String?>("c"))
    let text = "a,b,c\n1\n1,2\n1,2,3\n1,2,3,,\n1,2,3,4\n"
    for rows in [2, 64] {
      var table = RecordTable(schema)
      let report = try table.append(
        from: .text(text), as: .csv, options: .tolerant, windowSize: 64, rowsPerBatch: rows)
      #expect(report.appended == 4)
      #expect(report.refused.map(\.line) == [6])
      let read = String(decoding: try table.bytes(as: .csv), as: UTF8.self)
      #expect(read == "a,b,c\r\n1,,\r\n1,2,\r\n1,2,3\r\n1,2,3\r\n")
    }
  }

  // MARK: - Guessing

  @Test(arguments: [
    ("a,b\n1,2\n3,4\n", ",", 1, 0), ("a;b\n1,5;2\n3,25;4\n", ";", 1, 0),
    ("sep=;\na;b\n1,5;2\n", ";", 1, 1), ("sep=|\r\na|b\r\n1|2\r\n", "|", 1, 1),
    ("a\tb\n1\t2\n", "\t", 1, 0), ("1,2\n3,4\n5,6\n", ",", 0, 0),
    ("nut,1\nrod,2\ncap,3\n", ",", 0, 0), ("name,count\nnut,1\nrod,2\n", ",", 1, 0),
    ("Report of May\n\nname,count\nnut,1\nrod,2\ncap,3\n", ",", 1, 2),
    ("name,note\nnut,\"a;b;c\"\nrod,\"d;e;f\"\n", ",", 1, 0),
    ("name,count\nnut,1,\nrod,2,\ncap,3,\n", ",", 1, 0), ("only\none\ncolumn\n", ",", 1, 0),
    ("", ",", 1, 0),
    ("t,size,size\ns,min,max\n1,2,3\n2,3,4\n3,4,5\n4,5,6\n", ",", 2, 0),
  ])
  func formatsAreFound(text: String, separator: String, headers: Int, skipped: Int) throws {
    let guess = try DelimitedGuess(from: .text(text))
    #expect(guess.format.separator == separator, "\(text)")
    #expect(guess.format.headerLines == headers, "\(text)")
    #expect(guess.format.skippedLines == skipped, "\(text)")
    #expect((0...1).contains(guess.certainty))
  }

  /// Values are not given to fields by their order where a schema is there.
  @Test func aFileForASchemaHasAHeader() throws {
    let text = RecordSource.text("nut,1\nrod,2\ncap,3\n")
    #expect(try DelimitedFormat(guessingFrom: text).headerLines == 0)
    guard case .delimited(let format)? = try RecordFormat(fileName: "a.csv", guessingFrom: text)
    else {
      Issue.record("no format")
      return
    }
    #expect(format.headerLines == 1)
    var table = RecordTable(try Schema(Self.name, Self.count))
    #expect(throws: RecordTextError.self) {
      try table.append(from: text, as: .delimited(format), options: .tolerant)
    }
  }

  @Test func marksAndEncodingsAreFound() throws {
    let single = try DelimitedFormat(guessingFrom: .text("a,b\n'x, y',1\n'z',2\n'v, w',3\n"))
    #expect(single.quote == "'")
    let escaped = try DelimitedFormat(
      guessingFrom: .text(#"a,b"# + "\n" + #""x\", y",1"# + "\n" + #""z\"",2"# + "\n"))
    #expect(escaped.escape == "\\")
    let blanks = try DelimitedFormat(
      guessingFrom: .text("a, b\n\"x, y\", \"1, 2\"\n\"z\", \"3\"\n"))
    #expect(blanks.trimsBlanks)
    #expect(try DelimitedFormat(guessingFrom: .text("a,b\r1,2\r3,4\r")).lineEnd == .cr)
    // A file says that it has escapes by a value that is missing.
    let paths = try DelimitedFormat(guessingFrom: .text("a\tb\nC:\\temp\\new\t1\nD:\\x41\t2\n"))
    #expect(paths.style == .quotes)
    let own = try DelimitedFormat(guessingFrom: .text("a\tb\nx\\ty\t1\n\\N\t2\n"))
    #expect(own.style == .escapes)
    let japanese = [0x95, 0x69, 0x96, 0xBC, 0x82, 0xCC] as [UInt8]
    let sjis = japanese + Array(",b\n".utf8) + japanese + Array(",1\n".utf8)
    #expect(try DelimitedFormat(guessingFrom: .bytes(sjis)).encoding == .shiftJIS)
    let euc = [0xC9, 0xCA, 0xCC, 0xBE, 0xA4, 0xCE] as [UInt8]
    #expect(
      try DelimitedFormat(guessingFrom: .bytes(euc + Array(",b\n1,2\n".utf8))).encoding == .eucJP)
    let latin = Array("Stra".utf8) + [0xDF] + Array("e,b\nM".utf8) + [0xFC] + Array("ller,1\n".utf8)
    #expect(try DelimitedFormat(guessingFrom: .bytes(latin)).encoding == .windows1252)
    #expect(try DelimitedFormat(guessingFrom: .text("größe,b\nM,1\n")).encoding == .utf8)
  }
}
