import Foundation
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing

/// Many tasks on stores of one place; run it under the thread sanitizer.
@Suite struct StoreRaceTests {
  @Test(arguments: ["db", "tsv"]) func editsOfManyTasksAreAllKept(_ ending: String) async throws {
    let folder = try ScratchFolder()
    let path = folder.url.appendingPathComponent("cards.\(ending)").path
    let destination: StoreDestination = ending == "db" ? .sqlite(path) : .file(path)
    let schema = try StoreCards.schema()
    // A database has two stores, as two processes would.
    var stores = [try RecordStore(schema, at: destination)]
    if ending == "db" { stores.append(try RecordStore(schema, at: destination)) }
    let changes = stores[0].changes
    let reader = Task {
      var table: RecordTable?
      for await change in changes {
        if let table, !change.before.changes(since: table).isEmpty {
          Issue.record("a change was lost before \(change.numbers)")
        }
        table = change.after
        if change.after.count == 80 { return }
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        let store = stores[task % stores.count]
        group.addTask {
          for step in 0..<20 {
            try await store.edit("\(task)") { table in
              try table.append {
                $0[StoreCards.name] = "card"
                $0[StoreCards.size] = task * 100 + step
              }
            }
            _ = store.table.values(of: StoreCards.size)
          }
        }
      }
      try await group.waitForAll()
    }
    for store in stores { try await store.refresh() }
    await reader.value
    let expected = (0..<4).flatMap { task in (0..<20).map { task * 100 + $0 } }
    for store in stores {
      #expect(store.table.values(of: StoreCards.size).sorted() == expected)
      #expect(store.table.nextNumber == 80)
    }
    let again = try await RecordStore.open(schema, at: destination)
    #expect(PlainRecords(again.table) == PlainRecords(stores[0].table))
  }
}
