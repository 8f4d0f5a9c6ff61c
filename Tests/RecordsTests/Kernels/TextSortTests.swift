import Glibc
import HikidashiBase
import Testing

@testable import HikidashiRecords

@Suite struct TextSortTests {
  static let texts: [(String, @Sendable (inout SeededGenerator) -> [UInt8])] = [
    ("empty", { _ in [] }),
    ("few", { ["", "a", "b", "aa"].randomElement(using: &$0).map { Array($0.utf8) } ?? [] }),
    (
      "two letters of any length",
      { generator in
        (0..<Int.random(in: 0...20, using: &generator)).map { _ in
          UInt8.random(in: 97...98, using: &generator)
        }
      }
    ),
    (
      "zeros, which a shorter string must come before",
      { generator in
        [UInt8](repeating: 0, count: .random(in: 0...17, using: &generator))
          + (Bool.random(using: &generator) ? [1] : [])
      }
    ),
    (
      "any bytes",
      { generator in
        (0..<Int.random(in: 0...9, using: &generator)).map { _ in
          UInt8.random(in: 0...255, using: &generator)
        }
      }
    ),
    (
      "a long beginning in common",
      { generator in
        [UInt8](repeating: 120, count: 300)
          + Array("\(Int.random(in: 0...9999, using: &generator))".utf8)
      }
    ),
    (
      "beginnings of one string",
      { [UInt8](repeating: 255, count: .random(in: 0...200, using: &$0)) }
    ),
    (
      "names",
      { generator in
        let letters = Array("abcABCａｂｃあいうアイウーｱｲ山田川")
        let count = Int.random(in: 1...12, using: &generator)
        return Array(
          String((0..<count).map { _ in letters.randomElement(using: &generator) ?? "a" }).utf8)
      }
    ),
  ]

  @Test(arguments: texts.indices) func textsAreOrderedAsTheModelHasThem(kind: Int) {
    var generator = kernelGenerator()
    let seed = generator.seed
    let (name, value) = Self.texts[kind]
    for count in kernelCounts {
      for (nulls, removed) in [(0.0, 0.0), (0.1, 0.3)] {
        let model = ModelColumn(
          count: count, nulls: nulls, removed: removed, using: &generator, value: value)
        #expect(
          SortedPositions.ascending(model.source)
            == model.sorted(by: precedes),
          "\(name), \(count) texts, nulls \(nulls), removed \(removed), HIKIDASHI_SEED=\(seed)")
      }
    }
  }

  /// `lexicographicallyPrecedes`, which takes long where nothing is optimized.
  private func precedes(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    let order = memcmp(first, second, min(first.count, second.count))
    return order == 0 ? first.count < second.count : order < 0
  }

  @Test func strangersToTheOrderOfTheirBytesInMemoryAreOrdered() {
    // Values that were written over lie behind the others in the arena.
    let chunk = TextChunk(capacity: 4)
    for (place, text) in ["d", "c", "b", "a"].enumerated() { chunk.setText(text, at: place) }
    chunk.setText("zz", at: 1)
    chunk.setText("0", at: 2)
    #expect(SortedPositions.ascending(ColumnSource(chunks: [chunk])).positions == [2, 3, 0, 1])
  }

  @Test func aPrefixTellsHowManyBytesFollow() {
    let text = Array("abcdefghij".utf8) + [UInt8](repeating: 9, count: 8)
    text.withUnsafeBufferPointer { text in
      for count in 0...10 {
        let part = UnsafeBufferPointer(rebasing: text[..<count])
        for depth in 0...count {
          let key = TextPrefix.key(of: part, from: depth)
          #expect(key & 0xff == UInt64(min(count - depth, 8)))
          #expect(TextPrefix.continues(key) == (count - depth >= 8))
          var bytes = Array(part.dropFirst(depth).prefix(7))
          bytes += [UInt8](repeating: 0, count: 7 - bytes.count)
          #expect(key >> 8 == bytes.reduce(0) { $0 << 8 | UInt64($1) })
        }
      }
    }
  }
}

extension TextChunk {
  func setText(_ text: String?, at place: Int) {
    guard var text else { return set(nil, at: place) }
    text.withUTF8 { set($0, at: place) }
  }
}
