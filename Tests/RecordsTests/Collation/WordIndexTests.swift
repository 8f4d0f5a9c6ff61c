import Foundation
import HikidashiBase
import HikidashiRecords
import TestSupport
import Testing

/// Which texts have all words.
@Suite struct WordIndexTests {
  private static let texts = [
    "Host Software", "J. Müller\nŽ. Đurić", "ＷＩＤＥ Größe", "カメラの本", "ガメラ", "Øresund, Łódź", "",
    "col·lecció", "a b",
  ]

  @Test(arguments: [
    ("", [0, 1, 2, 3, 4, 5, 6, 7, 8]), (" \t", [0, 1, 2, 3, 4, 5, 6, 7, 8]), ("HOST soft", [0]),
    ("muller", [1]), ("müller", [1]), ("ｍｕｌｌｅｒ", [1]), ("MU\u{308}LLER", [1]), ("duric", [1]),
    ("wide grosse", [2]), ("wide　größe", [2]), ("ｶﾒﾗ", [3]), ("かめら", [3]), ("ガメラ", [4]),
    ("がめら", [4]), ("カ\u{3099}メラ", [4]), ("メラ", [3, 4]), ("oresund lodz", [5]), ("ØRESUND", [5]),
    ("colleccio", [7]), ("col·lecció", [7]), ("hostsoftware", []), ("softwarej", []), ("a b", [8]),
    ("\u{0}", [0, 1, 2, 3, 4, 5, 6, 7, 8]), ("\u{0}a", [0, 8]),
  ])
  func finds(words: String, wanted: [Int]) {
    let index = WordIndex(Self.texts)
    #expect(index.count == Self.texts.count)
    let found = index.matches(words)
    #expect(found.indices.filter { found[$0] } == wanted)
    let filter = WordFilter(words)
    #expect(Self.texts.map(filter.matches) == found)
  }

  @Test func nothingIsFoundInNothing() {
    #expect(WordIndex([]).matches("a").isEmpty)
    #expect(WordIndex([""]).matches("a") == [false])
    #expect(WordIndex([""]).matches("") == [true])
    #expect(WordIndex(["a b"]).matches(word: "a b") == [true])
  }

  @Test func aWordIsFoundWithinOneTextOfAnItem() {
    let items = [["Drawers", "Hana"], [], ["drawer", "shana"]]
    let index = WordIndex(items) { item, add in item.forEach(add) }
    #expect(index.count == 3)
    #expect(index.matches("hana drawers") == [true, false, false])
    #expect(index.matches("HANA") == [true, false, true])
    #expect(index.matches(word: "drawershana") == [false, false, false])
  }

  @Test func wordsAreFolded() {
    #expect(WordIndex.words(of: "ＲＦＣ　Ünicode  x\n") == ["rfc", "unicode", "x"])
    #expect(WordIndex.words(of: " ") == [])
  }

  /// As `contains` says of the folded texts, one by one.
  @Test func agreesWithTheSlowModel() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "a", "B", "ab", "Å", "a\u{30A}", "ＢＡ", "1", " ", "\n", "ß", "SS", "か", "ガ", "ｶﾞ", "猫", "ø",
      "·",
      String(repeating: "x", count: 70),
    ]
    func text(_ count: ClosedRange<Int>) -> String {
      (0..<Int.random(in: count, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
    }
    for _ in 0..<testSteps(300) {
      let texts = (0..<Int.random(in: 0...20, using: &random)).map { _ in text(0...8) }
      let query = text(0...4)
      let words = WordIndex.words(of: query)
      let wanted = texts.map { text in
        let folded = WordIndex.words(of: text).joined(separator: " ")
        return words.allSatisfy { word in folded.utf8.firstRange(of: word.utf8) != nil }
      }
      #expect(WordIndex(texts).matches(query) == wanted, "seed \(seed): “\(query)” in \(texts)")
      let filter = WordFilter(query)
      #expect(texts.map(filter.matches) == wanted, "seed \(seed): “\(query)” in \(texts)")
    }
  }
}
