import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiRecords

@Suite struct OrderedNumbersTests {
  /// By the number's remainder, then by the number, so that many prefixes are equal.
  private struct Order: NumberOrder {
    func prefix(of number: RecordNumber) -> UInt64 { UInt64(number.rawValue % 1_000 / 2) }

    func precedes(_ left: RecordNumber, _ right: RecordNumber) -> Bool {
      (left.rawValue % 1_000, left.rawValue) < (right.rawValue % 1_000, right.rawValue)
    }
  }

  @Test func insertsAndRemovesAgreeWithASortedArray() {
    let seed = testSeed()
    var random = RandomRecords(seed: seed)
    let order = Order()
    var model = (0..<2_000).map { RecordNumber($0 * 7) }.sorted(by: order.precedes)
    var numbers = OrderedNumbers(model, in: order)
    for step in 0..<3_000 {
      let number = RecordNumber(random.below(100_000))
      let expected = model.firstIndex(of: number)
      let place = numbers.place(of: number, in: order)
      if place.map(numbers.row(at:)) != expected {
        Issue.record("HIKIDASHI_SEED=\(seed), step \(step): row of \(number)")
        return
      }
      // It grows, then shrinks until little is left.
      if let place, let expected {
        numbers.remove(at: place, in: order)
        model.remove(at: expected)
      } else if step < 1_800 {
        let row = model.firstIndex { order.precedes(number, $0) } ?? model.count
        model.insert(number, at: row)
        #expect(numbers.insert(number, in: order) == row, "HIKIDASHI_SEED=\(seed), step \(step)")
      } else {
        for _ in 0..<3 where !model.isEmpty {
          let gone = model.remove(at: random.below(model.count))
          if let place = numbers.place(of: gone, in: order) { numbers.remove(at: place, in: order) }
        }
      }
      if step % 40 == 0 || model.count < 3 {
        #expect(numbers.invariantFailure(in: order) == nil, "HIKIDASHI_SEED=\(seed), step \(step)")
      }
    }
    #expect(numbers.blocks.flatMap { $0 } == model, "HIKIDASHI_SEED=\(seed)")
  }

  @Test func manyInOnePlaceSplitBlocksAndACopyIsItsOwn() {
    let order = Order()
    var numbers = OrderedNumbers([], in: order)
    for index in 0..<5_000 {
      #expect(numbers.insert(RecordNumber(index * 1_000), in: order) == index)
    }
    let copy = numbers
    while let place = numbers.place(of: numbers.count > 0 ? numbers[0] : -1, in: order) {
      numbers.remove(at: place, in: order)
    }
    #expect(numbers.count == 0)
    #expect(copy.count == 5_000)
    #expect(copy.invariantFailure(in: order) == nil)
    #expect(copy.blocks.count < 20)
  }

  @Test func sumsOfBlocksAreFoundBothWays() {
    let counts = [3, 0, 0, 5, 1, 0, 7, 2, 0]
    var tree = FenwickTree(blocks: counts.count) { counts[$0] }
    tree.add(2, toBlock: 1)
    let all = [3, 2, 0, 5, 1, 0, 7, 2, 0]
    for block in 0...all.count { #expect(tree.sum(before: block) == all[..<block].reduce(0, +)) }
    let places = all.enumerated().flatMap { block, count in (0..<count).map { (block, $0) } }
    for (index, place) in places.enumerated() { #expect(tree.block(of: index) == place) }
  }
}
