import BenchPeers
import Foundation
import HikidashiRecords
import HikidashiStorage

/// Stores beside the same tables written by hand in C.
let storageGroup = Group(
  name: "storage",
  summary: "keeping records in SQLite, beside SQLite's own interface in C with the same tables"
) { report in
  let folder = try TemporaryFolder()
  defer { folder.remove() }
  let records = StorageColumns(count: 1_000_000)
  try StorageRun(folder: folder.url, records: records).measure(&report)
}

/// Both sides in turn, so that what else the machine does meets both.
private struct StorageRun {
  let folder: URL
  let records: StorageColumns

  func measure(_ report: inout Report) throws {
    try measureLoading(&report)
    try measureReading(&report)
    try measureCommits(&report)
  }

  private func measureLoading(_ report: inout Report) throws {
    let columns = records.columns
    var plain = records.plain
    var ours: [Double] = []
    var theirs: [Double] = []
    for _ in 0..<5 {
      try fresh { path in
        let store = try RecordStore(StorageColumns.schema(), at: .sqlite(path))
        ours.append(try seconds { try store.edit { _ = try $0.append(columns: columns) } })
        store.close()
      }
      try fresh { path in
        let store = try opened(path)
        theirs.append(try seconds { try checkPeer(bench_store_insert(store, &plain)) })
        bench_store_close(store)
      }
    }
    report.add("write \(records.count) records in one transaction", ours, theirs, .milliseconds)
  }

  private func measureReading(_ report: inout Report) throws {
    try fresh { path in
      let store = try RecordStore(StorageColumns.schema(), at: .sqlite(path))
      try store.edit { _ = try $0.append(columns: records.columns) }
      store.close()
      var ours: [Double] = []
      var theirs: [Double] = []
      for _ in 0..<7 {
        var table: RecordTable?
        var opened: RecordStore?
        ours.append(
          try seconds {
            opened = try RecordStore(StorageColumns.schema(), at: .sqlite(path))
            table = opened?.table
          })
        // A store that is only let go of closes on a thread of its own, and who opens the file meanwhile is refused.
        opened?.close()
        var columns = bench_columns()
        theirs.append(
          try seconds {
            let store = try self.opened(path)
            try checkPeer(bench_store_read(store, &columns))
            bench_store_close(store)
          })
        let found = (table.map(StorageColumns.check), StorageColumns.check(columns))
        bench_columns_free(&columns)
        guard found.0 == found.1 else { throw StorageFailure.differs(found.0 ?? "", found.1) }
      }
      report.add("open and read \(records.count) records", ours, theirs, .milliseconds)
    }
  }

  /// A few of each side's commits at a time: how long a sync takes varies more with what else the
  /// disk does than between the sides.
  private func measureCommits(_ report: inout Report) throws {
    let some = StorageColumns(count: 10_000)
    try fresh { path in
      let store = try RecordStore(StorageColumns.schema(), at: .sqlite(path))
      try store.edit { _ = try $0.append(columns: some.columns) }
      let peer = try opened(path + ".peer")
      defer { bench_store_close(peer) }
      var plain = some.plain
      try checkPeer(bench_store_insert(peer, &plain))
      var commits = CommitRun(store: store, peer: peer, path: path, records: some.count)
      try commits.measure("commit one record durably", &report)
      // Then both write over a log that has its length, as in a program that runs on.
      try commits.run(rounds: 150)
      try commits.measure("… the thousandth and later", &report)
      store.close()
      withExtendedLifetime(some) {}
    }
  }
}

enum StorageFailure: Error, CustomStringConvertible {
  case peer
  case differs(String, String)

  var description: String {
    switch self {
    case .peer: "SQLite failed in C; its reason stands above"
    case .differs(let ours, let theirs): "the peer read \(theirs) where the store read \(ours)"
    }
  }
}

extension StorageRun {
  /// Calls `body` with the path of a database that is not there yet, and removes it afterwards.
  private func fresh(_ body: (String) throws -> Void) throws {
    let path = folder.appendingPathComponent("\(UUID()).db").path
    defer {
      let made = try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
      for file in made ?? [] { try? FileManager.default.removeItem(at: file) }
    }
    try body(path)
  }

  private func opened(_ path: String) throws -> OpaquePointer {
    guard let store = bench_store_open(path) else { throw StorageFailure.peer }
    return store
  }
}
