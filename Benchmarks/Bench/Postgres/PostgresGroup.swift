import Foundation
import Glibc
import HikidashiPostgresStorage
import HikidashiRecords
import HikidashiStorage

/// Records in PostgreSQL beside what its own client does with the same file and the same table.
let postgresGroup = Group(
  name: "postgres",
  summary: "keeping records in PostgreSQL, beside psql with the same file"
) { report in
  let folder = try TemporaryFolder()
  defer { folder.remove() }
  let server = try BenchServer(in: folder.url)
  defer { server.stop() }
  let run = PostgresRun(server: server, folder: folder.url, count: 1_000_000)
  try run.measure(&report)
}

/// Both sides in turn, so that what else the machine does meets both.
private struct PostgresRun {
  let server: BenchServer
  let folder: URL
  let count: Int

  private static let format = RecordFormat.delimited(.tsv(numberColumn: "number"))
  private static let peer = "psql \\copy"

  private var destination: StoreDestination { .postgres(server.url) }

  func measure(_ report: inout Report) throws {
    let records = StorageColumns(count: count)
    var table = try RecordTable(StorageColumns.schema())
    try table.append(columns: records.columns)
    let file = folder.appendingPathComponent("records.tsv").path
    try table.write(to: .file(file), as: Self.format)
    chmod(file, 0o644)
    // The same table, with the row's version.
    try RecordStore(StorageColumns.schema(), at: .postgres(server.url, table: "empty")).close()
    try measureLoading(file, StorageColumns.check(table), &report)
    try measureReading(&report)
    try measureCommits(&report)
  }

  private func measureLoading(
    _ file: String, _ expected: String, _ report: inout Report
  ) throws {
    var ours: [Double] = []
    var theirs: [Double] = []
    for _ in 0..<5 {
      try fresh()
      ours.append(
        try time {
          let store = try RecordStore(StorageColumns.schema(), at: destination)
          try store.edit { _ = try $0.append(from: .file(file), as: Self.format) }
          store.close()
        })
      try server.psql("CHECKPOINT")
      theirs.append(
        try time {
          try server.psql(
            "\\copy peer (number, size, rate, day, active, name) FROM '\(file)' "
              + "WITH (FORMAT text, HEADER)")
        })
    }
    let found = StorageColumns.check(
      try RecordStore(StorageColumns.schema(), at: destination).table)
    guard found == expected else {
      throw BenchServer.Failure(description: "read \(found) in place of \(expected)")
    }
    add("load a file of \(count) records", ours, theirs, Self.peer, .milliseconds, &report)
  }

  private func measureReading(_ report: inout Report) throws {
    var ours: [Double] = []
    var theirs: [Double] = []
    for _ in 0..<5 {
      ours.append(
        try time { _ = try RecordStore(StorageColumns.schema(), at: destination).table })
      theirs.append(
        try time {
          try server.psql(
            "\\copy (SELECT * FROM records ORDER BY number) TO '/dev/null' WITH (FORMAT text)")
        })
    }
    add("open and read \(count) records", ours, theirs, Self.peer, .milliseconds, &report)
  }

  /// One edit of one record: two journeys to the server, and one sync.
  private func measureCommits(_ report: inout Report) throws {
    let store = try RecordStore(StorageColumns.schema(), at: destination)
    var ours: [Double] = []
    for step in 0..<300 {
      let number = RecordNumber(step * 7_919 % count)
      ours.append(
        try time { try store.edit { try $0.update(number) { $0[StorageColumns.size] = -step } } })
    }
    report.add(
      Row(
        group: "postgres", name: "store an edit of one record durably",
        value: Measured(ours.map { $0 * 1e6 }).median, unit: TimeUnit.microseconds.rawValue,
        spread: Measured(ours.map { $0 * 1e6 }).spread, peers: [], limit: nil))
  }

  private func fresh() throws {
    try server.psql(
      "DROP TABLE IF EXISTS records; DELETE FROM hikidashi_store WHERE name = 'records'; "
        + "DROP TABLE IF EXISTS peer; CREATE TABLE peer (LIKE empty INCLUDING ALL); "
        + "ALTER TABLE peer ALTER row_version SET DEFAULT 1", isQuiet: true)
    try server.psql("CHECKPOINT")
  }

  /// Seconds that `body` takes.
  private func time(_ body: () throws -> Void) rethrows -> Double {
    let (seconds, attoseconds) = try ContinuousClock().measure(body).components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  private func add(
    _ name: String, _ ours: [Double], _ theirs: [Double], _ peer: String, _ unit: TimeUnit,
    _ report: inout Report
  ) {
    let scale = 1e9 / unit.nanoseconds
    let measured = Measured(ours.map { $0 * scale })
    report.add(
      Row(
        group: "postgres", name: name, value: measured.median, unit: unit.rawValue,
        spread: measured.spread, peers: [(peer, Measured(theirs.map { $0 * scale }).median)],
        limit: nil))
  }
}
