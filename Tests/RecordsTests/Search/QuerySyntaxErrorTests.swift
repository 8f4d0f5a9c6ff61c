import Testing

@testable import HikidashiRecords

@Suite struct QuerySyntaxErrorTests {
  let schema: Schema

  init() throws {
    schema = try Schema(
      Field<String>("title"), Field<Int>("number", title: "番号"), Field<Bool>("passed"),
      Field<Double>("rate"))
  }

  private struct Case: Sendable {
    let text: String
    let problem: QuerySyntaxError.Problem
    let column: Int
    let length: Int
  }

  private static let cases: [Case] = [
    Case(
      text: "quic titel:x", problem: .unknownField("titel", suggestions: ["title"]), column: 6,
      length: 5),
    Case(text: "zzz:x", problem: .unknownField("zzz", suggestions: []), column: 1, length: 3),
    Case(
      text: "num:5", problem: .unknownField("num", suggestions: ["number"]), column: 1, length: 3),
    Case(text: "a :x", problem: .missingField, column: 3, length: 1),
    Case(text: "a >5", problem: .unknownField("a", suggestions: []), column: 1, length: 1),
    Case(text: ">5", problem: .missingField, column: 1, length: 1),
    Case(text: "number:", problem: .missingValue(field: "番号"), column: 8, length: 0),
    Case(text: "(number: )", problem: .missingValue(field: "番号"), column: 9, length: 0),
    Case(
      text: "山 number:五", problem: .badValue("五", field: "番号", type: .integer), column: 10,
      length: 1),
    Case(
      text: "number:99999999999999999999",
      problem: .badValue("99999999999999999999", field: "番号", type: .integer), column: 8, length: 20
    ),
    Case(
      text: "number:8*", problem: .badValue("8", field: "番号", type: .integer), column: 8, length: 2),
    Case(
      text: "passed:maybe", problem: .badValue("maybe", field: "passed", type: .boolean), column: 8,
      length: 5),
    Case(
      text: "passed>yes", problem: .notComparable(">", field: "passed", type: .boolean), column: 8,
      length: 3),
    Case(
      text: "number:~5", problem: .notComparable("~", field: "番号", type: .integer), column: 9,
      length: 1),
    Case(
      text: "number:/5/", problem: .notComparable("/", field: "番号", type: .integer), column: 8,
      length: 3),
    Case(text: "a rate:5..1", problem: .emptyRange, column: 8, length: 4),
    Case(text: "a OR", problem: .missingTerm, column: 5, length: 0),
    Case(text: "OR a", problem: .missingTerm, column: 1, length: 2),
    Case(text: "a AND OR b", problem: .missingTerm, column: 7, length: 2),
    Case(text: "NOT", problem: .missingTerm, column: 4, length: 0),
    Case(text: "()", problem: .missingTerm, column: 2, length: 0),
    Case(text: "(a", problem: .unclosedGroup, column: 1, length: 1),
    Case(text: "a)", problem: .unopenedGroup, column: 2, length: 1),
    Case(text: "e\u{301}🇯🇵 \"a", problem: .unclosedQuote, column: 4, length: 1),
    Case(text: "title:/a", problem: .unclosedPattern, column: 7, length: 1),
    Case(text: "/usr/bin", problem: .unclosedPattern, column: 1, length: 1),
    Case(
      text: String(repeating: "(", count: 70), problem: .tooDeep(limit: 64), column: 65, length: 1),
    Case(
      text: String(repeating: "-", count: 70) + "a", problem: .tooDeep(limit: 64), column: 65,
      length: 1),
  ]

  @Test(arguments: cases.indices) func anErrorTellsItsPlace(_ index: Int) {
    let expected = Self.cases[index]
    do {
      let query = try Query(parsing: expected.text, schema: schema)
      Issue.record("\(expected.text) was read as \(query)")
    } catch {
      #expect(error.problem == expected.problem, "\(expected.text)")
      #expect(error.column == expected.column, "\(expected.text)")
      #expect(error.length == expected.length, "\(expected.text)")
      #expect(error.description.contains("\(expected.column)"))
    }
  }

  @Test func aBadPatternTellsTheCharacter() throws {
    let error = try #require(throws: QuerySyntaxError.self) {
      try Query(parsing: "title:/a)b/", schema: schema)
    }
    #expect(error.problem == .badPattern(reason: "a parenthesis has no partner"))
    #expect((8...11).contains(error.column))
    #expect(error.length == 1)
  }

  @Test func aTableWithoutTextSaysSo() throws {
    let numbers = try Schema(Field<Int>("number"))
    let error = try #require(throws: QuerySyntaxError.self) {
      try Query(parsing: "quic", schema: numbers)
    }
    #expect(error.problem == .noTextField)
    #expect(error.length == 4)
  }

  /// Long inputs of what could nest, repeat or be gone back over are read or refused as short ones are.
  @Test func longInputsAreReadOrRefusedAsShortOnesAre() throws {
    func problem(_ text: String) -> QuerySyntaxError.Problem? {
      do throws(QuerySyntaxError) {
        _ = try Query(parsing: text, schema: schema)
        return nil
      } catch {
        return error.problem
      }
    }
    let pieces = [
      "a ", "\"", "\\", "(", "-", "a:", "..", "1..2 ", "/", "*", "NOT ", "a OR ", "title:/",
      "*\"a\"", "-\"a\"", "~\"a\"", "\"a\"*", "1\"", "title:\"a\"", "a>",
    ]
    for piece in pieces {
      let (short, long) = (
        problem(String(repeating: piece, count: 200)),
        problem(String(repeating: piece, count: 20_000))
      )
      #expect(short == long, "\(piece)")
    }
  }
}
