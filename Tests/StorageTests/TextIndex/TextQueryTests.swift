import HikidashiBase
import HikidashiStorage
import TestSupport
import Testing

/// What a person typed, as clauses.
@Suite struct TextQueryTests {
  private typealias Clause = TextQuery.Clause

  @Test(
    arguments: [
      ("", []), ("  - \" \" * ()", []),
      ("two words", [Clause(["two"]), Clause(["words"])]),
      ("\"two words\" more", [Clause(["two", "words"], role: .required), Clause(["more"])]),
      (
        "“two words” „und so“",
        [
          Clause(["two", "words"], role: .required), Clause(["und", "so"], role: .required),
        ]
      ),
      ("\"not closed", [Clause(["not", "closed"], role: .required)]),
      ("If-Match a.b", [Clause(["If", "Match"]), Clause(["a", "b"])]),
      (
        "be* \"so be*\"",
        [
          Clause(["be"], isPrefix: true), Clause(["so", "be"], role: .required, isPrefix: true),
        ]
      ),
      (
        "-no -\"not this\" yes",
        [
          Clause(["no"], role: .excluded), Clause(["not", "this"], role: .excluded),
          Clause(["yes"]),
        ]
      ),
      ("again again", [Clause(["again"])]),
      (
        "OR NEAR(x) {a b}:c^",
        [
          Clause(["OR"]), Clause(["NEAR", "x"]), Clause(["a"]), Clause(["b", "c"]),
        ]
      ),
      ("山田 naïve", [Clause(["山田"]), Clause(["naïve"])]),
    ] as [(String, [TextQuery.Clause])])
  func readsWhatIsTyped(_ text: String, _ clauses: [TextQuery.Clause]) {
    #expect(TextQuery(text).clauses == clauses)
    #expect(TextQuery(text).isEmpty == !clauses.contains { $0.role != .excluded })
  }

  @Test func theLastWordMayBeABeginning() {
    #expect(TextQuery("two wor", isTyping: true).clauses.map(\.isPrefix) == [false, true])
    #expect(TextQuery("two wor ", isTyping: true).clauses.map(\.isPrefix) == [false, false])
    #expect(TextQuery("\"two wor", isTyping: true).clauses.map(\.isPrefix) == [false])
    #expect(TextQuery("\"two wor\"", isTyping: true).clauses.map(\.isPrefix) == [false])
  }

  @Test func fillersAreLeftOutWhereThereAreOthers() {
    let fillers: Set = ["the", "should", "of"]
    #expect(TextQuery("the size Of", without: fillers).clauses == [Clause(["size"])])
    #expect(TextQuery("the of", without: fillers).clauses == [Clause(["the"]), Clause(["of"])])
    #expect(TextQuery("the SHOULD", without: fillers).clauses == [Clause(["SHOULD"])])
    #expect(
      TextQuery("\"the of\" the", without: fillers).clauses
        == [Clause(["the", "of"], role: .required)])
    #expect(TextQuery("the -size", without: fillers).clauses.count == 2)
  }

  @Test func clausesHaveALimit() {
    let many = (0..<100).map { "w\($0)" }.joined(separator: " ")
    #expect(TextQuery(many).clauses.count == TextQuery.clauseLimit)
    #expect(TextQuery(clauses: [Clause([]), Clause(["a"]), Clause(["a"])]).clauses.count == 1)
  }
}
