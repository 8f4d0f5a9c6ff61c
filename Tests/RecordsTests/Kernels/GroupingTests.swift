import HikidashiBase
import Testing

@testable import HikidashiRecords

@Suite struct GroupingTests {
  /// Groups in order of first appearance, by a dictionary.
  private func expected<Value, Key: Hashable>(
    _ model: ModelColumn<Value>, key: (Value) -> Key
  ) -> PositionGroups {
    var groups = PositionGroups()
    var numbers: [Key?: Int] = [:]
    var membership = [UInt32](repeating: PositionGroups.none, count: model.values.count)
    for position in model.taken {
      let key = model.values[position].map(key)
      let number = numbers[key, default: groups.counts.count]
      numbers[key] = number
      if number == groups.counts.count {
        groups.representatives.append(UInt32(position))
        groups.counts.append(0)
      }
      groups.counts[number] += 1
      membership[position] = UInt32(number)
    }
    groups.membership = membership
    return groups
  }

  private func check<Value, Key: Hashable>(
    _ name: String, value: @Sendable (inout SeededGenerator) -> Value, key: (Value) -> Key,
    group: (ModelColumn<Value>, PositionGroups.Membership) -> PositionGroups
  ) {
    var generator = kernelGenerator()
    for count in kernelCounts {
      for (nulls, removed) in [(0.0, 0.0), (0.1, 0.3)] {
        let model = ModelColumn(
          count: count, nulls: nulls, removed: removed, using: &generator, value: value)
        var groups = expected(model, key: key)
        let note: Comment = "\(name), \(count) values, HIKIDASHI_SEED=\(generator.seed)"
        #expect(group(model, .always) == groups, note)
        groups.membership = nil
        #expect(group(model, .never) == groups, note)
      }
    }
  }

  @Test(arguments: [1, 2, 50, 5_000, Int.max]) func integersAreGrouped(most: Int) {
    check(
      "up to \(most)", value: { Int.random(in: 0..<most, using: &$0) }, key: { $0 },
      group: { .grouping($0.source, membership: $1) })
  }

  /// Of few groups some appear late, in parts of the column that have begun with the groups of the first.
  @Test(arguments: [100, 1_000, 100_000]) func rareIntegersAreGrouped(most: Int) {
    @Sendable func value(_ generator: inout SeededGenerator) -> Int {
      let isRare = Int.random(in: 0..<500, using: &generator) == 0
      return Int.random(in: 0..<(isRare ? most : 5), using: &generator)
    }
    check(
      "rarely up to \(most)", value: value, key: { $0 },
      group: { .grouping($0.source, membership: $1) })
    check(
      "rarely up to \(most), as texts", value: { Array("\(value(&$0))".utf8) }, key: { $0 },
      group: { .grouping($0.source, membership: $1) })
  }

  @Test func doublesAreGrouped() {
    let values = [0, -0.0, 1.5, .nan, -.nan, .infinity, 0x1p-1074]
    check(
      "doubles", value: { values.randomElement(using: &$0) ?? 0 },
      key: { $0.isNaN ? "nan" : $0 == 0 ? "0" : $0.description },
      group: { .grouping($0.source, membership: $1) })
  }

  @Test(arguments: TextSortTests.texts.indices) func textsAreGrouped(kind: Int) {
    let (name, value) = TextSortTests.texts[kind]
    check(
      name, value: value, key: { $0 }, group: { .grouping($0.source, membership: $1) })
  }

  @Test func booleansAreGrouped() {
    for odds in [0.0, 0.01, 0.5, 1] {
      check(
        "booleans", value: { Double.random(in: 0..<1, using: &$0) < odds }, key: { $0 },
        group: { .grouping($0.bits, membership: $1) })
    }
  }

  @Test func hashesDependOnEveryByteAndTheLength() {
    let hash = TextHash(seed: 1)
    var seen: Set<UInt64> = []
    var bytes = [UInt8](repeating: 0, count: 80 + 32)
    func hashed(_ count: Int) -> UInt64 {
      bytes.withUnsafeBufferPointer { hash.hash(UnsafeBufferPointer(rebasing: $0[..<count])) }
    }
    for count in 0...80 { seen.insert(hashed(count)) }
    #expect(seen.count == 81)
    for place in 0..<80 {
      bytes[place] = 1
      seen.insert(hashed(80))
      bytes[place] = 0
    }
    #expect(seen.count == 161)
    // What lies behind a text is not part of it.
    bytes[80] = 9
    #expect(seen.contains(hashed(80)))
  }
}

