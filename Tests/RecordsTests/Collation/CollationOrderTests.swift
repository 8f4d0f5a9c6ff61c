import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiRecords

/// The order of a column is ICU's order, in every locale and with every option.
struct CollationOrderTests {
  static let locales = [
    "root", "en", "ja", "ko", "zh", "de", "de@collation=phonebook", "da", "sv", "fr-CA",
    "es@collation=traditional", "th", "vi", "ru", "ar", "hi", "cs", "lt", "my", "zh-u-co-stroke",
    "bn", "he", "hu", "tr", "ml", "si", "en-u-ka-shifted", "und-u-kk-true", "und-u-kb-true",
  ]

  static func collations(_ locale: String) -> [Collation] {
    var all: [Collation] = []
    for kana in Collation.Kana.allCases {
      for accents in Collation.Accents.allCases {
        for numbers in Collation.Numbers.allCases {
          all.append(
            .localized(locale: locale, kana: kana, accents: accents, numbers: numbers))
        }
      }
    }
    return all
  }

  /// What is wrong with an order, judged by ICU's comparison of neighbours; nil if nothing is.
  static func fault(
    _ order: SortedPositions, of source: TextSource, by collator: Collator
  ) -> String? {
    let positions = order.positions
    guard Set(positions).count == positions.count else { return "a position comes twice" }
    if !positions.isEmpty, !order.runStarts[0] { return "the first run has no beginning" }
    for index in positions.indices.dropFirst() {
      let left = source.bytes(at: positions[index - 1])
      let right = source.bytes(at: positions[index])
      let result = collator.compare(left, right)
      let stable = positions[index - 1] < positions[index]
      let begins = order.runStarts[index]
      if result < 0 && begins || result == 0 && !begins && stable { continue }
      let texts = [left, right].map { bytes in
        String(decoding: bytes, as: UTF8.self).unicodeScalars
          .map { String($0.value, radix: 16) }.joined(separator: " ")
      }
      return "\(collator.collation): \(texts[0]) | \(texts[1]): ICU says \(result), "
        + "begins a run: \(begins), stable: \(stable)"
    }
    return nil
  }

  @Test(arguments: locales)
  func columnIsInICUsOrder(locale: String) throws {
    let seed = testSeed()
    var texts = NastyText(seed: seed)
    for collation in Self.collations(locale) {
      let collator = try #require(Collator.shared(for: collation))
      let source = TextSource(chunks: textChunks((0..<600).map { _ in texts.next() }))
      let order = collator.sorted(source)
      #expect(order.positions.count == 600)
      let fault = Self.fault(order, of: source, by: collator)
      #expect(fault == nil, "HIKIDASHI_SEED=\(seed)")
    }
  }

  @Test(arguments: locales)
  func everyScalarAloneIsInICUsOrder(locale: String) throws {
    let collator = try #require(Collator.shared(for: .localized(locale: locale)))
    // Every scalar in one locale whose scripts are reordered; most of the others behave alike.
    let step: UInt32 = locale == "ja" ? 1 : 61
    var texts: [String] = []
    for value in 0..<0x11_0000 as Range<UInt32> where value < 0x800 || value % step == 0 {
      if let scalar = Unicode.Scalar(value) { texts.append(String(Character(scalar))) }
    }
    let source = TextSource(chunks: textChunks(texts))
    #expect(Self.fault(collator.sorted(source), of: source, by: collator) == nil)
  }

  @Test
  func longRunsAreSortedByWhatComesLate() throws {
    let seed = testSeed()
    var generator = SeededGenerator(seed: seed)
    let collator = try Collator(.localized(locale: "ja"))
    let common = String(repeating: "これは長い前置きです。The same beginning. ", count: 5)
    let ends = ["か", "カ", "が", "ガ", "a", "Ａ", "á", "b", "", "ー", "1", "山"]
    let texts = (0..<34_000).map { _ -> String in
      let length = Int.random(in: 0...3, using: &generator)
      return common + (0..<length).map { _ in ends.randomElement(using: &generator) ?? "" }.joined()
    }
    let source = TextSource(chunks: textChunks(texts))
    let fault = Self.fault(collator.sorted(source), of: source, by: collator)
    #expect(fault == nil, "HIKIDASHI_SEED=\(seed)")
  }

