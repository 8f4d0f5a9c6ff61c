import Testing

@testable import HikidashiRecords

@Suite struct SchemaInferenceTests {
  @Test func typesAreTheNarrowestThatFit() throws {
    let text = """
      id,rate,active,born,name,gap,none
      1,1.5,true,2020-05-20,a,,
      2,2,no,2020-05-20T12:00:00Z,"b, c",3,
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

  @Test func namesThatCannotBeAreToldOf() throws {
    #expect(throws: RecordTextError.badHeader(.badNames(.duplicateName("A")))) {
      try Schema(inferringFrom: .text("a,A\n1,2\n"), as: .csv)
    }
    #expect(throws: RecordTextError.badHeader(.missing)) {
      try Schema(inferringFrom: .text(""), as: .csv)
    }
  }
}
