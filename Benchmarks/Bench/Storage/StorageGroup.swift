import BenchPeers
import Foundation
import Records
import Storage

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
        ours.append(try time { try store.edit { _ = try $0.append(columns: columns) } })
        store.close()
      }
      try fresh { path in
        let store = try opened(path)
        theirs.append(try time { try check(bench_store_insert(store, &plain)) })
        bench_store_close(store)
      }
    }
    add("write \(records.count) records in one transaction", ours, theirs, .milliseconds, &report)
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
        ours.append(
          try time {
            table = try RecordStore(StorageColumns.schema(), at: .sqlite(path)).table
          })
        var columns = bench_columns()
        theirs.append(
          try time {
            let store = try opened(path)
            try check(bench_store_read(store, &columns))
            bench_store_close(store)
          })
        let found = (table.map(StorageColumns.check), StorageColumns.check(columns))
        bench_columns_free(&columns)
        guard found.0 == found.1 else { throw StorageFailure.differs(found.0 ?? "", found.1) }
      }
      add("open and read \(records.count) records", ours, theirs, .milliseconds, &report)
    }
  }

  /// A few of each side's commits at a time: how long a sync takes varies more with what else the
  /// disk does than between the sides.
  private func measureCommits(_ report: inout Report) throws {
    let few = 5
    let some = StorageColumns(count: 10_000)
    var ours: [Double] = []
    var theirs: [Double] = []
    var limit: [Double] = []
    try fresh { path in
      let store = try RecordStore(StorageColumns.schema(), at: .sqlite(path))
      try store.edit { _ = try $0.append(columns: some.columns) }
      let peer = try opened(path + ".peer")
      defer { bench_store_close(peer) }
      var plain = some.plain
      try check(bench_store_insert(peer, &plain))
      for round in 0..<100 {
        ours.append(
          try time {
            for step in round * few..<(round + 1) * few {
              let number = RecordNumber(step * 7_919 % some.count)
              try store.edit { try $0.update(number) { $0[StorageColumns.size] = -step } }
            }
          })
        theirs.append(
          try time { try check(bench_store_commit(peer, round * few, few, some.count)) })
        limit.append(try time { try check(bench_sync_pages(path + ".limit", few)) })
      }
      store.close()
    }
    let each = { (times: [Double]) in times.map { $0 / Double(few) } }
    add(
      "commit one record durably", each(ours), each(theirs), .microseconds, &report,
      limit: each(limit))
  }
}

private enum StorageFailure: Error, CustomStringConvertible {
  case peer
  case differs(String, String)

  var description: String {
    switch self {
    case .peer: "SQLite failed in C; is the disk full?"
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

  private func check(_ status: Int32) throws { if status != 0 { throw StorageFailure.peer } }

  /// Seconds that `body` takes.
  private func time(_ body: () throws -> Void) rethrows -> Double {
    let (seconds, attoseconds) = try ContinuousClock().measure(body).components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  private func add(
    _ name: String, _ ours: [Double], _ theirs: [Double], _ unit: TimeUnit,
    _ report: inout Report, limit: [Double] = []
  ) {
    let scale = 1e9 / unit.nanoseconds
    let measured = Measured(ours.map { $0 * scale })
    report.add(
      Row(
        group: "storage", name: name, value: measured.median, unit: unit.rawValue,
        spread: measured.spread,
        peers: [("C with SQLite", Measured(theirs.map { $0 * scale }).median)],
        limit: limit.isEmpty ? nil : Measured(limit.map { $0 * scale }).median))
  }
}