  @Test
  func manyStringsAreSortedInParts() throws {
    let seed = testSeed()
    var texts = NastyText(seed: seed)
    for locale in ["ja", "th"] {
      let collator = try #require(Collator.shared(for: .localized(locale: locale)))
      let source = TextSource(chunks: textChunks((0..<34_000).map { _ in texts.next() }))
      let order = collator.sorted(source)
      #expect(Self.fault(order, of: source, by: collator) == nil, "HIKIDASHI_SEED=\(seed)")
    }
  }

  @Test
  func longStringsOfAllKindsAreInOrder() throws {
    let seed = testSeed()
    var texts = NastyText(seed: seed)
    for locale in ["ja", "fr-CA", "th", "en"] {
      let collator = try Collator(.localized(locale: locale, numbers: .byValue))
      let long = (0..<60).map { _ in (0..<40).map { _ in texts.next() }.joined() }
      let digits = (1...300).map { String(repeating: "7", count: $0) }
      let cut = long.map { String($0.prefix($0.count / 2)) }
      let source = TextSource(chunks: textChunks(long + digits + cut + long))
      let fault = Self.fault(collator.sorted(source), of: source, by: collator)
      #expect(fault == nil, "HIKIDASHI_SEED=\(seed)")
    }
  }

  @Test
  func nullsAndRecordsLeftOutTakeNoPart() throws {
    let collator = try Collator(.localized(locale: "en"))
    let texts = ["b", nil, "a", "B", nil, "c", "a"]
    let source = TextSource(
      chunks: textChunks(texts), count: 8,
      taken: RecordSet([0, 1, 2, 3, 6, 7].map { RecordNumber($0) }))
    let order = collator.sorted(source)
    #expect(order.positions == [2, 6, 0, 3])
    #expect(order.nulls == [1, 7])
    #expect((0..<4).map { order.runStarts[$0] } == [true, false, true, false])
    let none = collator.sorted(TextSource(chunks: [], count: 0))
    #expect(none.positions.isEmpty && none.nulls.isEmpty)
  }

  @Test
  func keysThatAreKeptGiveTheSameOrder() throws {
    let seed = testSeed()
    var texts = NastyText(seed: seed)
    let collator = try Collator(.localized(locale: "ja"))
    var chunks = textChunks((0..<20_000).map { _ in texts.next() })
    var keys: TextKeys?
    let first = collator.sorted(TextSource(chunks: chunks), keys: &keys)
    #expect(first == collator.sorted(TextSource(chunks: chunks)))
    let kept = try #require(keys)
    #expect(kept.allocatedBytes > 20_000 * 8)
    withBytes(of: "あ") { editableChunk(&chunks, at: 9_000).set($0, at: 9_000 - 8_192) }
    let second = collator.sorted(TextSource(chunks: chunks), keys: &keys)
    #expect(second == collator.sorted(TextSource(chunks: chunks)), "HIKIDASHI_SEED=\(seed)")
    #expect(second != first)
    #expect(keys?.parts[0] === kept.parts[0])
    #expect(keys?.parts[1] !== kept.parts[1])
  }

  @Test
  func keysOfStringsAreEqualForEqualStringsOnly() throws {
    let seed = testSeed()
    var texts = NastyText(seed: seed)
    for locale in Self.locales {
      for collation in Self.collations(locale) {
        let collator = try #require(Collator.shared(for: collation))
        for _ in 0..<100 {
          let (left, right) = (texts.next(), texts.next())
          let order = collator.compare(left, right)
          let (first, second) = (collator.key(for: left), collator.key(for: right))
          #expect((order < 0) == first.lexicographicallyPrecedes(second), "HIKIDASHI_SEED=\(seed)")
          #expect((order == 0) == (first == second), "HIKIDASHI_SEED=\(seed)")
        }
      }
    }
  }
}
