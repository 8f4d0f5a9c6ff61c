import Foundation
import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiRecords

/// Texts that a collation takes for equal fold to the same bytes.
struct FoldingTests {
  private func folding(
    _ locale: String = "ja", kana: Collation.Kana = .ignored,
    accents: Collation.Accents = .distinguished
  ) throws -> Folding {
    try #require(
      Folding.shared(for: .localized(locale: locale, kana: kana, accents: accents)))
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test
  func caseAndWidthAreFolded() throws {
    let folding = try folding()
    #expect(text(folding.fold("QUIC ＱＵＩＣ Ｑuic")) == "quic quic quic")
    #expect(text(folding.fold("Straße ﬁ ① Ⅳ　x")) == "strasse fi 1 iv x")
    #expect(text(folding.fold("ÉCOLE e\u{301}cole")) == "école école")
    #expect(text(folding.fold("a\u{AD}b\u{200D}c")) == "abc")
    #expect(folding.fold("").isEmpty)
  }

  @Test
  func kanaIsFolded() throws {
    let folding = try folding()
    #expect(text(folding.fold("カタカナ ｶﾀｶﾅ かたかな")) == "かたかな かたかな かたかな")
    #expect(text(folding.fold("ガギ ｶﾞｷﾞ カ\u{3099}キ\u{3099}")) == "がぎ がぎ がぎ")
    #expect(text(folding.fold("キャッ ヵヶ ㇰㇿ ヴ")) == "きやつ かけ くろ ゔ")
    #expect(text(folding.fold("ヷ")) == "わ\u{3099}")
    #expect(text(folding.fold("ヾスター")) == "ゞすたー")
  }

  @Test
  func kanaIsKeptWhereItIsDistinguished() throws {
    let folding = try folding(kana: .distinguished)
    #expect(text(folding.fold("ｶﾞッ がっ ㇰ")) == "ガツ がつ ク")
  }

  @Test
  func accentsAreDroppedWhereTheyAreIgnored() throws {
    let folding = try folding(accents: .ignored)
    #expect(text(folding.fold("École e\u{323}\u{301} ガｶﾞが")) == "ecole e かかか")
    #expect(text(folding.fold("한글")) == "한글")
  }

  @Test
  func turkishTellsTwoLettersApart() throws {
    let turkish = try folding("tr_TR.UTF-8")
    #expect(text(turkish.fold("IĞDIR İzmir")) == "ığdır izmir")
    #expect(!turkish.foldsASCIIByCase)
    #expect(text(try folding("en").fold("IN")) == "in")
  }

  @Test
  func binaryDoesNotFold() { #expect(Folding.shared(for: .binary) == nil) }

  @Test
  func everyScalarFoldsTheSameAgain() throws {
    let ignoring = try folding(accents: .ignored)
    for folding in [try folding(), ignoring] {
      for value in 0..<0x11_0000 as Range<UInt32> where value < 0x3_0000 || value % 97 == 0 {
        guard let scalar = Unicode.Scalar(value) else { continue }
        let once = folding.fold(String(Character(scalar)))
        let twice = once.withUnsafeBufferPointer { folding.fold($0) }
        if once != twice {
          Issue.record("U+\(String(value, radix: 16)): \(text(once)) \(text(twice))")
        }
      }
    }
  }

  @Test
  func pieceByPieceIsTheWholeFolded() throws {
    let seed = testSeed()
    var texts = NastyText(seed: seed)
    for folding in [
      try folding(), try folding(kana: .distinguished), try folding(accents: .ignored),
    ] {
      for _ in 0..<3_000 {
        let next = texts.next()
        let folded = folding.fold(next)
        let whole = withBytes(of: next) { folding.foldPiece($0) }
        #expect(folded == whole, "\(Array(next.unicodeScalars)) HIKIDASHI_SEED=\(seed)")
      }
    }
  }

  @Test
  func canonicallyEqualTextsFoldAlike() throws {
    let seed = testSeed()
    var texts = NastyText(seed: seed)
    let folding = try folding()
    for _ in 0..<2_000 {
      let next = texts.next()
      let apart = next.decomposedStringWithCanonicalMapping
      #expect(folding.fold(next) == folding.fold(apart), "\(next) HIKIDASHI_SEED=\(seed)")
    }
  }

  @Test
  func shortMemoryIsNotOverrun() throws {
    let seed = testSeed()
    var texts = NastyText(seed: seed)
    let folding = try folding()
    for _ in 0..<2_000 {
      let next = texts.next() + "ABCDEFGHIJ\u{FDFA}"
      let whole = folding.fold(next)
      let capacity = Int(seed % 7) + next.utf8.count / 2
      var memory = [UInt8](repeating: 0xEE, count: capacity + 16)
      let count = memory.withUnsafeMutableBufferPointer { memory -> Int in
        guard let start = memory.baseAddress else { return -1 }
        return withBytes(of: next) { folding.fold($0, into: start, capacity: capacity) }
      }
      #expect(count == whole.count)
      #expect(memory[capacity...].allSatisfy { $0 == 0xEE }, "HIKIDASHI_SEED=\(seed)")
      if capacity >= count { #expect(Array(memory[..<count]) == whole) }
    }
  }
}
