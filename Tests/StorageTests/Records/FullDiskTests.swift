import CHikidashiSQLite
import Foundation
import HikidashiBase
import HikidashiRecords
import TestSupport
import Testing

@testable import HikidashiStorage

/// A disk that is full, or fails, at every write and sync of an opening in turn.
@Suite struct FullDiskTests {
  private let folder: ScratchFolder
  private let files: SQLiteSyncTests.WatchedFiles
  private let name = StoreCards.name

  init() throws {
    folder = try ScratchFolder()
    files = try SQLiteSyncTests.WatchedFiles()
  }

  /// Calls `body` with the n-th call failing for every n until there is none; each time with a file of
  /// its own, as a store may close a little later, and then takes its log away by its name.
  private func eachFailure(
    _ body: (_ path: String, _ open: () -> StoreError?) throws -> Void, _ schema: Schema
  ) throws {
    let migrations = [SchemaMigration(to: 2) { $0.add(StoreCards.size) }]
    for (call, code) in [(HK_WATCHED_WRITE, SQLITE_FULL), (HK_WATCHED_SYNC, SQLITE_IOERR)] {
      var after = Int64(0)
      var isReached = true
      while isReached {
        let path = folder.url.appendingPathComponent("cards-\(call.rawValue)-\(after).db").path
        try body(path) {
          let before = hk_watched_vfs_count(files.layer, call)
          files.fail(call, after: after, code)
          let error = openingError(
            schema, at: .sqlite(path, table: "records", vfs: files.name), migrations: migrations)
          files.fail(call, times: 0, SQLITE_OK)
          isReached = hk_watched_vfs_count(files.layer, call) - before > after
          return error
        }
        after += 1
      }
      #expect(after > 2)
    }
  }

  @Test func aDatabaseThatCouldNotBeMadeIsMadeLater() throws {
    let schema = try Schema(name, StoreCards.size, version: 2)
    try eachFailure(
      { path, open in
        if let error = open() {
          guard case .storage(let cause) = error else {
            Issue.record("\(error)")
            return
          }
          #expect(!cause.description.contains("mistake"), "\(cause)")
        }
        let store = try RecordStore(schema, at: .sqlite(path))
        #expect(store.table.isEmpty)
        try store.edit { table in try table.append { $0[StoreCards.name] = "one" } }
      }, schema)
  }

  @Test func aMigrationThatCouldNotBeStoredIsNone() throws {
    let old = try Schema(name)
    try eachFailure(
      { path, open in
        do {
          let store = try RecordStore(old, at: .sqlite(path))
          try store.edit { table in
            for number in 0..<300 { try table.append { $0[StoreCards.name] = "card \(number)" } }
          }
        }
        let error = open()
        if let error {
          guard case .storage = error else {
            Issue.record("\(error)")
            return
          }
          // The app of before goes on with it.
          let store = try RecordStore(old, at: .sqlite(path))
          #expect(store.table.count == 300)
        }
        let migrated = try RecordStore(
          Schema(name, StoreCards.size, version: 2), at: .sqlite(path),
          migrations: [SchemaMigration(to: 2) { $0.add(StoreCards.size) }])
        #expect(migrated.table.count == 300)
        // One copy is kept, however often it was tried.
        let copy = try RecordStore(old, at: .sqlite(path, table: "records_v1"))
        #expect(copy.table.count == 300)
        #expect(openingError(old, at: .sqlite(path, table: "records_v1_2")) == nil)
        #expect(try RecordStore(old, at: .sqlite(path, table: "records_v1_2")).table.isEmpty)
      }, Schema(name, StoreCards.size, version: 2))
  }
}
