import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiRecords

/// Where words stand in a text.
@Suite struct TextFinderTests {
  private static func found(_ words: String, in text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    return TextFinder(words)?.ranges(in: text).map {
      "\($0.lowerBound) \(String(String.UnicodeScalarView(scalars[$0])))"
    } ?? []
  }

  @Test(arguments: [
    ("Drawer", "a drawer, the DRAWERS\nand a Drawer", ["2 drawer", "14 DRAWER", "28 Drawer"]),
    ("aa", "aaaaa", ["0 aa", "2 aa"]), ("grosse", "die ＧＲÖẞＥ und Größe", ["4 ＧＲÖẞＥ", "14 Größe"]),
    ("かめら", "カメラとｶﾒﾗとガメラ", ["0 カメラ", "4 ｶﾒﾗ"]), ("がめら", "ｶﾞﾒﾗ", ["0 ｶﾞﾒﾗ"]),
    ("muller", "Mu\u{308}ller", ["0 Mu\u{308}ller"]), ("e", "e\u{301}e", ["0 e\u{301}", "2 e"]),
    ("fi", "ﬁsh", ["0 ﬁ"]), ("is", "ﬁsh", ["0 ﬁs"]), ("𝔸", "x𝔸a", ["1 𝔸", "2 a"]),
    ("犬", "猫\n犬\r\n犬", ["2 犬", "5 犬"]), ("a b", "a b a\nb", ["0 a b"]), ("", "words", []),
    ("\u{0}", "words", []), ("b", "a\u{0}b", ["2 b"]), ("lodz", "Łódź", ["0 Łódź"]), ("x", "", []),
  ])
  func finds(words: String, text: String, wanted: [String]) {
    #expect(Self.found(words, in: text) == wanted)
  }

  /// The same as by trying every stretch of letters.
  @Test func findsWhatASlowSearchFinds() throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let letters = [
      "a", "A", "b", " ", "é", "e\u{301}", "ａ", "カ", "ｶ", "が", "カ\u{3099}", "ｶﾞ", "ﬁ", "f", "i", "ß",
      "\n",
      "犬", "🐕", "\u{301}", "ー", "\u{0}", "각", "가\u{11A8}",
    ]
    func text(_ most: Int) -> String {
      (0..<Int.random(in: 1...most, using: &random))
        .map { _ in letters.randomElement(using: &random) ?? "" }.joined()
    }
    for _ in 0..<testSteps(3_000) {
      let (words, text) = (text(2), text(24))
      guard !words.contains("\n") else { continue }
      let slow = Self.slow(words, text)
      #expect(
        TextFinder(words)?.ranges(in: text) ?? [] == slow,
        "seed \(seed), \(words.debugDescription) in \(text.debugDescription)")
    }
  }

  /// Letters with what is joined to them, and what they fold to.
  private static func pieces(_ text: String) -> [(range: Range<Int>, folded: [UInt8])] {
    let scalars = Array(text.unicodeScalars)
    var pieces: [Range<Int>] = []
    for (place, scalar) in scalars.enumerated() {
      let isNew = place == 0 || scalars[place - 1] == "\n" || !WordFolding.joins(scalar.value)
      if isNew || scalar == "\n" {
        pieces.append(place..<place + 1)
      } else {
        pieces[pieces.count - 1] = pieces[pieces.count - 1].lowerBound..<place + 1
      }
    }
    return pieces.map {
      ($0, WordFolding.folded(String(String.UnicodeScalarView(scalars[$0]))))
    }
  }

  private static func slow(_ words: String, _ text: String) -> [Range<Int>] {
    let needle = WordFolding.folded(words)
    let pieces = pieces(text)
    var found: [Range<Int>] = []
    var first = 0
    while first < pieces.count, !needle.isEmpty {
      var folded: [UInt8] = []
      var end: Int?
      for last in first..<pieces.count {
        folded += pieces[last].folded
        let starts = 0..<pieces[first].folded.count
        let isHere = starts.contains { folded.dropFirst($0).starts(with: needle) }
        if isHere {
          end = last
          break
        }
      }
      if let end {
        found.append(pieces[first].range.lowerBound..<pieces[end].range.upperBound)
        first = end + 1
      } else {
        first += 1
      }
    }
    return found
  }

  @Test func manyAreFoundUpToAMillion() {
    let text = String(repeating: "a", count: TextFinder.most + 10)
    #expect(TextFinder("a")?.ranges(in: text).count == TextFinder.most)
    #expect(TextFinder("b")?.ranges(in: text).isEmpty == true)
  }

  @Test func whoCancelsGetsWhatWasFound() {
    let text = String(repeating: "é\n", count: 100)
    var asked = 0
    let found = TextFinder("e")?.ranges(in: text) {
      asked += 1
      return asked > 10
    }
    #expect(found?.count == 10)
  }
}
