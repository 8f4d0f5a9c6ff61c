import Foundation
import HikidashiBase
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing

/// The newest of what is found, against all hits put in order.
struct PagedHitsTests {
  private static let id = Field<String>("id", collation: .binary)
  private static let when = Field<Date>("when")
  private static let text = Field<String>("text", default: "")
  private static let count = 20_000

  /// Records that came in the order of their dates, or in no order.
  @Test(arguments: [true, false]) func theNewestAreFound(areInOrder: Bool) throws {
    var random = SeededGenerator(seed: testSeed())
    let folder = try ScratchFolder()
    let store = try PagedRecordStore(
      Schema(Self.id, Self.when, Self.text), at: folder.url.path + "/records.db", key: Self.id,
      order: Self.when, words: [Self.text])
    var dates = (0..<Self.count).map(Double.init)
    if !areInOrder { dates.shuffle(using: &random) }
    let words = ["all", "half", "eighth", "few"]
    let has = (0..<Self.count).map { _ in
      [true] + [2, 8, 2_000].map { Int.random(in: 0..<$0, using: &random) == 0 }
    }
    let texts = has.map { has in zip(words, has).filter(\.1).map(\.0).joined(separator: " ") }
    try store.put([
      Self.id.column((0..<Self.count).map(String.init)), Self.text.column(texts),
      Self.when.column(dates.map { Date(timeIntervalSinceReferenceDate: $0) }),
    ])
    for (place, word) in words.enumerated() {
      let hits = has.indices.filter { has[$0][place] }.sorted { dates[$0] > dates[$1] }
      for limit in [0, 1, 30, 1_000, 2_400, 9_999] {
        let found = try store.search(TextQuery(word), limit: limit, first: .newest)
        let keys = try store.places(of: found).map(\.key)
        #expect(
          keys == hits.prefix(limit).map(String.init),
          "seed \(random.seed), \(word), \(limit)")
      }
    }
    let last = try store.search(TextQuery("half"), limit: 5)
    #expect(last == last.sorted(by: >) && last.count == 5)
  }
}