@Suite struct NumberSummaryTests {
  @Test func integersAreSummedUp() {
    var generator = kernelGenerator()
    for count in kernelCounts {
      let model = ModelColumn(count: count, nulls: 0.1, removed: 0.3, using: &generator) {
        Int.random(in: -1_000_000...1_000_000, using: &$0)
      }
      let values = model.taken.compactMap { model.values[$0] }
      let summary = NumberSummary.of(model.source)
      #expect(summary.count == values.count)
      #expect(summary.total.value == values.reduce(0, +))
      #expect(summary.least == values.min())
      #expect(summary.greatest == values.max())
    }
  }

  @Test func aSumThatOverflowsIsNoneAndOneThatComesBackIsRight() {
    let chunk = ValueChunk<Int>(capacity: 8)
    for (place, value) in [Int.max, Int.max, 5].enumerated() { chunk.set(value, at: place) }
    #expect(NumberSummary.of(ColumnSource(chunks: [chunk])).total.value == nil)
    #expect(NumberSummary.of(ColumnSource(chunks: [chunk])).mean ?? 0 > 6e18)
    chunk.set(-.max, at: 1)
    #expect(NumberSummary.of(ColumnSource(chunks: [chunk])).total.value == 5)
  }

  @Test func doublesAreSummedUpWithoutLosingTheSmallOnes() {
    let chunk = ValueChunk<Double>(capacity: 8)
    for (place, value) in [1, 1e100, 1, -1e100].enumerated() { chunk.set(value, at: place) }
    let summary = NumberSummary.of(ColumnSource(chunks: [chunk]))
    #expect(summary.total.value == 2)
    #expect(summary.mean == 0.5)
    #expect(summary.least == -1e100)
    #expect(summary.greatest == 1e100)
    chunk.set(.infinity, at: 0)
    #expect(NumberSummary.of(ColumnSource(chunks: [chunk])).total.value == .infinity)
    chunk.set(.nan, at: 1)
    let withNaN = NumberSummary.of(ColumnSource(chunks: [chunk]))
    #expect(withNaN.total.value?.isNaN == true)
    #expect(withNaN.greatest?.isNaN == true)
    #expect(withNaN.least == -1e100)
  }

  @Test func aSumOfManyChunksIsTheSameEveryTime() {
    var generator = kernelGenerator()
    let model = ModelColumn(count: 50_000, nulls: 0, removed: 0, using: &generator) {
      Double.random(in: 0..<1, using: &$0)
    }
    let sum = NumberSummary.of(model.source).total.value ?? 0
    for _ in 0..<5 { #expect(NumberSummary.of(model.source).total.value == sum) }
    let plain = model.values.compactMap { $0 }.reduce(0, +)
    #expect(abs(sum - plain) < 1e-6)
  }

  @Test(arguments: [200, 20_000, 70_000]) func groupsAreSummedUp(count: Int) {
    var generator = kernelGenerator()
    let groups = ModelColumn(count: count, nulls: 0.1, removed: 0.3, using: &generator) {
      Int.random(in: 0..<7, using: &$0)
    }
    var values = ModelColumn(count: count, nulls: 0.1, removed: 0, using: &generator) {
      Int.random(in: -9...9, using: &$0)
    }
    values.taken = groups.taken
    let found = PositionGroups.grouping(groups.source, membership: .always)
    let summaries = NumberSummary.of(values.source, by: found)
    #expect(summaries.count == found.counts.count)
    for (summary, first) in zip(summaries, found.representatives) {
      let members = groups.taken.filter { groups.values[$0] == groups.values[Int(first)] }
      let expected = members.compactMap { values.values[$0] }
      #expect(summary.count == expected.count)
      #expect(summary.total.value == expected.reduce(0, +))
      #expect(summary.least == expected.min())
    }
    let totals = IntegerTotal.of(values.source, by: found)
    #expect(totals == summaries.map(\.total))
  }
}
