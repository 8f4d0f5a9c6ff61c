import Foundation
import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiRecords

@Suite struct SearchPropertyTests {
  @Test func aSearchFindsWhatTheObviousSearchFinds() throws {
    let seed = testSeed()
    var random = RandomQueries(seed: seed)
    for _ in 0..<testSteps(60) {
      let schema = try random.schema()
      var table = RecordTable(schema)
      try fill(&table, random.records.below(300), &random)
      let snapshot = table
      let slowSnapshot = SlowSearch(table: snapshot)
      for _ in 0..<10 {
        let query = try random.query(schema)
        expectSame(table, query, seed)
        try edit(&table, &random)
        expectSame(table, query, seed)
        #expect(
          snapshot.search(query).numbers.map(\.rawValue) == slowSnapshot.found(query),
          "seed \(seed): the snapshot, \(query)")
      }
    }
  }

  @Test func aSearchOverManyChunksFindsTheSame() throws {
    let seed = testSeed()
    var random = RandomQueries(seed: seed)
    let schema = try random.schema()
    var table = RecordTable(schema)
    try fill(&table, 20_000, &random)
    table.removeAll(in: RecordSet((8_000..<17_000).map { RecordNumber($0) }))
    for _ in 0..<8 {
      let query = try random.query(schema)
      // The second and the third time what was folded is kept.
      for _ in 0..<3 { expectSame(table, query, seed) }
      try edit(&table, &random)
      expectSame(table, query, seed)
    }
  }

  /// More records than one processor takes by itself, a part at a time and all at once.
  @Test func allProcessorsFindWhatOneFinds() throws {
    let seed = testSeed()
    var random = RandomQueries(seed: seed)
    let schema = try random.schema()
    var table = RecordTable(schema)
    try fill(&table, 36_000, &random)
    let low = RecordSet((0..<20_000).map { RecordNumber($0) })
    let high = table.numbers.subtracting(low)
    for _ in 0..<12 {
      let query = try random.query(schema)
      let parts = table.search(query, in: low).union(table.search(query, in: high))
      for _ in 0..<3 { #expect(table.search(query) == parts, "seed \(seed): \(query)") }
    }
  }

  @Test func candidatesAndSingleRecordsAreAskedAlike() throws {
    let seed = testSeed()
    var random = RandomQueries(seed: seed)
    for _ in 0..<testSteps(30) {
      let schema = try random.schema()
      var table = RecordTable(schema)
      try fill(&table, random.records.below(100), &random)
      try edit(&table, &random)
      let query = try random.query(schema)
      let found = table.search(query)
      let some = RecordSet((0..<120).filter { $0 % 3 == 0 }.map { RecordNumber($0) })
      #expect(
        table.search(query, in: some) == found.intersection(some), "seed \(seed): \(query)")
      for number in 0..<110 {
        #expect(
          table.matches(RecordNumber(number), query) == found.contains(RecordNumber(number)),
          "seed \(seed): record \(number), \(query)")
      }
    }
  }

  @Test func aQueryIsReadBackFromItsDescription() throws {
    let seed = testSeed()
    var random = RandomQueries(seed: seed)
    let schema = try random.schema()
    for _ in 0..<testSteps(3000) {
      let query = try random.query(schema, depth: 4)
      let text = query.description
      do {
        let again = try Query(parsing: text, schema: schema)
        #expect(again == query, "seed \(seed): \(text) became \(again)")
      } catch {
        Issue.record("seed \(seed): \(text): \(error)")
      }
    }
  }

  private func expectSame(_ table: RecordTable, _ query: Query, _ seed: UInt64) {
    let slow = SlowSearch(table: table).found(query)
    #expect(table.search(query).numbers.map(\.rawValue) == slow, "seed \(seed): \(query)")
  }

  private func fill(
    _ table: inout RecordTable, _ count: Int, _ random: inout RandomQueries
  ) throws {
    for _ in 0..<count {
      let cells = table.schema.fields.map { random.cell(for: $0) }
      try table.insert(
        cells, at: RecordNumber(table.nextPosition + (random.records.chance(3) ? 5 : 0)))
    }
  }

  private func edit(_ table: inout RecordTable, _ random: inout RandomQueries) throws {
    let numbers = table.numbers.numbers
    for _ in 0..<random.records.below(8) {
      guard let number = random.records.element(of: numbers), table.contains(number) else {
        continue
      }
      if random.records.chance(30) {
        try table.remove(number)
      } else {
        let index = random.records.below(table.schema.fields.count)
        let field = table.schema.fields[index]
        let cell = random.cell(for: field)
        try table.update(number) { (draft) throws(RecordError) in
          try draft.set(field.name, to: cell)
        }
      }
    }
  }
}
