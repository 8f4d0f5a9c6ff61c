import HikidashiBase
import HikidashiRecords
import TestSupport
import Testing

/// Which texts are suggested, and in which order.
@Suite struct SuggestionIndexTests {
  private static let index = SuggestionIndex([
    "Yorkshire", "New York", "Newark", "York", "Cork", "Øresund", "カメラ", "York", "", "St. Yorick",
    "New Yorkers",
  ])

  @Test(arguments: [
    ("york", ["York", "Yorkshire", "New York", "New Yorkers"]), ("YORK ", ["New York"]),
    (" york", ["York"]),
    ("new y", ["New York", "New Yorkers"]), ("york new", ["New York", "New Yorkers"]),
    ("ork", ["Cork", "New York", "New Yorkers", "York", "Yorkshire"]), ("ores", ["Øresund"]),
    ("かめ", ["カメラ"]), ("ｶﾒ", ["カメラ"]), ("yor", ["York", "Yorkshire", "New York", "New Yorkers"]),
    ("x", []), ("\u{0}", ["Cork"]), ("yori", ["St. Yorick"]),
  ])
  func suggests(typed: String, first: [String]) {
    let found = Self.index.suggestions(for: typed)
    #expect(Array(found.prefix(max(first.count, 1))) == first, "\(found)")
  }

  @Test func nothingTypedIsAnsweredWithTheFirst() {
    #expect(Self.index.count == 9)
    #expect(Self.index.suggestions(for: "", limit: 2) == ["Cork", "New York"])
    #expect(SuggestionIndex([]).suggestions(for: "a") == [])
    #expect(Self.index.suggestions(for: "a", limit: 0) == [])
    #expect(Self.index.beginning(with: "new", limit: 9) == ["New York", "New Yorkers", "Newark"])
  }

  /// As each text says of itself, one by one.
  @Test func agreesWithTheSlowModel() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let pieces = ["a", "B", "ab", "Å", "1", " ", "-", "ß", "か", "ガ", "ｶﾞ", "猫", "xyz"]
    func text(_ count: ClosedRange<Int>) -> String {
      (0..<Int.random(in: count, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
    }
    for _ in 0..<testSteps(300) {
      let texts = (0..<Int.random(in: 0...40, using: &random)).map { _ in text(0...6) }
      let typed = text(0...3)
      let limit = Int.random(in: 1...12, using: &random)
      let wanted = Self.slow(texts, typed, limit)
      let found = SuggestionIndex(texts).suggestions(for: typed, limit: limit)
      #expect(found == wanted, "seed \(seed): “\(typed)” in \(texts)")
    }
  }

  /// All of a rank, in the order of their folded letters, before those of the next.
  private static func slow(_ texts: [String], _ typed: String, _ limit: Int) -> [String] {
    let all = Set(texts).subtracting([""]).map { (text: $0, folded: folded($0)) }
      .sorted { one, other in
        one.folded == other.folded
          ? one.text < other.text : one.folded.utf8.lexicographicallyPrecedes(other.folded.utf8)
      }
    let start = folded(typed).drop { $0 == " " }
    let words = start.split(separator: " ").map(String.init)
    func rank(_ text: String) -> Int? {
      if text.utf8.starts(with: start.utf8) { return 0 }
      guard !words.isEmpty else { return nil }
      let gaps = text.unicodeScalars.indices.filter { place in
        guard place > text.startIndex else { return true }
        let before = text.unicodeScalars[text.unicodeScalars.index(before: place)]
        return before.isASCII && !Character(before).isLetter && !Character(before).isNumber
      }
      let isAtWords = words.allSatisfy { word in
        gaps.contains { text.utf8[$0...].starts(with: word.utf8) }
      }
      if isAtWords { return 1 }
      return words.allSatisfy { text.utf8.firstRange(of: $0.utf8) != nil } ? 2 : nil
    }
    let ranked = all.map { (text: $0.text, rank: rank($0.folded)) }
    return Array(
      (0...2).flatMap { own in ranked.filter { $0.rank == own }.map(\.text) }.prefix(limit))
  }

  /// As a text is folded, but for its spaces.
  private static func folded(_ text: String) -> String {
    let marked = text.replacing(" ", with: "\u{1}")
    return WordIndex.words(of: marked).joined().replacing("\u{1}", with: " ")
  }
}
