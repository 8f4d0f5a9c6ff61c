import HikidashiBase
import Testing

@testable import HikidashiRecords

@Suite struct NumberSortTests {
  /// How integers may be spread, each of which leads the sort another way.
  static let integers: [(String, @Sendable (inout SeededGenerator) -> Int)] = [
    ("all equal", { _ in 7 }),
    ("two extremes", { Bool.random(using: &$0) ? .min : .max }),
    ("few", { Int.random(in: -3...3, using: &$0) }),
    ("narrow", { Int.random(in: 1_000_000...1_040_000, using: &$0) }),
    ("32 bits", { Int.random(in: -(1 << 31)..<1 << 31, using: &$0) }),
    ("33 bits", { Int.random(in: -(1 << 31)...1 << 32, using: &$0) }),
    ("64 bits", { Int.random(in: .min ... .max, using: &$0) }),
    (
      "any width",
      { Int.random(in: .min ... .max, using: &$0) >> Int.random(in: 0...63, using: &$0) }
    ),
    (
      "one far off",
      { Int.random(in: 0..<5000, using: &$0) == 0 ? .max : Int.random(in: 0...9, using: &$0) }
    ),
  ]

  @Test(arguments: integers.indices) func integersAreOrderedAsTheModelHasThem(kind: Int) {
    var generator = kernelGenerator()
    let seed = generator.seed
    let (name, value) = Self.integers[kind]
    for count in kernelCounts {
      for (nulls, removed) in [(0.0, 0.0), (0.1, 0.3), (0.9, 0.0), (1, 0.5)] {
        let model = ModelColumn(
          count: count, nulls: nulls, removed: removed, using: &generator, value: value)
        #expect(
          SortedPositions.ascending(model.source) == model.sorted(by: <),
          "\(name), \(count) values, nulls \(nulls), removed \(removed), HIKIDASHI_SEED=\(seed)")
      }
    }
  }

  @Test func sortedAndReversedIntegersAreOrdered() {
    for count in kernelCounts {
      var generator = SeededGenerator(seed: 1)
      var next = 0
      let up = ModelColumn(count: count, nulls: 0, removed: 0, using: &generator) { _ in
        next += 1
        return next / 3 << 40
      }
      #expect(SortedPositions.ascending(up.source) == up.sorted(by: <))
      let down = ModelColumn(count: count, nulls: 0, removed: 0, using: &generator) { _ in
        next -= 1
        return next / 3
      }
      #expect(SortedPositions.ascending(down.source) == down.sorted(by: <))
    }
  }

  static let doubles: [(String, @Sendable (inout SeededGenerator) -> Double)] = [
    ("rates", { (Double.random(in: 0..<10, using: &$0) * 100).rounded() / 100 }),
    ("any bits", { Double(bitPattern: .random(in: 0 ... .max, using: &$0)) }),
    (
      "zeros and their neighbours",
      { [0, -0.0, 0x1p-1074, -0x1p-1074, 0x1p-1030].randomElement(using: &$0) ?? 0 }
    ),
    (
      "extremes",
      {
        [.infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .nan, 0]
          .randomElement(using: &$0) ?? 0
      }
    ),
    (
      "NaN of all kinds",
      {
        [.nan, -.nan, .signalingNaN, Double(bitPattern: 0x7ff0_0000_0000_0001), 1, -1]
          .randomElement(using: &$0) ?? 0
      }
    ),
    (
      "widely spread",
      { Double(sign: .plus, exponent: .random(in: -500...500, using: &$0), significand: 1) }
    ),
    ("too close for buckets", { 1 + Double(Int.random(in: 0...3, using: &$0)) * 0x1p-52 }),
    (
      "finite, too far apart",
      { Bool.random(using: &$0) ? 1.7e308 : -1.7e308 + .random(in: 0..<1e300, using: &$0) }
    ),
  ]

  @Test(arguments: doubles.indices) func doublesAreOrderedAsTheModelHasThem(kind: Int) {
    var generator = kernelGenerator()
    let seed = generator.seed
    let (name, value) = Self.doubles[kind]
    for count in kernelCounts {
      for (nulls, removed) in [(0.0, 0.0), (0.1, 0.3)] {
        let model = ModelColumn(
          count: count, nulls: nulls, removed: removed, using: &generator, value: value)
        let expected = model.sorted { $1.isNaN ? !$0.isNaN : $0 < $1 }
        #expect(
          SortedPositions.ascending(model.source) == expected,
          "\(name), \(count) values, nulls \(nulls), removed \(removed), HIKIDASHI_SEED=\(seed)")
      }
    }
  }

  @Test func aColumnShorterThanItsTableIsNullBehindItsEnd() {
    let chunk = ValueChunk<Int>(capacity: 4)
    chunk.set(2, at: 0)
    chunk.set(1, at: 1)
    let sorted = SortedPositions.ascending(ColumnSource(chunks: [chunk], count: 8200))
    #expect(sorted.positions == [1, 0])
    #expect(sorted.nulls == (2..<8200).map { UInt32($0) })
    let none = SortedPositions.ascending(ColumnSource<ValueChunk<Int>>(chunks: [], count: 3))
    #expect(none.positions.isEmpty)
    #expect(none.nulls == [0, 1, 2])
  }
}
