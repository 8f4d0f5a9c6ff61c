import Testing

@testable import HikidashiRecords

@Suite struct SchemaInferenceTests {
  @Test func typesAreTheNarrowestThatFit() throws {
    let text = """
      id,rate,active,born,name,gap,none
      1,1.5,true,2020-05-20,a,,
      2,2,false,2020-05-20T12:00:00Z,"b, c",3,
      """
    let schema = try Schema(inferringFrom: .text(text), as: .csv)
    #expect(schema.names == ["id", "rate", "active", "born", "name", "gap", "none"])
    #expect(
      schema.fields.map(\.type) == [.integer, .double, .boolean, .date, .string, .integer, .string])
    #expect(schema.fields.map(\.isOptional) == [false, false, false, false, false, true, true])
    let table = try RecordTable(schema, csv: .text(text))
    #expect(table.count == 2)
    #expect(try table.value(named: "name", as: String.self, at: 1) == "b, c")
  }

  /// A column gets a type only where the type writes the text that was read.
  @Test(
    arguments: [
      (["01067", "80331"], .string), (["+49301234567", "+81312345678"], .string),
      (["000417"], .string), (["0", "10", "-7"], .integer), (["-0"], .double),
      (["+5"], .string), (["0", "00"], .string), (["9223372036854775807"], .integer),
      (["9223372036854775808"], .string), (["12345678901234567890"], .string),
      (["12345678901234567", "1.5"], .string), (["1.50", "2.0", "3"], .double),
      (["1.", "2"], .string), ([".5"], .string), (["007.5"], .string), (["+1.5"], .string),
      (["0.1000"], .double), (["0.12345678901234567890"], .string), (["12E4", "3E10"], .string),
      (["1e400"], .string), (["1e-07", "1.5"], .double), (["nan", "inf"], .string),
      (["Nan", "Ida"], .string), (["nan", "1.5"], .double), (["NaN", "1.5"], .string),
      (["true", "false"], .boolean), (["t", "f"], .string), (["yes", "no"], .string),
      (["TRUE", "FALSE"], .string), (["1", "0"], .integer), (["1 ", "2"], .string),
      (["1_000"], .string), (["0x10"], .string), (["１２"], .string), (["1,5"], .string),
      (["2020-05-20"], .date), (["2020-05-20T12:00:00Z"], .date), (["2020-05"], .string),
      (["20.5.2020"], .string),
    ] as [([String], FieldType)])
  func typesGiveTheTextBack(values: [String], type: FieldType) throws {
    let text = "value\n" + values.map { "\"\($0)\"\n" }.joined()
    let schema = try Schema(inferringFrom: .text(text), as: .csv)
    #expect(schema.fields[0].type == type)
    guard type == .string else { return }
    let table = try RecordTable(schema, csv: .text(text))
    let read = try table.map { try $0.cell(named: "value") }
    #expect(read == values.map { .string($0) })
  }

  /// Numbers that a double cannot hold are refused and told of, in every format.
  @Test(arguments: ["1e400", "-1e400", "1" + String(repeating: "0", count: 309)])
  func aNumberThatIsTooLargeIsRefused(number: String) throws {
    let schema = try Schema(Field<Double>("n"))
    let rows: [(RecordFormat, String)] = [
      (.csv, "n\n\(number)\n1\n"), (.tsv, "n\n\(number)\n1\n"),
      (.jsonLines, "{\"n\":\(number)}\n{\"n\":1}\n"),
    ]
    for (format, text) in rows {
      var table = RecordTable(schema)
      let report = try table.append(
        from: .text(text), as: format, options: ReadingOptions(refusals: .collect()))
      #expect(report.appended == 1)
      #expect(report.refusedCount == 1)
      #expect("\(report.refused[0].error)".contains("is too large"), "\(report.refused[0])")
    }
  }

  @Test func withoutAHeaderColumnsAreNumbered() throws {
    let schema = try Schema(
      inferringFrom: .text("1\ta\n2\t\\N\n"), as: .tsv(hasHeader: false))
    #expect(schema.names == ["column1", "column2"])
    #expect(schema.fields.map(\.isOptional) == [false, true])
  }

  @Test func onlyWholeRecordsOfTheSampleCount() throws {
    let text = "n\n" + (0..<1000).map { "\($0 + 1000)\n" }.joined() + "x\n"
    let schema = try Schema(inferringFrom: .text(text), as: .tsv, sampleBytes: 2003)
    #expect(schema.fields[0].type == .integer)
  }

  @Test(arguments: [
    ("a,A", ["a", "A 2"], [nil, "A"]),
    ("price,,price", ["price", "column2", "price 2"], [nil, nil, "price"]),
    ("price,price 2,price", ["price", "price 2", "price 3"], [nil, nil, "price"]),
    ("column2,", ["column2", "column2 2"], [nil, nil]),
    (" Name ,\"two\nlines\"", ["Name", "two lines"], [nil, nil]),
    (",,", ["column1", "column2", "column3"], [nil, nil, nil]),
  ])
  func anyHeaderMakesASchema(header: String, names: [String], titles: [String?]) throws {
    for (header, isLong) in [
      (header, false), (header + "," + String(repeating: "é", count: 60), true),
    ] {
      let count = names.count + (isLong ? 1 : 0)
      let values = (0..<count).map(String.init)
      let text = header + "\n" + values.joined(separator: ",") + "\n"
      let schema = try Schema(inferringFrom: .text(text), as: .csv)
      #expect(Array(schema.names.prefix(names.count)) == names)
      #expect(
        schema.fields.prefix(names.count).map { $0.title == $0.name ? nil : $0.title } == titles)
      if isLong {
        #expect(schema.names.last == String(repeating: "é", count: 31))
        #expect(schema.fields.last?.title == String(repeating: "é", count: 60))
      }
      // Each column is found again by its title.
      let table = try RecordTable(schema, csv: .text(text))
      #expect(
        String(
          decoding: try table.bytes(as: .delimited(.csv(hasHeader: false, lineEnd: .lf))),
          as: UTF8.self
        )
          == values.joined(separator: ",") + "\n")
    }
  }

  @Test func columnsAreFoundByTitlesAndInAnyCase() throws {
    let fields = [
      Field<String>("name").definition, Field<Double>("price", title: "Preis (€)").definition,
    ]
    let schema = try Schema(fields: fields)
    for header in [
      "name,price", "Name,PRICE", "NAME,Preis (€)", "ｎａｍｅ,preis (€)", "Preis (€),Name",
    ] {
      let isTurned = header.hasSuffix("Name")
      let table = try RecordTable(
        schema, csv: .text(header + "\n" + (isTurned ? "2.5,nut" : "nut,2.5") + "\n"))
      #expect(table.count == 1, "\(header)")
    }
    // Two columns cannot be one field.
    #expect(throws: RecordTextError.badHeader(.duplicateColumn(name: "PRICE", column: 3))) {
      try RecordTable(schema, csv: .text("name,price,PRICE\nnut,1,2\n"))
    }
  }

  @Test func anEmptyTextHasNoHeader() throws {
    #expect(throws: RecordTextError.badHeader(.missing)) {
      try Schema(inferringFrom: .text(""), as: .csv)
    }
  }
}
