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

  /// What words begin with, where FTS5 has an index for it and where the words are looked for one by one.
  @Test func whatWordsBeginWithIsFound() throws {
    var random = SeededGenerator(seed: testSeed())
    let folder = try ScratchFolder()
    let store = try PagedRecordStore(
      Schema(Self.id, Self.text), at: folder.url.path + "/records.db", key: Self.id,
      words: [Self.text])
    // More words begin with “lette” than are looked for one by one.
    let words = ["drawer", "Drawers", "drawérs", "drawn", "dra"] + (0..<50).map { "letter\($0)" }
    let texts = (0..<3_000).map { _ in
      (0..<Int.random(in: 0..<4, using: &random))
        .map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
    }
    try store.put([Self.id.column((0..<3_000).map(String.init)), Self.text.column(texts)])
    let numbers = try store.numbers(of: (0..<3_000).map(String.init))
    func count(_ beginning: String, in text: String) -> Int {
      text.lowercased().replacing("é", with: "e").split(separator: " ")
        .count { $0.hasPrefix(beginning) }
    }
    for beginning in ["dra", "draw", "drawe", "drawer", "drawers", "lette", "letter1", "letterx"] {
      let hits = texts.indices.filter { count(beginning, in: texts[$0]) > 0 }
      for typed in [beginning, beginning.uppercased()] {
        let query = TextQuery(typed, isTyping: true)
        let found = try store.search(query, limit: 3_000)
        #expect(found == hits.map { numbers[$0] }.sorted(by: >), "seed \(random.seed), \(typed)")
        #expect(try store.count(query) == hits.count, "seed \(random.seed), \(typed)")
      }
      let both = hits.filter { count("letter2", in: texts[$0]) > 0 }
      #expect(
        try store.count(TextQuery("letter2* \(beginning)", isTyping: true)) == both.count,
        "seed \(random.seed), \(beginning)")
      let others = texts.indices.filter {
        count("drawer", in: texts[$0]) > 0 && count(beginning, in: texts[$0]) == 0
      }
      #expect(
        try store.count(TextQuery("drawer* -\(beginning)*")) == others.count,
        "seed \(random.seed), \(beginning)")
    }
  }
}
