import Foundation
import Glibc
import HikidashiBase
import HikidashiPostgresStorage
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing

/// Connections that break at the worst of times: nothing that was acknowledged is lost, and nothing is
/// done twice.
@Suite struct BrokenConnectionTests {
  static let text = Field<String>("text", collation: .binary)
  static let count = Field<Int>("count", default: 0)

  static func schema() throws -> Schema { try Schema(text, count) }

  @Test(.needsPostgres) func aCommitWhoseAnswerIsLostIsMadeOnce() throws {
    let server = try PostgresServer.shared.get()
    let database = try server.makeDatabase()
    let proxy = try CuttingProxy(to: server.port)
    defer { proxy.stop() }
    let url = "postgresql://tester@127.0.0.1:\(proxy.port)/\(database)"
    let store = try RecordStore(Self.schema(), at: .postgres(url))
    let other = try RecordStore(Self.schema(), at: .postgres(server.url(database)))
    for round in 0..<12 {
      if round % 3 != 2 { proxy.loseNextCommit() }
      let number = try store.edit { table in
        // Every other time as many as are copied.
        for _ in 0..<(round % 2 == 0 ? 1 : 70) {
          try table.append { $0[Self.text] = "round \(round)" }
        }
        return table.nextNumber - 1
      }
      #expect(store.table[RecordNumber(number), Self.text] == "round \(round)")
      if round % 4 == 1 { try other.edit { _ = try $0.append { $0[Self.text] = "other" } } }
    }
    #expect(proxy.cuts.withLock { $0 } == 8)
    let found = try RecordStore(Self.schema(), at: .postgres(server.url(database)))
    for round in 0..<12 {
      let count = found.table.values(of: Self.text).count { $0 == "round \(round)" }
      #expect(count == (round % 2 == 0 ? 1 : 70), "round \(round)")
    }
    try store.refresh()
    #expect(PlainRecords(store.table) == PlainRecords(found.table))
  }

  @Test(.needsPostgres) func bytesWhoseAnswerIsLostAreAppendedOnce() throws {
    let server = try PostgresServer.shared.get()
    let database = try server.makeDatabase()
    let proxy = try CuttingProxy(to: server.port)
    defer { proxy.stop() }
    let storage = try PostgresByteStorage(
      "postgresql://tester@127.0.0.1:\(proxy.port)/\(database)")
    for round in 0..<6 {
      proxy.loseNextCommit()
      try storage.append([UInt8(round)], to: "log")
      #expect(try storage.read("log") == (0...round).map(UInt8.init))
    }
    proxy.loseNextCommit()
    try storage.remove("log")
    #expect(try storage.list().isEmpty)
    #expect(proxy.cuts.withLock { $0 } == 7)
  }

  /// What another writer does while an edit that has lost its turn still runs.
  enum Rival: CaseIterable { case otherRecord, sameRecord, append, appendAndRemove }

  @Test(.needsPostgres, arguments: Rival.allCases)
  func anEditThatLosesItsTurnIsStoredOnTopOrRefused(_ rival: Rival) throws {
    let server = try PostgresServer.shared.get()
    let database = try server.makeDatabase()
    let destination = StoreDestination.postgres(server.url(database))
    let store = try RecordStore(Self.schema(), at: destination)
    try store.edit { table in
      for _ in 0..<2 { try table.append { $0[Self.text] = "old" } }
    }
    let other = try RecordStore(Self.schema(), at: destination)
    func edit() throws {
      try store.edit { table in
        try table.update(0) { $0[Self.text] = "ours" }
        try table.append { $0[Self.text] = "added" }
        try server.connection().run(
          PostgresStatement(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1",
            isKept: false
          ) { $0.add(database) })
        try other.edit { table in
          switch rival {
          case .otherRecord: try table.update(1) { $0[Self.text] = "theirs" }
          case .sameRecord: try table.update(0) { $0[Self.text] = "theirs" }
          case .append: try table.append { $0[Self.text] = "theirs" }
          case .appendAndRemove:
            try table.remove(try table.append { $0[Self.text] = "theirs" })
          }
        }
      }
    }
    if rival == .otherRecord {
      try edit()
      #expect(store.table.values(of: Self.text) == ["ours", "theirs", "added"])
    } else {
      do {
        try edit()
        Issue.record("it was stored")
      } catch StoreError.conflict(let conflict) {
        #expect(conflict.numbers == RecordSet([rival == .sameRecord ? 0 : 2]))
        #expect(conflict.ours[0, Self.text] == "ours")
        #expect(conflict.theirs[0, Self.text] == (rival == .sameRecord ? "theirs" : "old"))
      }
    }
    try other.refresh()
    let again = try RecordStore(Self.schema(), at: destination)
    #expect(PlainRecords(store.table) == PlainRecords(other.table))
    #expect(PlainRecords(store.table) == PlainRecords(again.table))
  }

