import TestSupport
import Testing

@testable import HikidashiRecords

/// The hash table under the keys, held against a dictionary.
@Suite struct UniqueIndexTests {
  /// Hashes of few bits meet in one bucket, and in one slot.
  @Test(arguments: [0, 3, 12, 64]) func itAgreesWithADictionary(bits: Int) {
    let seed = testSeed()
    var random = RandomRecords(seed: seed)
    var index = UniqueIndex()
    var model: [Int: Int] = [:]
    func hash(_ number: Int) -> Int {
      let mixed = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15
      return Int(
        truncatingIfNeeded: bits == 64 ? mixed ^ mixed >> 29 : mixed >> 40 & (1 << bits - 1))
    }
    for step in 0..<(bits == 0 ? 3_000 : 20_000) {
      let number = random.below(bits == 0 ? 900 : 6_000)
      if random.chance(step % 9_000 < 6_000 ? 70 : 20) {
        if model.updateValue(number, forKey: number) == nil {
          index.insert(RecordNumber(number), hash: hash(number))
        }
      } else if model.removeValue(forKey: number) != nil {
        index.remove(RecordNumber(number), hash: hash(number))
      }
    }
    #expect(index.count == model.count)
    for number in 0..<6_000 {
      let found = index.number(hash: hash(number)) { $0.rawValue == number }
      #expect(found?.rawValue == model[number], "HIKIDASHI_SEED=\(seed)")
    }
  }

  @Test func theGreatestNumberIsKept() {
    var index = UniqueIndex()
    let number = RecordNumber(RecordTable.mostPositions - 1)
    index.insert(number, hash: -1)
    #expect(index.number(hash: -1) { _ in true } == number)
  }

  @Test func aCopyIsItsOwn() {
    var index = UniqueIndex()
    for number in 0..<2_000 { index.insert(RecordNumber(number), hash: number &* 7_919) }
    let copy = index
    for number in 0..<2_000 { index.remove(RecordNumber(number), hash: number &* 7_919) }
    #expect(index.count == 0)
    for number in 0..<2_000 {
      #expect(copy.number(hash: number &* 7_919) { $0.rawValue == number } != nil)
    }
  }
}
