import Foundation
import HikidashiBase
import TestSupport
import Testing

@testable import RFCKit

@Suite struct DifferenceTests {
  private static let old = """
    1.  Introduction

       The protocol carries messages between clients and servers.

    2.  Grammar of Messages

       A message has a header and a body. The header names fields.

       The second paragraph stays as it is.

    3.  Gone

       Nobody speaks of carrier pigeons any longer.

    4.  Security Considerations

       Attackers may read what is not encrypted.
    """

  private static let new = """
    1.  Introduction

       The protocol carries messages between clients and
       servers.

    2.  Brand New

       Quantum networks bring entangled something.

    3.  Message Grammar

       A message has a header and perhaps a body. The header names fields.

       The second paragraph stays as it is.

    4.  Security Considerations

       Attackers may read what is not
       encrypted.
    """

  private func difference(_ old: String, _ new: String) -> RFCDifference {
    RFCDifference(from: RFCDocument(Array(old.utf8)), to: RFCDocument(Array(new.utf8)))
  }

  @Test func pairsSections() {
    let pairs = difference(Self.old, Self.new).pairs
    #expect(
      pairs.map { ($0.old?.heading.number ?? "-") + ">" + ($0.new?.heading.number ?? "-") }
        == ["1>1", "->2", "2>3", "3>-", "4>4"])
    #expect(pairs.map(\.changes.count) == [0, 1, 1, 1, 0])
    #expect(
      pairs[2].changes[0].words.map { "\($0.fate) \($0.text)" } == [
        "kept A message has a header and", "added perhaps", "kept a body. The header names fields.",
      ])
    #expect(pairs[3].changes[0].words.map(\.fate) == [.removed])
  }

  @Test func aDocumentDoesNotDifferFromItself() {
    #expect(
      difference(Self.old, Self.old).pairs.allSatisfy { $0.changes.isEmpty && $0.old == $0.new })
    #expect(difference("", "").pairs.isEmpty)
    #expect(difference(Self.old, "").pairs.allSatisfy { $0.new == nil })
    #expect(difference("", Self.new).pairs.allSatisfy { $0.old == nil })
  }

  /// Lines that end elsewhere and pages that are put in between are no difference, wherever.
  @Test func pagesAndLinesAreNoDifference() {
    var random = seededGenerator()
    let seed = random.seed
    for _ in 0..<60 {
      var text = ""
      for line in Self.old.split(separator: "\n", omittingEmptySubsequences: false) {
        let words = line.split(separator: " ")
        guard line.hasPrefix("   "), words.count > 3 else {
          text += line + "\n"
          continue
        }
        for (place, word) in words.enumerated() {
          text += (place == 0 ? "   " : " ") + word
          guard place > 0, place + 1 < words.count else { continue }
          switch Int.random(in: 0..<8, using: &random) {
          case 0: text += "\n  "
          case 1:
            text +=
              "\n\n\nDoe    Informational    [Page 1]\n\u{C}\nRFC 9    A Document    May 1999\n\n\n  "
          default: break
          }
        }
        text += "\n"
      }
      let pairs = difference(Self.old, text).pairs
      #expect(pairs.count == 4, "seed \(seed)\n\(text)")
      #expect(pairs.allSatisfy { $0.changes.isEmpty }, "seed \(seed)\n\(text)")
    }
  }

  /// What is kept and removed is the old text, and what is kept and added the new one.
  @Test func wordsAreThoseOfBoth() {
    var random = seededGenerator()
    let seed = random.seed
    for _ in 0..<200 {
      let texts = (0..<2).map { _ in
        (0..<Int.random(in: 0...12, using: &random)).map { _ in
          ["a", "b", "c"].randomElement(using: &random) ?? ""
        }
      }
      let pieces = ParagraphDifference.pieces(texts[0], texts[1])
      func words(without fate: RFCDifference.Piece.Fate) -> [String] {
        pieces.filter { $0.fate != fate }.flatMap { $0.text.split(separator: " ").map(String.init) }
      }
      #expect(words(without: .added) == texts[0], "seed \(seed)")
      #expect(words(without: .removed) == texts[1], "seed \(seed)")
    }
  }

  /// What stays is the same in both, for sequences of any length, and the most for short ones.
  @Test func alignmentsKeepWhatIsTheSame() {
    var random = seededGenerator()
    let seed = random.seed
    for round in 0..<60 {
      let most = round < 50 ? 9 : 4_000
      let words = round.isMultiple(of: 2) ? 3 : 2_000
      let lists = (0..<2).map { _ in
        (0..<Int.random(in: most / 2...most, using: &random)).map { _ in
          "\(Int.random(in: 0..<words, using: &random))"
        }
      }
      let alignment = SequenceAlignment(lists[0], lists[1])
      let kept = lists[0].indices.filter { !alignment.removed.contains($0) }.map { lists[0][$0] }
      let other = lists[1].indices.filter { !alignment.inserted.contains($0) }.map { lists[1][$0] }
      #expect(kept == other, "seed \(seed)")
      if most < 10 { #expect(kept.count == Self.common(lists[0], lists[1]), "seed \(seed)") }
    }
    let long = (0..<6_000).map { "\($0)" }
    let shorter = SequenceAlignment(long, long.filter { $0 != "77" } + ["x"])
    #expect(shorter.removed == [77] && shorter.inserted == [5_999])
  }

  /// How many elements two lists have in common, in the same order.
  private static func common(_ one: [String], _ other: [String]) -> Int {
    var last = [Int](repeating: 0, count: other.count + 1)
    for word in one {
      var now = [0]
      for (place, wanted) in other.enumerated() {
        now.append(word == wanted ? last[place] + 1 : max(now[place], last[place + 1]))
      }
      last = now
    }
    return last[other.count]
  }

  /// The same documents without their pages.
  @Test(.needsSharedData, .needs("xz", "tar")) func realPagesAreNoDifference() throws {
    let data = try RealData()
    var (pairs, changed) = (0, 0)
    for file in try data.unpackArchive("rfc/rfc-documents.tar.xz") {
      let number = Int(file.deletingPathExtension().lastPathComponent.dropFirst(3)) ?? 0
      guard 1_500...8_650 ~= number, number.isMultiple(of: 31) else { continue }
      let document = RFCDocument(Array(try Data(contentsOf: file)), number: number)
      let layout = document.layout()
      guard layout.pages.count > 4, layout.pages.count < 60 else { continue }
      let reader = ParagraphReader(document, layout)
      let text = reader.paragraphs(0..<layout.lines.count)
        .map { $0.lines.joined(separator: "\n") }.joined(separator: "\n\n")
      let found = RFCDifference(from: document, to: RFCDocument(Array(text.utf8))).pairs
      pairs += found.count
      for pair in found where pair.old == nil || pair.new == nil || !pair.changes.isEmpty {
        changed += 1
        print("RFC \(number): \(pair.old?.heading.title ?? "-"), \(pair.new?.heading.title ?? "-")")
      }
    }
    print("sections that differ without pages: \(changed) of \(pairs)")
    #expect(pairs > 200 && changed * 200 <= pairs, "\(changed) of \(pairs)")
  }

  /// Against pairs of sections that were written down by hand.
  @Test(.needsSharedData, .needs("xz", "tar")) func pairsRealSections() throws {
    let data = try RealData()
    let files = try data.unpackArchive("rfc/rfc-documents.tar.xz")
    func document(_ number: Int) throws -> RFCDocument? {
      try files.first { $0.lastPathComponent == "rfc\(number).txt" }.map {
        RFCDocument(Array(try Data(contentsOf: $0)), number: number)
      }
    }
    let wanted = try Self.rows("pairs.tsv").map { $0.map { SectionName.number($0) } }
    let alone = Set(try Self.rows("unpaired.tsv").map { $0.map { SectionName.number($0) } })
    var (right, wrong, missed) = (0, 0, 0)
    for (documents, rows) in Dictionary(grouping: wanted, by: { [$0[0], $0[2]] }) {
      guard let old = try document(Int(documents[0]) ?? 0),
        let new = try document(Int(documents[1]) ?? 0)
      else { continue }
      var found: [String: String] = [:]
      for pair in RFCDifference(from: old, to: new).pairs {
        if let one = pair.old?.key, let other = pair.new?.key { found[one] = other }
      }
      for row in rows where found[row[1]] != row[3] { missed += 1 }
      right += rows.count { found[$0[1]] == $0[3] }
      let listed = Set(rows.map { $0[1] })
      wrong += found.count { old, new in
        listed.contains(old)
          ? !rows.contains { $0[1] == old && $0[3] == new }
          : alone.contains([documents[0], old, documents[1]])
      }
    }
    let precision = Double(right) / Double(max(1, right + wrong))
    let recall = Double(right) / Double(max(1, right + missed))
    print("sections paired: precision \(precision), recall \(recall), of \(right + missed)")
    #expect(right + missed > 200)
    #expect(precision >= 0.95 && recall >= 0.92)
  }

  /// The rows of a file behind its first line.
  private static func rows(_ name: String) throws -> [[String]] {
    let file = Checkout.root.appendingPathComponent("Tests/RFCKitTests/Questions/" + name)
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }
}
