import HikidashiRecords
import Testing

@Suite struct SearchTermsTests {
  private static let title = Field<String>("title")
  private static let status = Field<String?>("status", title: "Where it stands")
  private static let year = Field<Int?>("year")
  private static let passed = Field<Bool>("passed", title: "Exam")
  private static let schema: Schema = {
    guard let schema = try? Schema(title, status, year, passed) else { fatalError("the schema") }
    return schema
  }()

  private func terms(_ text: String) throws -> SearchTerms {
    try SearchTerms(parsing: text, schema: Self.schema)
  }

  @Test(
    arguments: [
      ("", [], nil, ""), ("  ", [], nil, ""), ("quic", ["quic"], nil, "quic"),
      ("quic http", ["quic", "http"], nil, "quic http"),
      ("quic status:standard", ["quic"], "status:standard", "quic"),
      (
        "status:standard  quic\tyear:2020.. http", ["quic", "http"],
        "status:standard year:2020..", "quic http"
      ),
      ("\"loss recovery\" 2020..", ["loss recovery"], "2020..", "\"loss recovery\""),
      ("conges* -tahoe", ["conges"], "-tahoe", "conges* -tahoe"),
      ("-tahoe", [], "-tahoe", "-tahoe"), ("a AND b", ["a", "b"], nil, "a b"),
      ("a OR b", [], "a OR b", ""), ("c (a OR b)", ["c"], "(a OR b)", "c"),
      ("NOT a b", ["b"], "NOT a", "b"),
      ("tcp/ip 9110 -", ["tcp/ip", "9110", "-"], nil, "tcp/ip 9110 -"),
      ("is:passed a", ["a"], "passed:yes", "a"), ("-is:exam", [], "-passed:yes", ""),
      ("*", [], nil, "*"),
    ] as [(String, [String], String?, String)])
  func wordsStandApartFromConditions(
    typed: String, words: [String], conditions: String?, text: String
  ) throws {
    let found = try terms(typed)
    #expect(found.words.map(\.text) == words)
    #expect(
      try found.conditions == conditions.map { try Query(parsing: $0, schema: Self.schema) })
    #expect(found.text == text)
  }

  @Test func quotationsAreToldFromWords() throws {
    #expect(try terms("\"a\" b “c d”").words.map(\.isQuoted) == [true, false, true])
  }

  /// Words and conditions together find what the query of the whole finds.
  @Test(
    arguments: [
      "quic", "quic status:standard", "a b -c", "a OR b", "2020.. a", "is:passed b", "* a",
    ])
  func togetherTheyAreTheQuery(typed: String) throws {
    let found = try terms(typed)
    let words = try found.words.map { word in
      try Query(parsing: "\"" + word.text + "\"", schema: Self.schema)
    }
    let whole = Query.all(of: words + [found.conditions].compactMap { $0 })
    let queries = try Query(parsing: typed, schema: Self.schema)
    var table = RecordTable(Self.schema)
    for text in ["quic", "a", "b", "a b", "a b c", "a b standard", "none"] {
      for isTrue in [true, false] {
        try table.append {
          $0[Self.title] = text
          $0[Self.status] = isTrue ? "standard" : nil
          $0[Self.year] = isTrue ? 2021 : 1999
          $0[Self.passed] = isTrue
        }
      }
    }
    #expect(table.search(whole) == table.search(queries))
  }

  @Test(
    arguments: [
      ("stauts:a", ["status"]), ("is:passd", ["passed"]), ("is:status", []), ("is:title", []),
    ] as [(String, [String])])
  func whatNobodyKnowsIsToldOfWithWhatMayBeMeant(typed: String, suggestions: [String]) {
    let error = #expect(throws: QuerySyntaxError.self) { try terms(typed) }
    #expect(error?.suggestions == suggestions)
  }

  @Test(arguments: [
    "status:", "status : a", "a AND", "is:", "\"a", "a )", "(a", "/a", "~", "year:2020..2010",
  ])
  func whatIsWrongIsAnError(typed: String) {
    #expect(throws: QuerySyntaxError.self) { try terms(typed) }
  }
}
