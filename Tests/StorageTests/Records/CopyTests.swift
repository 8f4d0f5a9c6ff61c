import Foundation
import HikidashiBase
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing

/// Copies of stores at other destinations.
@Suite struct CopyTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func path(_ file: String) -> String { folder.url.appendingPathComponent(file).path }

  /// A store with all kinds of values, and a number that was given out and is not in use.
  private func filled(_ destination: StoreDestination, count: Int = 300) throws -> RecordStore {
    var random = SeededGenerator(seed: testSeed())
    let store = try RecordStore(StoreCards.schema(), at: destination)
    try store.edit { table in
      for _ in 0..<count { try table.append { StoreCards.fill(&$0, &random, all: true) } }
      try table.remove(RecordNumber(count - 1))
      try table.remove(7)
    }
    return store
  }

  @Test func everyDestinationTakesEveryOther() async throws {
    let destinations: [StoreDestination] = [
      .memory, .file(path("cards.tsv")), .sqlite(path("cards.db")), .file(path("cards.jsonl")),
      .sqlite(path("others.db"), table: "others"),
    ]
    var store = try filled(destinations[0])
    let expected = PlainRecords(store.table)
    for destination in destinations.dropFirst() {
      let fractions = Guarded([Double]())
      let copy = try await store.copy(to: destination) { fraction in
        fractions.withLock { $0.append(fraction) }
      }
      #expect(PlainRecords(copy.table) == expected, "\(destination)")
      #expect(PlainRecords(store.table) == expected, "\(destination)")
      let seen = fractions.withLock { $0 }
      #expect(seen == seen.sorted() && seen.last == 1, "\(seen)")
      store = copy
    }
  }

  @Test func whatHoldsRecordsIsNotTaken() async throws {
    let store = try filled(.memory)
    let other = try filled(.sqlite(path("cards.db")), count: 400)
    for _ in 0..<2 {
      var thrown: (any Error)?
      do { _ = try await store.copy(to: other.destination) } catch { thrown = error }
      guard case StoreError.notEmpty? = thrown else {
        Issue.record("\(thrown as Any)")
        return
      }
      // Numbers that it gave out later would be given out once more.
      try await other.edit { $0.removeAll(in: $0.numbers) }
    }
  }

  @Test(arguments: [0.1, 0.6, 0.9, 1.0]) func aCancelledCopyLeavesNoRecords(
    _ fraction: Double
  ) async throws {
    let store = try filled(.memory, count: 30_000)
    let destination = StoreDestination.sqlite(path("cards.db"))
    let task = Guarded<Task<RecordStore, any Error>?>(nil)
    let isStarted = DispatchSemaphore(value: 0)
    let copying = Task {
      try await store.copy(to: destination) { done in
        guard done >= fraction else { return }
        isStarted.wait()
        isStarted.signal()
        task.withLock { $0?.cancel() }
      }
    }
    task.withLock { $0 = copying }
    isStarted.signal()
    let result = await copying.result
    guard case .failure(StoreError.cancelled) = result else {
      Issue.record("\(result)")
      return
    }
    let left = try RecordStore(StoreCards.schema(), at: destination)
    #expect(left.table.isEmpty)
    left.close()
    #expect(store.table.count == 29_998)
    #expect(try await store.copy(to: destination).table.count == 29_998)
  }

  @Test func keysAreKeptApart() async throws {
    let code = Field<String>("code", collation: .binary)
    let stock = Field<Int>("stock", default: 0)
    let schema = try Schema(code, stock)
    let destination = StoreDestination.sqlite(path("goods.db"))
    let goods = try KeyedRecordStore(schema, key: code, at: destination)
    try await goods.edit { try $0.upsert("a") { $0[stock] = 1 } }
    try await goods.edit { try $0.upsert("a") { $0[stock] += 1 } }
    #expect(goods.records["a"]?[stock] == 2)
    await #expect(throws: RecordError.self) {
      try await goods.edit { _ = try $0.append { $0[code] = "a" } }
    }
    #expect(goods.records.count == 1)
    let other = try KeyedRecordStore(schema, key: code, at: destination)
    try await other.edit { _ = try $0.append { $0[code] = "b" } }
    await #expect(throws: RecordError.self) {
      try await goods.edit { _ = try $0.append { $0[code] = "b" } }
    }
    #expect(goods.records.contains("b"))
    try await goods.store.undo()
    #expect(goods.records["a"]?[stock] == 1)
  }
}
