import Foundation
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing

/// Many that open one place at once, as a session's programs do when it starts.
@Suite struct OpeningRaceTests {
  @Test func aDatabaseMayBeMadeByManyAtOnce() async throws {
    let schema = try StoreCards.schema()
    for round in 0..<10 {
      let folder = try ScratchFolder()
      let path = folder.url.appendingPathComponent("new/cards.db").path
      try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<6 {
          group.addTask {
            let store = try await RecordStore.open(schema, at: .sqlite(path))
            try await store.edit { table in
              _ = try table.append { draft in
                draft[StoreCards.name] = "new"
                draft[StoreCards.size] = task
              }
            }
          }
        }
        try await group.waitForAll()
      }
      let all = try await RecordStore.open(schema, at: .sqlite(path))
      #expect(all.table.values(of: StoreCards.size).sorted() == Array(0..<6), "round \(round)")
    }
  }

  @Test func aDatabaseMayBeMigratedByManyAtOnce() async throws {
    let old = try Schema(StoreCards.name)
    let new = try Schema(StoreCards.name, StoreCards.size, version: 2)
    for round in 0..<5 {
      let folder = try ScratchFolder()
      let path = folder.url.appendingPathComponent("cards.db").path
      let first = try await RecordStore.open(old, at: .sqlite(path))
      try await first.edit { _ = try $0.append { $0[StoreCards.name] = "one" } }
      first.close()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<6 {
          group.addTask {
            let migrations = [SchemaMigration(to: 2) { $0.add(StoreCards.size) }]
            let store = try await RecordStore.open(
              new, at: .sqlite(path), migrations: migrations)
            try await store.edit { table in
              for number in table.numbers.prefix(1) {
                try table.update(number) { $0[StoreCards.size] += 1 }
              }
            }
          }
        }
        try await group.waitForAll()
      }
      let all = try await RecordStore.open(new, at: .sqlite(path))
      #expect(all.table.values(of: StoreCards.size) == [6], "round \(round)")
    }
  }

  @Test func closingDuringEditsLosesNoneThatReturned() async throws {
    let schema = try StoreCards.schema()
    for ending in ["db", "tsv"] {
      let folder = try ScratchFolder()
      let path = folder.url.appendingPathComponent("cards.\(ending)").path
      let place: StoreDestination = ending == "db" ? .sqlite(path) : .file(path)
      let store = try await RecordStore.open(schema, at: place)
      let stored = await withTaskGroup(of: [Int].self) { group in
        for task in 0..<3 {
          group.addTask {
            var stored: [Int] = []
            for step in 0..<200 {
              do {
                let size = task * 1_000 + step
                try await store.edit { table in
                  _ = try table.append { draft in
                    draft[StoreCards.name] = "new"
                    draft[StoreCards.size] = size
                  }
                }
                stored.append(size)
              } catch {
                guard case StoreError.closed = error else {
                  Issue.record("\(error)")
                  break
                }
                break
              }
              if task == 0, step == 5 { store.close() }
            }
            return stored
          }
        }
        var all: [Int] = []
        for await some in group { all += some }
        return all.sorted()
      }
      let again = try await RecordStore.open(schema, at: place)
      #expect(again.table.values(of: StoreCards.size).sorted() == stored)
    }
  }
}
