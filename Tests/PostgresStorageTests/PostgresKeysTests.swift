import Glibc
import HikidashiBase
import HikidashiPostgresStorage
import HikidashiRecords
import HikidashiStorage
import HikidashiStorageTesting
import TestSupport
import Testing

/// Keyed records in PostgreSQL.
@Suite struct PostgresKeysTests {
  static let code = Field<String>("code", collation: .localized(locale: "en"))
  static let stock = Field<Int>("stock", default: 0)

  static func goods(_ destination: StoreDestination) throws -> KeyedRecordStore<String> {
    try KeyedRecordStore(Schema(code, stock), key: code, at: destination)
  }

  /// An edit whose connection breaks before it is stored is made again on top of what others stored
  /// meanwhile.
  @Test(.needsPostgres) func anEditMadeAgainCannotGiveAKeyTwice() throws {
    let server = try PostgresServer.shared.get()
    let database = try server.makeDatabase()
    let destination = StoreDestination.postgres(server.url(database))
    let goods = try Self.goods(destination)
    try goods.edit { try $0.append(columns: [Self.code.column(["a", "b"])]) }
    let other = try Self.goods(destination)
    #expect(throws: StoreError.self) {
      try goods.store.edit { table in
        try table.update(0) { $0[Self.code] = "A-17" }
        try server.connection().run(
          PostgresStatement(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1",
            isKept: false
          ) { $0.add(database) })
        try other.store.edit { try $0.update(1) { $0[Self.code] = "a-17" } }
      }
    }
    #expect(goods.store.table.values(of: Self.code) == ["a", "a-17"])
    #expect(goods.records["A-17"]?.number == 1)
    #expect(try Self.goods(destination).records.count == 2)
  }

  @Test(.needsPostgres) func keysStayUnique() throws {
    let server = try PostgresServer.shared.get()
    let database = try server.makeDatabase()
    let seed = testSeed()
    print("keysStayUnique: HIKIDASHI_SEED=\(seed)")
    for round in 0..<UInt64(testSteps(6, scale: 10)) {
      let destination = StoreDestination.postgres(server.url(database), table: "goods \(round)")
      var sequence = try KeyedSequence(destination, isShared: true, seed: seed &+ round)
      try sequence.run(steps: 30)
      guard sequence.failures.isEmpty else {
        Issue.record("HIKIDASHI_SEED=\(seed &+ round): \(sequence.failures)")
        return
      }
    }
  }

  /// An older version, which knows no key, is kept from storing one twice as soon as none is.
  @Test(.needsPostgres) func whoKnowsNoKeyIsRefusedByTheDatabase() throws {
    let server = try PostgresServer.shared.get()
    let database = try server.makeDatabase()
    let destination = StoreDestination.postgres(server.url(database))
    let older = try RecordStore(Schema(Self.code, Self.stock), at: destination)
    try older.edit { try $0.append(columns: [Self.code.column(["a", "A", "b"])]) }
    let goods = try Self.goods(destination)
    #expect(goods.keys.shared.map(\.numbers) == [[0, 1]])
    try older.edit { _ = try $0.append { $0[Self.code] = "B" } }
    try goods.store.refresh()
    #expect(goods.keys.shared.map(\.numbers) == [[0, 1], [2, 3]])
    try goods.store.edit { table in
      try table.remove(1)
      try table.update(3) { $0[Self.code] = "c" }
    }
    #expect(goods.keys.isWhole)
    #expect(throws: StoreError.self) {
      try older.edit { _ = try $0.append { $0[Self.code] = "C" } }
    }
    // Exchanged keys, long ones, and those that PostgreSQL has no character for.
    let long = String(repeating: "long ", count: 2_000)
    try goods.store.edit { table in
      try table.update(0) { $0[Self.code] = "c" }
      try table.update(3) { $0[Self.code] = "a" }
      try table.append { $0[Self.code] = long }
      try table.append { $0[Self.code] = "nul\0" }
      try table.append { $0[Self.code] = "nul␀" }
    }
    #expect(throws: StoreError.self) {
      try goods.store.edit { _ = try $0.append { $0[Self.code] = long.uppercased() } }
    }
    #expect(try Self.goods(destination).records.count == 6)
    #expect(try guardCount(server, database) == 1)
  }

  /// How many indexes keep keys unique.
  private func guardCount(_ server: PostgresServer, _ database: String) throws -> Int {
    try server.connection(database).run(
      PostgresStatement("SELECT count(*) FROM pg_indexes WHERE indexname LIKE 'hikidashi_unique%'")
    ).int(0, 0)
  }

  /// Another program that writes and takes its time keeps nobody from opening a store with a key, and
  /// nobody waits behind it: the database takes the key over with the next opening.
  @Test(.needsPostgres) func aKeyWaitsForNoSlowWriter() async throws {
    let server = try PostgresServer.shared.get()
    let database = try server.makeDatabase()
    let destination = StoreDestination.postgres(server.url(database))
    let older = try RecordStore(Schema(Self.code, Self.stock), at: destination)
    let slow = try server.connection(database)
    try slow.run(PostgresStatement("BEGIN"))
    try slow.run(PostgresStatement("LOCK TABLE records IN ROW EXCLUSIVE MODE"))

    var options = PostgresOptions()
    // Longer than any of the others waits.
    options.lockTimeout = .seconds(60)
    let patient = StoreDestination.postgres(server.url(database), options: options)
    let isOpen = Guarded(false)
    async let opening = onOwnThread {
      defer { isOpen.withLock { $0 = true } }
      return try Self.goods(patient)
    }
    let edit = try await onOwnThread {
      let look = try server.connection(database)
      let waiting = PostgresStatement(
        "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'records'::regclass")
      while try look.run(waiting).int(0, 0) == 0, !isOpen.withLock({ $0 }) { usleep(1_000) }
      return Result {
        try older.edit { try $0.append(columns: [Self.code.column(["a", "b"])]) }
      }
    }
    #expect(throws: Never.self) { try edit.get() }
    let goods = try await opening
    let same = try await onOwnThread {
      try goods.store.edit { _ = try $0.append { $0[Self.code] = "c" } }
      return Result { try goods.store.edit { _ = try $0.append { $0[Self.code] = "A" } } }
    }
    #expect(throws: StoreError.self) { try same.get() }
    #expect(try guardCount(server, database) == 0)
    try slow.run(PostgresStatement("COMMIT"))
    #expect(try Self.goods(destination).records.count == 3)
    #expect(try guardCount(server, database) == 1)
  }

  /// A save that met a conflict meets it again, and writes over nothing that others have stored.
  @Test(.needsPostgres) func aRefusedSaveWritesOverNothing() throws {
    let server = try PostgresServer.shared.get()
    let destination = StoreDestination.postgres(server.url(try server.makeDatabase()))
    let schema = try Schema(Self.code, Self.stock)
    let ours = try RecordStore(schema, at: destination, saving: .whenAsked)
    try ours.edit { try $0.append(columns: [Self.code.column(["a", "b"])]) }
    try ours.save()
    // Before the others: what they store is taken over as soon as the server tells of it.
    try ours.edit { try $0.update(0) { $0[Self.stock] = 1 } }
    let theirs = try RecordStore(schema, at: destination)
    try theirs.edit { table in
      for number in [RecordNumber(0), 1] { try table.update(number) { $0[Self.stock] = 7 } }
    }
    for _ in 0..<2 { #expect(throws: StoreError.self) { try ours.save() } }
    #expect(try ours.undo())
    try ours.edit { _ = try $0.append { $0[Self.code] = "c" } }
    try ours.save()
    #expect(ours.table.values(of: Self.stock) == [7, 7, 0])
    #expect(try RecordStore(schema, at: destination).table.values(of: Self.stock) == [7, 7, 0])
  }
}
