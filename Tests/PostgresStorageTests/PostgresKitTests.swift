import HikidashiBase
import HikidashiPostgresStorage
import HikidashiRecords
import HikidashiStorage
import HikidashiStorageTesting
import TestSupport
import Testing

/// PostgreSQL keeps the promises of all destinations.
@Suite struct PostgresKitTests {
  @Test(.needsPostgres) func theKitForRecordsHolds() throws {
    let server = try PostgresServer.shared.get()
    let database = try server.makeDatabase()
    var count = 0
    let kit = RecordStoreKit(isShared: true, seed: testSeed(), steps: testSteps(60)) {
      count += 1
      return .postgres(server.url(database), table: "cards \(count)")
    }
    try kit.run()
    #expect(count == 14)
  }

  @Test(.needsPostgres) func theKitForBytesHolds() throws {
    let server = try PostgresServer.shared.get()
    let database = try server.makeDatabase()
    let kit = ByteStorageKit(
      make: {
        let storage = try PostgresByteStorage(server.url(database))
        for entry in try storage.list() { try storage.remove(entry.name, durability: .none) }
        return storage
      },
      reopen: { _ in try PostgresByteStorage(server.url(database)) },
      seed: testSeed(), steps: testSteps(300))
    try kit.run()
  }

  @Test(.needsPostgres) func randomTransactionsAreAsInMemory() throws {
    let server = try PostgresServer.shared.get()
    let destination = StoreDestination.postgres(server.url(try server.makeDatabase()))
    let seed = testSeed()
    print("randomTransactionsAreAsInMemory: HIKIDASHI_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    let model = LiveRecords(try RecordTable(PostgresCards.schema()))
    var store = try RecordStore(PostgresCards.schema(), at: destination)
    for step in 0..<testSteps(80) {
      var same = random
      switch Int.random(in: 0..<12, using: &random) {
      case 0:
        _ = model.undo()
        try store.undo()
      case 1:
        _ = model.redo()
        try store.redo()
      case 2:
        store.close()
        store = try RecordStore(PostgresCards.schema(), at: destination)
        model.clearUndo()
      default:
        _ = Int.random(in: 0..<12, using: &same)
        try model.edit { (table) throws(RecordError) in try PostgresCards.change(&table, &random) }
        try store.edit { try PostgresCards.change(&$0, &same) }
      }
      guard PlainRecords(store.table) == PlainRecords(model.table) else {
        Issue.record("HIKIDASHI_SEED=\(seed), step \(step): not as in memory")
        return
      }
    }
    let again = try RecordStore(PostgresCards.schema(), at: destination)
    #expect(PlainRecords(again.table) == PlainRecords(model.table), "HIKIDASHI_SEED=\(seed)")
  }
}
