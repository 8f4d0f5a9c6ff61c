import Testing

@testable import HikidashiRecords

/// The cases of the csv-spectrum collection (<https://github.com/max-mapper/csv-spectrum>), in our
/// own words: what must be told apart in a CSV file.
@Suite struct CSVSpectrumTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var text: String
    var names: [String]
    var rows: [[String]]
  }

  static let cases = [
    Case(
      testDescription: "a comma in quotes",
      text: "first,last,city\nAnna,Berg,\"Bonn, am Rhein\"\n",
      names: ["first", "last", "city"], rows: [["Anna", "Berg", "Bonn, am Rhein"]]),
    Case(
      testDescription: "empty values", text: "a,b,c\n1,\"\",\"\"\n2,3,4\n",
      names: ["a", "b", "c"], rows: [["1", "", ""], ["2", "3", "4"]]),
    Case(
      testDescription: "empty values, CRLF", text: "a,b,c\r\n1,\"\",\"\"\r\n2,3,\r\n",
      names: ["a", "b", "c"], rows: [["1", "", ""], ["2", "3", ""]]),
    Case(
      testDescription: "escaped quotes", text: "a,b\n1,\"so \"\"they\"\" say\"\n3,4\n",
      names: ["a", "b"], rows: [["1", "so \"they\" say"], ["3", "4"]]),
    Case(
      testDescription: "JSON inside",
      text: "key,val\n1,\"{\"\"type\"\": \"\"Point\"\", \"\"at\"\": [102.0, 0.5]}\"\n",
      names: ["key", "val"], rows: [["1", "{\"type\": \"Point\", \"at\": [102.0, 0.5]}"]]),
    Case(
      testDescription: "newlines", text: "a,b,c\n1,2,3\n\"Once upon\na time\",5,6\n7,8,9\n",
      names: ["a", "b", "c"],
      rows: [["1", "2", "3"], ["Once upon\na time", "5", "6"], ["7", "8", "9"]]
    ),
    Case(
      testDescription: "newlines, CRLF",
      text: "a,b,c\r\n1,2,3\r\n\"Once upon\r\na time\",5,6\r\n7,8,9\r\n", names: ["a", "b", "c"],
      rows: [["1", "2", "3"], ["Once upon\r\na time", "5", "6"], ["7", "8", "9"]]),
    Case(
      testDescription: "quotes and newlines", text: "a,b\n1,\"ha\n\"\"ha\"\"\nha\"\n3,4\n",
      names: ["a", "b"], rows: [["1", "ha\n\"ha\"\nha"], ["3", "4"]]),
    Case(
      testDescription: "simple", text: "a,b,c\n1,2,3", names: ["a", "b", "c"],
      rows: [["1", "2", "3"]]),
    Case(
      testDescription: "UTF-8", text: "a,b,c\n1,2,3\n4,5,ʤ\n", names: ["a", "b", "c"],
      rows: [["1", "2", "3"], ["4", "5", "ʤ"]]),
  ]

  @Test(arguments: cases) func isReadAndComesBack(_ sample: Case) throws {
    let fields = sample.names.map { Field<String>($0) }
    let schema = try Schema(fields: fields.map(\.definition))
    let table = try RecordTable(schema, csv: .text(sample.text))
    #expect(table.map { record in fields.map { record[$0] } } == sample.rows)
    var back = RecordTable(schema)
    try back.append(csv: .bytes(try table.bytes(as: .csv)))
    expectSame(table, back, "csv-spectrum")
  }
}
