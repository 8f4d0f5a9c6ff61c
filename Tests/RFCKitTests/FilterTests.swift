import Foundation
import HikidashiBase
import RFCKit
import Testing

@Suite struct FilterTests {
  static let entries = [
    RFCEntry(number: 1, title: "Host Software", authors: [RFCAuthor(name: "S. Crocker")]),
    RFCEntry(number: 21, title: "Network meeting", authors: [RFCAuthor(name: "V.G. Cerf")]),
    RFCEntry(number: 791, title: "Internet Protocol", authors: [RFCAuthor(name: "J. Postel")]),
    RFCEntry(
      number: 2119, title: "Key words for use in RFCs",
      authors: [RFCAuthor(name: "S. Bradner")]),
    RFCEntry(
      number: 8324, title: "DNS Größe, ＷＩＤＥ and 21",
      authors: [RFCAuthor(name: "J. Müller"), RFCAuthor(name: "Ž. Đurić")]),
    RFCEntry(number: 14, isIssued: false, title: "Not Issued"),
    RFCEntry(number: 0, title: "Guide"),
  ]

  @Test(
    arguments: [
      ("", [0, 1, 2, 3, 4, 5, 6]), ("  \t", [0, 1, 2, 3, 4, 5, 6]), ("host", [0]),
      ("CROCKER host", [0]), ("crocker net", []), ("21", [1, 3, 4]), ("rfc 21", [1, 3]),
      ("rfc21", [1, 3]), ("rfc", [3]), ("rfc2119", [3]), ("rfc 2119 words", [3]),
      ("RFC0021", [1, 3]), ("muller", [4]), ("müller", [4]), ("ｍｕｌｌｅｒ", [4]), ("wide", [4]),
      ("grosse", [4]), ("durić", [4]), ("not issued", [5]), ("0", [6]),
      ("softwares", []), ("crockerhost", []), ("rfc 99999999999", []), ("rfcx", []),
    ])
  func finds(query: String, positions: [Int]) {
    let filter = RFCFilter(Self.entries)
    #expect(filter.positions(query) == positions)
    #expect(filter.matches(query).count == Self.entries.count)
  }

  @Test func findsNothingInNothing() {
    #expect(RFCFilter([]).positions("a").isEmpty)
    #expect(RFCFilter([]).count == 0)
  }

  @Test func agreesWithTheSlowModel() {
    var random = seededGenerator()
    let seed = random.seed
    let words = ["Ab", "ba", "Å", "bå", "ＢＡ", "1", "12", "rfc", "Rfc1", "ß", "ss", "ệ", "a\u{301}"]
    func text(_ count: ClosedRange<Int>) -> String {
      (0..<Int.random(in: count, using: &random)).map { _ in
        words.randomElement(using: &random) ?? ""
      }.joined(separator: Bool.random(using: &random) ? " " : "")
    }
    for _ in 0..<200 {
      let entries = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        RFCEntry(
          number: Int.random(in: 0...130, using: &random), title: text(0...5),
          authors: (0..<Int.random(in: 0...2, using: &random)).map { _ in
            RFCAuthor(name: text(0...3))
          })
      }
      let query = text(0...3)
      let wanted = entries.indices.filter { SlowFilter.matches(entries[$0], query) }
      let found = RFCFilter(entries).positions(query)
      #expect(found == wanted, "seed \(seed): “\(query)” in \(entries.map(\.title))")
    }
  }

  @Test func foldsAsFoundationDoes() {
    for range in [0x20...0x17F, 0x1E00...0x1EFF, 0xFF01...0xFF5E] {
      for code in range {
        guard let scalar = Unicode.Scalar(code), scalar.properties.isAlphabetic else { continue }
        let letter = String(scalar)
        let folded = SlowFilter.folded(letter)
        let entries = [RFCEntry(number: 1, title: "x" + letter + "y")]
        let query = "x" + folded + "y"
        #expect(RFCFilter(entries).positions(query) == [0], "\(letter) folds to \(folded)")
      }
    }
  }
}

/// What the filter promises, word by word and without an index.
enum SlowFilter {
  static func folded(_ text: String) -> String {
    let options: String.CompareOptions = [
      .caseInsensitive, .diacriticInsensitive, .widthInsensitive,
    ]
    // Foundation leaves letters whole that readers of names take apart.
    let letters = [
      "ß": "ss", "ẞ": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l",
      "ħ": "h", "ı": "i", "ŋ": "n", "ŧ": "t", "ĸ": "k", "ŉ": "n", "ſ": "s", "ĳ": "ij", "ŀ": "l",
      "a\u{2BE}": "a", "\u{2BC}n": "n",
    ]
    return letters.reduce(text.lowercased().folding(options: options, locale: nil)) {
      $0.replacingOccurrences(of: $1.key, with: $1.value)
    }
  }

  static func matches(_ entry: RFCEntry, _ query: String) -> Bool {
    var words = folded(query).split(whereSeparator: \.isWhitespace).map(String.init)[...]
    let texts = [entry.title] + entry.authors.map(\.name)
    while let word = words.popFirst() {
      if word == "rfc", let next = words.first, isNumber(next) {
        words.removeFirst()
        if !begins(entry.number, next) { return false }
      } else if word.hasPrefix("rfc"), isNumber(String(word.dropFirst(3))) {
        if !begins(entry.number, String(word.dropFirst(3))) { return false }
      } else {
        let inText = texts.contains { folded($0).contains(word) }
        if !inText && !(isNumber(word) && begins(entry.number, word)) { return false }
      }
    }
    return true
  }

  private static func isNumber(_ text: String) -> Bool {
    !text.isEmpty && text.count <= 9 && text.allSatisfy { "0"..."9" ~= $0 }
  }

  private static func begins(_ number: Int, _ digits: String) -> Bool {
    let wanted = digits.drop { $0 == "0" }
    return wanted.isEmpty ? number == 0 : String(number).hasPrefix(wanted)
  }
}
