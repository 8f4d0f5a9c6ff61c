import Foundation
import HikidashiBase
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing

/// Records that are made ready on one thread and put without waiting for the disk.
struct PreparedRecordsTests {
  private static let id = Field<String>("id", collation: .binary)
  private static let when = Field<Date>("when")
  private static let text = Field<String>("text", default: "")

  private func open(_ folder: ScratchFolder, searched: Bool = true) throws -> PagedRecordStore {
    try PagedRecordStore(
      Schema(Self.id, Self.when, Self.text),
      at: folder.url.path + (searched ? "/words.db" : "/plain.db"), key: Self.id,
      order: Self.when, words: searched ? [Self.text] : [])
  }

  private func columns(_ rows: [(id: String, text: String)]) -> [RecordColumn] {
    [
      Self.id.column(rows.map(\.id)), Self.text.column(rows.map(\.text)),
      Self.when.column(
        rows.indices.map { Date(timeIntervalSinceReferenceDate: Double($0)) }),
    ]
  }

  @Test func whatIsNotSyncedIsSeenByOthersAtOnce() throws {
    let folder = try ScratchFolder()
    let (store, other) = (try open(folder), try open(folder))
    let rows = (0..<6_000).map { (id: "\($0)", text: "drawer \($0)") }
    let prepared = try store.prepare(columns(rows))
    #expect(prepared.count == 6_000)
    #expect(try store.put(prepared: prepared, isSynced: false).added.count == 6_000)
    #expect(try other.count() == 6_000)
    #expect(try other.count(TextQuery("drawer")) == 6_000)
    try store.sync()
    #expect(try other.put(prepared: prepared).known == 6_000)
    #expect(try open(folder).count() == 6_000)
  }

  @Test func recordsOfOtherFieldsAreRefused() throws {
    let folder = try ScratchFolder()
    let prepared = try open(folder, searched: false).prepare(columns([("a", "b")]))
    let store = try open(folder)
    #expect(throws: StoreError.self) { try store.put(prepared: prepared) }
    #expect(try store.count() == 0)
  }

  @Test func theyAreAsIfTheyWerePutAtOnce() throws {
    var generator = SeededGenerator(seed: testSeed())
    for round in 0..<testSteps(20) {
      let (folder, plain) = (try ScratchFolder(), try ScratchFolder())
      let (store, model) = (try open(folder), try open(plain))
      var texts: [String: String] = [:]
      for _ in 0..<4 {
        let rows = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
          (
            id: "\(Int.random(in: 0..<20, using: &generator))",
            text: "w\(Int.random(in: 0..<4, using: &generator))"
          )
        }
        let isSynced = Bool.random(using: &generator)
        let outcome = try store.put(prepared: try store.prepare(columns(rows)), isSynced: isSynced)
        let expected = try model.put(columns(rows))
        #expect(
          outcome.added == expected.added && outcome.changed == expected.changed
            && outcome.known == expected.known, "seed \(generator.seed), round \(round)")
        for row in rows { texts[row.id] = row.text }
      }
      var found: [String: String] = [:]
      for record in try store.records(texts.keys).table {
        found[record[Self.id]] = record[Self.text]
      }
      #expect(found == texts, "seed \(generator.seed), round \(round)")
      for word in 0..<4 {
        let expected = texts.values.count { $0 == "w\(word)" }
        let count = try store.count(TextQuery("w\(word)"))
        #expect(count == expected, "seed \(generator.seed), round \(round)")
      }
    }
  }
}
