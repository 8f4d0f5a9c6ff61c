import Testing

@testable import HikidashiRecords

@Suite struct TextSieveTests {
  /// ASCII is folded eight letters at a time where there are so many.
  @Test func everyLetterOfLongASCIIIsFolded() throws {
    let folding = try #require(Folding.shared(for: .localized(locale: "en")))
    let ascii = String(String.UnicodeScalarView((0x20...0x7E).compactMap { Unicode.Scalar($0) }))
    #expect(String(decoding: folding.fold(ascii), as: UTF8.self) == ascii.lowercased())
  }

  /// Every character, alone and with a mark behind it, must pass the sieve for what it folds to.
  @Test(arguments: [
    Collation.localized(locale: "ja"), .localized(locale: "ja", kana: .distinguished),
    .localized(locale: "en", accents: .ignored), .localized(locale: "tr"),
  ])
  func nothingThatHoldsTheNeedleIsKeptBack(_ collation: Collation) throws {
    let folding = try #require(Folding.shared(for: collation))
    var texts: [Unicode.Scalar: Set<String>] = [:]
    for value in UInt32(0x20)...0x1_F9FF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for text in [String(Character(scalar)), "\(scalar)\u{3099}", "\(scalar)ﾞ"] {
        let folded = String(decoding: folding.fold(text), as: UTF8.self)
        for needle in folded.unicodeScalars where Self.isWorthTrying(needle, scalar) {
          texts[needle, default: []].insert(text)
        }
      }
    }
    #expect(texts.count > 200)
    for (needle, texts) in texts {
      guard let sieve = TextSieve(folding.fold(String(Character(needle))), folding) else {
        continue
      }
      let chunk = TextChunk(capacity: texts.count + 1)
      for (place, text) in texts.sorted().enumerated() {
        withBytes(of: text) { chunk.set($0, at: place) }
      }
      withUnsafeTemporaryAllocation(of: UInt64.self, capacity: ChunkLayout.words) { words in
        words.initialize(repeating: 0)
        for place in 0..<min(chunk.count, ChunkLayout.size) {
          words[place >> 6] |= 1 << (place & 63)
        }
        sieve.narrow(words.baseAddress.unsafelyUnwrapped, RawTexts(chunk))
        #expect(words.baseAddress.unsafelyUnwrapped.population == texts.count, "\(needle)")
      }
    }
  }

  /// Most ideographs fold to themselves: some stand for all.
  private static func isWorthTrying(_ needle: Unicode.Scalar, _ scalar: Unicode.Scalar) -> Bool {
    needle != scalar || !(0x3400...0x9FFF).contains(needle.value) || needle.value % 97 == 0
  }
}
