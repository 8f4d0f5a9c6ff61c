import Foundation
import HikidashiBase
import HikidashiStorage
import TestSupport
import Testing

/// The part of a text that shows why it was found.
@Suite struct TextSnippetTests {
  private let folder: ScratchFolder
  private let index: TextIndex

  init() throws {
    folder = try ScratchFolder()
    index = try TextIndex(folder.url.appendingPathComponent("text.db").path, language: .english)
  }

  /// The snippet with its matches in brackets.
  private func marked(_ text: String, _ query: String, length: Int = 200) -> String {
    index.snippet(of: text, for: TextQuery(query), length: length).parts
      .map { $0.isMatch ? "[\($0.text)]" : $0.text }.joined()
  }

  @Test func marksWordsAndPhrases() {
    let text = "Routes are\n   routed; a “route” is no root."
    #expect(marked(text, "routing") == "[Routes] are [routed]; a “[route]” is no root.")
    #expect(marked(text, "\"route are\"") == "[Routes are] routed; a “route” is no root.")
    #expect(marked(text, "\"are route\"") == "Routes [are routed]; a “route” is no root.")
    #expect(marked(text, "roo*") == "Routes are routed; a “route” is no [root].")
    #expect(marked(text, "-routes none") == "Routes are routed; a “route” is no root.")
    #expect(marked("Café Dürst", "cafe DURST") == "[Café] [Dürst]")
    #expect(marked("", "word") == "")
    #expect(marked(" \n ", "word") == "")
    #expect(marked("a b", "a b") == "[a] [b]")
  }

  @Test func alternativesAreMarked() {
    var clause = TextQuery.Clause(["url"])
    clause.alternatives = [["uri"]]
    let parts = index.snippet(of: "A URI or URL", for: TextQuery(clauses: [clause])).parts
    #expect(parts.filter(\.isMatch).map(\.text) == ["URI", "URL"])
  }

  @Test func showsWhereMostStandTogether() {
    let filling = String(repeating: "Nothing is here at all. ", count: 30)
    let text = "One alpha. " + filling + "Before it. There are alpha and beta now. " + filling
    let snippet = marked(text, "alpha beta", length: 60)
    #expect(snippet.hasPrefix("… Before it. There are [alpha] and [beta] now."), "\(snippet)")
    #expect(snippet.hasSuffix(" …"))
    let pair = index.snippet(of: text, for: TextQuery("alpha beta"), length: 60)
    #expect(pair.adjacency == 1)
    #expect(index.snippet(of: text, for: TextQuery("beta alpha")).adjacency == 0)
    #expect(index.snippet(of: text, for: TextQuery("alpha")).adjacency == 1)
  }

  /// Of any text: what is shown stands in it, is about as long as asked for, and has only whole letters.
  @Test func anyTextGivesAPartOfIt() {
    let seed = testSeed()
    print("anyTextGivesAPartOfIt: HIKIDASHI_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    let words = ["alpha", "beta.", "é", "山田", "a\n", "  ", "x-y", "“beta”", "🙂", "\t", "gamma!"]
    for _ in 0..<testSteps(400) {
      let text = (0..<Int.random(in: 0...60, using: &random))
        .map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
      let length = Int.random(in: 0...120, using: &random)
      let snippet = index.snippet(of: text, for: TextQuery("alpha \"x y\" é"), length: length)
      var shown = snippet.text[...]
      if shown.hasPrefix("… ") { shown = shown.dropFirst(2) }
      if shown.hasSuffix(" …") { shown = shown.dropLast(2) }
      let whole = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(shown.isEmpty || whole.contains(shown), "HIKIDASHI_SEED=\(seed)")
      #expect(!shown.contains("\u{FFFD}"), "HIKIDASHI_SEED=\(seed)")
      #expect(shown.utf8.count <= max(length, 20) + 40, "HIKIDASHI_SEED=\(seed)")
      for part in snippet.parts where part.isMatch {
        #expect(["alpha", "x-y", "é"].contains(part.text), "\(part.text)")
      }
      let isMarked = snippet.parts.contains { $0.isMatch }
      #expect(isMarked || !whole.contains("alpha"), "HIKIDASHI_SEED=\(seed)")
    }
  }
}
