import Foundation
import HikidashiBase
import TestSupport
import Testing

@testable import RFCKit

/// Words that were marked, found again in a text with other lines and pages.
struct QuoteFinderTests {
  private static let paged = """
    Words                         RFC 7000                    May 2020

    1.  Introduction

       The sender waits for an answer before it sends more than one
       window of data.

    Doe                          Standards Track                [Page 1]
    \u{0C}
    RFC 7000                        Words                      May 2020

       Here it goes on, and the sender waits again.

    2.  The sender waits

       The sender waits for nothing here.

    """

  private static func finder(_ text: String) -> QuoteFinder {
    let document = RFCDocument(Array(text.utf8), number: 7000)
    return QuoteFinder(document, document.layout())
  }

  private static func piece(_ text: String, _ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(Array(text.unicodeScalars)[range]))
  }

  @Test func aQuoteHasOneSpaceForEachGapAndNoFurniture() throws {
    let finder = Self.finder(Self.paged)
    let scalars = Array(Self.paged.unicodeScalars)
    let start = try #require(Self.paged.range(of: "window of data"))
    let end = try #require(Self.paged.range(of: "goes on"))
    let from = Self.paged.unicodeScalars.distance(
      from: Self.paged.startIndex, to: start.lowerBound)
    let to = Self.paged.unicodeScalars.distance(from: Self.paged.startIndex, to: end.upperBound)
    #expect(finder.count == scalars.count)
    #expect(finder.quote(of: from..<to) == "window of data. Here it goes on")
    let lines = finder.lines(of: from..<to).map { Self.piece(Self.paged, $0) }
    #expect(lines == ["window of data.", "Here it goes on"])
  }

  @Test func theSectionDecidesBeforeTheDistance() throws {
    let finder = Self.finder(Self.paged)
    let inFirst = try #require(finder.place(of: "the  sender\nwaits", near: 1_000, in: "1"))
    #expect(finder.section(at: inFirst.lowerBound) == "1")
    let inSecond = try #require(finder.place(of: "The sender waits", near: 0, in: "2"))
    #expect(finder.section(at: inSecond.lowerBound) == "2")
    #expect(finder.place(of: "no such words", near: 0) == nil)
    #expect(finder.place(of: " \n ", near: 0) == nil)
  }

  @Test func aNoteOfWordsThatAreGoneStandsAtItsSection() {
    let finder = Self.finder(Self.paged)
    let note = RFCNote(.note, number: 7000, section: "2", place: 5..<9, quote: "gone for good")
    let (range, isFound) = finder.place(of: note)
    #expect(!isFound)
    #expect(finder.section(at: range.lowerBound) == "2")
    let far = RFCNote(.note, number: 7000, place: 900_000..<900_004, quote: "gone for good")
    #expect(finder.place(of: far).range == finder.count..<finder.count)
  }

  /// The same words in lines of another width, with other indents, are found at the same words, as the
  /// slowest search does it.
  @Test func wordsAreFoundInAnotherDivisionOfLines() throws {
    let seed = testSeed()
    print("wordsAreFoundInAnotherDivisionOfLines: HIKIDASHI_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<testSteps(200) {
      let words = (0..<Int.random(in: 1...60, using: &random)).map { _ in
        String(
          (0..<Int.random(in: 1...4, using: &random)).map { _ in
            "aabé—😀".randomElement(using: &random)!
          })
      }
      let old = Self.divide(words, &random)
      let new = Self.divide(words, &random)
      let first = Int.random(in: words.indices, using: &random)
      let last = Int.random(in: first..<words.count, using: &random)
      let from = QuoteFinder(old.text, skipping: [], sections: [])
      let place = old.places[first].lowerBound..<old.places[last].upperBound
      let quote = from.quote(of: place)
      #expect(quote == words[first...last].joined(separator: " "), "seed \(seed)")
      let finder = QuoteFinder(new.text, skipping: [], sections: [])
      let near = Int.random(in: 0...finder.count, using: &random)
      let found = finder.place(of: quote, near: near)
      #expect(found == Self.slowPlace(quote, new.text, near: near), "seed \(seed)")
      // In its own text nothing is nearer than where it was.
      #expect(from.place(of: quote, near: place.lowerBound) == place, "seed \(seed)")
      let lines = finder.lines(of: found ?? 0..<0)
      #expect(lines.allSatisfy { !Self.piece(new.text, $0).contains("\n") }, "seed \(seed)")
    }
  }

  private static func divide(
    _ words: [String], _ random: inout SeededGenerator
  ) -> (text: String, places: [Range<Int>]) {
    var (text, places, count) = ("", [Range<Int>](), 0)
    for word in words {
      let gap =
        ["", " ", "  "].randomElement(using: &random)! + ["\n", " ", "\n    ", "\r\n"]
        .randomElement(using: &random)!
      text += gap + word
      count += gap.unicodeScalars.count
      places.append(count..<count + word.unicodeScalars.count)
      count += word.unicodeScalars.count
    }
    return (text, places)
  }

  private static func slowPlace(_ quote: String, _ text: String, near: Int) -> Range<Int>? {
    let letters = Array(text.unicodeScalars.enumerated())
      .filter { !$0.element.properties.isWhitespace }
    let wanted = quote.unicodeScalars.filter { !$0.properties.isWhitespace }
    let found = letters.indices.compactMap { start -> Range<Int>? in
      let piece = letters[start...].prefix(wanted.count)
      guard piece.map(\.element) == Array(wanted), let last = piece.last else { return nil }
      return letters[start].offset..<last.offset + 1
    }
    return found.enumerated().min {
      (abs($0.element.lowerBound - near), $0.offset) < (
        abs($1.element.lowerBound - near), $1.offset
      )
    }?.element
  }

  /// Words of real documents are found again when pages and indents are taken out of them.
  @Test(.needsSharedData, .needs("xz", "tar"))
  func wordsOfRealDocumentsAreFoundWithoutPages() throws {
    let seed = testSeed()
    print("wordsOfRealDocumentsAreFoundWithoutPages: HIKIDASHI_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    let data = try RealData()
    let files = try data.unpackArchive("rfc/rfc-documents.tar.xz").sorted { $0.path < $1.path }
    var tried = 0
    for file in files.shuffled(using: &random).prefix(40) {
      let document = RFCDocument(Array(try Data(contentsOf: file)))
      let layout = document.layout()
      let finder = QuoteFinder(document, layout)
      let scalars = Array(document.text.unicodeScalars)
      var flowed = String.UnicodeScalarView()
      for line in layout.lines where !line.isFurniture {
        flowed.append(contentsOf: scalars[line.span.scalars].drop { $0 == " " })
        flowed.append(" ")
      }
      let other = RFCDocument(Array(String(flowed).utf8))
      let reflowed = QuoteFinder(other.text, skipping: [], sections: [])
      for _ in 0..<10 where scalars.count > 400 {
        let start = Int.random(in: 0..<scalars.count - 300, using: &random)
        let quote = finder.quote(of: start..<start + Int.random(in: 40...300, using: &random))
        guard quote.unicodeScalars.count > 30 else { continue }
        tried += 1
        let place = reflowed.place(of: quote, near: start)
        // The same words may stand twice, once with a break behind a solidus or a hyphen, so gaps do not count.
        let found = place.map { reflowed.quote(of: $0).filter { $0 != " " } }
        #expect(found == quote.filter { $0 != " " }, "seed \(seed), \(file.lastPathComponent)")
      }
    }
    #expect(tried > 100)
  }
}