  /// What one writer has been told of its edits.
  private struct Told: Sendable {
    var stored: [String] = []
    var refused: [String] = []
    var unknown: [String] = []
    var errors: [String] = []
  }

  @Test(.needsPostgres) func serversAndConnectionsThatBreakLoseNothing() async throws {
    try await onOwnThread {
      let server = try PostgresServer()
      defer { server.stop() }
      let destination = StoreDestination.postgres(server.url())
      let first = try RecordStore(Self.schema(), at: destination)
      try first.edit { for _ in 0..<5 { try $0.append { $0[Self.text] = "counter" } } }
      let told = (0..<4).map { _ in Guarded(Told()) }
      let isOver = Guarded(false)
      defer { isOver.withLock { $0 = true } }
      let writers = DispatchGroup()
      for writer in 0..<4 {
        Thread.detachNewThread(in: writers) {
          Self.write(writer, to: destination, told[writer]) { isOver.withLock { $0 } }
        }
      }
      let seed = testSeed()
      print("serversAndConnectionsThatBreakLoseNothing: HIKIDASHI_SEED=\(seed)")
      var random = SeededGenerator(seed: seed)
      for round in 0..<testSteps(8, scale: 0.1) {
        Self.waitForMore(told, Int.random(in: 3..<40, using: &random))
        // In the middle of whatever they do.
        usleep(UInt32.random(in: 0..<3_000, using: &random))
        if round % 3 == 2 {
          server.stop(SIGQUIT)
          try server.start()
        } else {
          try server.connection().run(
            PostgresStatement(
              """
              SELECT pg_terminate_backend(pid) FROM pg_stat_activity
              WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'
              """))
        }
      }
      Self.waitForMore(told, 20)
      isOver.withLock { $0 = true }
      writers.wait()
      try check(told.map { $0.withLock { $0 } }, destination, seed)
    }
  }

  private func check(
    _ told: [Told], _ destination: StoreDestination, _ seed: UInt64
  ) throws {
    let table = try RecordStore(Self.schema(), at: destination).table
    var found: [String: Int] = [:]
    for text in table.values(of: Self.text) where text != "counter" { found[text, default: 0] += 1 }
    for text in told.flatMap(\.stored) {
      #expect(found[text] == 1, "HIKIDASHI_SEED=\(seed): \(text) was acknowledged")
    }
    for text in told.flatMap(\.refused) {
      #expect(found[text] == nil, "HIKIDASHI_SEED=\(seed): \(text) was refused")
    }
    #expect(found.values.allSatisfy { $0 == 1 })
    // Each edit counted once for all, and once for its writer.
    #expect(table[0, Self.count] == found.count, "HIKIDASHI_SEED=\(seed)")
    for writer in 0..<4 {
      let own = found.keys.count { $0.hasPrefix("\(writer):") }
      #expect(table[RecordNumber(writer + 1), Self.count] == own)
    }
    let errors = told.flatMap(\.errors)
    print(
      "\(found.count) stored, \(told.flatMap(\.refused).count) refused, "
        + "\(told.flatMap(\.unknown).count) unknown")
    // Waiting for the connection is what is to be expected, and not giving up.
    #expect(told.flatMap(\.unknown).isEmpty, "\(errors.prefix(3))")
  }

  private static func write(
    _ writer: Int, to destination: StoreDestination, _ told: Guarded<Told>, isOver: () -> Bool
  ) {
    guard let store = try? RecordStore(schema(), at: destination) else {
      return told.withLock { $0.unknown.append("the store was not opened") }
    }
    var number = 0
    while !isOver() {
      number += 1
      let text = "\(writer):\(number)"
      do {
        try store.edit { table in
          try table.update(0) { $0[count] += 1 }
          try table.update(RecordNumber(writer + 1)) { $0[count] += 1 }
          try table.append { $0[self.text] = text }
        }
        told.withLock { $0.stored.append(text) }
      } catch StoreError.conflict {
        told.withLock { $0.refused.append(text) }
      } catch {
        told.withLock {
          $0.unknown.append(text)
          $0.errors.append("\(error)")
        }
      }
    }
  }

  /// Waits until so many edits more were acknowledged.
  private static func waitForMore(_ told: [Guarded<Told>], _ more: Int) {
    func count() -> Int {
      told.reduce(0) { $0 + $1.withLock { $0.stored.count + $0.unknown.count } }
    }
    let wanted = count() + more
    let deadline = Date(timeIntervalSinceNow: 120)
    while count() < wanted, Date() < deadline { usleep(500) }
  }
}

extension Thread {
  /// Runs `body` on a thread of its own, as part of a group.
  static func detachNewThread(in group: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
    group.enter()
    detachNewThread {
      body()
      group.leave()
    }
  }
}
