import Foundation
import HikidashiBase
import HikidashiRecords
import TestSupport
import Testing

@testable import HikidashiPostgresStorage
@testable import HikidashiStorage

/// Writers beside each other.
@Suite struct ManyWritersTests {
  static let text = Field<String>("text", collation: .binary)
  static let count = Field<Int>("count", default: 0)

  static func schema() throws -> Schema { try Schema(text, count) }

  @Test(.needsPostgres) func theStateIsThatOfTheRecordedOrder() async throws {
    try await onOwnThread {
      let server = try PostgresServer.shared.get()
      let database = try server.makeDatabase()
      let destination = StoreDestination.postgres(server.url(database))
      let seed = testSeed()
      print("theStateIsThatOfTheRecordedOrder: HIKIDASHI_SEED=\(seed)")
      let each = testSteps(60, scale: 12.5)
      let stores = try (0..<8).map { _ in try RecordStore(Self.schema(), at: destination) }
      let failures = Guarded<[String]>([])
      let group = DispatchGroup()
      for (writer, store) in stores.enumerated() {
        Thread.detachNewThread(in: group) {
          for step in 0..<each {
            do {
              try store.edit { try Self.change(&$0, seed, writer, step) }
            } catch {
              return failures.withLock { $0.append("writer \(writer), step \(step): \(error)") }
            }
          }
        }
      }
      group.wait()
      try #require(failures.withLock { $0 } == [], "HIKIDASHI_SEED=\(seed)")

      var model = try RecordTable(Self.schema())
      var steps = [Int](repeating: 0, count: stores.count)
      for writer in try order(of: stores, server.connection(database)) {
        try Self.change(&model, seed, writer, steps[writer])
        steps[writer] += 1
      }
      #expect(steps == [Int](repeating: each, count: stores.count))
      for store in stores { try store.refresh() }
      let again = try RecordStore(Self.schema(), at: destination)
      for store in stores + [again] {
        #expect(PlainRecords(store.table) == PlainRecords(model), "HIKIDASHI_SEED=\(seed)")
      }
    }
  }

  /// The writers in the order of the transactions that the store recorded.
  private func order(
    of stores: [RecordStore], _ connection: PostgresConnection
  ) throws -> [Int] {
    var writers: [String: Int] = [:]
    for (index, store) in stores.enumerated() {
      let backend = try #require(store.backend as? PostgresBackend)
      writers[backend.writer.hexadecimal] = index
    }
    let rows = try connection.run(
      PostgresStatement(
        "SELECT replace(writer::text, '-', '') FROM hikidashi_change ORDER BY sequence"))
    return try (0..<rows.rows).map { try #require(writers[rows.string($0, 0)]) }
  }

  /// A transaction that depends on what is there.
  private static func change(
    _ table: inout RecordTable, _ seed: UInt64, _ writer: Int, _ step: Int
  ) throws {
    var random = SeededGenerator(seed: seed &+ UInt64(writer) << 32 &+ UInt64(step))
    for _ in 0..<Int.random(in: 1..<4, using: &random) {
      let number = Array(table.numbers.prefix(40)).randomElement(using: &random)
      switch (Int.random(in: 0..<4, using: &random), number) {
      case (0, let number?) where table.count > 20: try table.remove(number)
      case (1...2, let number?):
        try table.update(number) {
          $0[count] = $0[count] &* 31 &+ writer
          $0[text] = "\(writer):\(step)"
        }
      default: break
      }
    }
    try table.append { $0[text] = "\(writer):\(step)" }
    while table.count > 60, let first = table.numbers.first { try table.remove(first) }
  }

  @Test(.needsPostgres) func changesOfOthersArrive() async throws {
    let server = try PostgresServer.shared.get()
    let destination = StoreDestination.postgres(server.url(try server.makeDatabase()))
    let one = try await RecordStore.open(Self.schema(), at: destination)
    let other = try await RecordStore.open(Self.schema(), at: destination)
    var changes = other.changes.makeAsyncIterator()
    for step in 0..<5 {
      try await one.edit { try $0.append { $0[Self.text] = "\(step)" } }
      // Two may arrive as one.
      while other.table.count <= step {
        let change = try #require(await changes.next())
        #expect(change.kind == .external || change.kind == .several)
      }
      #expect(other.table[RecordNumber(step), Self.text] == "\(step)")
    }
  }

  @Test(.needsPostgres) func changesArriveAfterTheConnectionWasCut() async throws {
    let server = try PostgresServer.shared.get()
    let database = try server.makeDatabase()
    let statuses = Guarded<[PostgresStatus]>([])
    var options = PostgresOptions()
    options.onStatus = { status in statuses.withLock { $0.append(status) } }
    let one = try await RecordStore.open(
      Self.schema(), at: .postgres(server.url(database)))
    let other = try await RecordStore.open(
      Self.schema(), at: .postgres(server.url(database), options: options))
    var changes = other.changes.makeAsyncIterator()
    try await one.edit { try $0.append { $0[Self.text] = "before" } }
    while other.table.count < 1 { _ = await changes.next() }
    for round in 0..<3 {
      try server.connection().run(
        PostgresStatement(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1",
          isKept: false
        ) { $0.add(database) })
      // Told of, or not: the log has it.
      try await one.edit { try $0.append { $0[Self.text] = "round \(round)" } }
      while other.table.count < round + 2 { _ = await changes.next() }
    }
    let seen = statuses.withLock { $0 }
    #expect(seen.first == .connected)
    #expect(seen.contains { if case .reconnecting = $0 { true } else { false } })
  }
}
