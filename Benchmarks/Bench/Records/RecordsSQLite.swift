import BenchPeers

/// SQLite in memory, in this process, as its own interface in C is used.
struct RecordsSQLite {
  static let side = "SQLite"

  let task: RecordsTask
  /// Says what groups are named, as SQLite gives their first records.
  let judge: RecordsLimit

  func measure() throws -> [Finding] {
    let (measured, loaded) = timeRuns(task.runs, free: Self.free) {
      bench_sqlite_load(task.file, task.locale)
    }
    guard let database = loaded else { throw RecordsFailure.unreadable(task.file) }
    defer { bench_sqlite_free(database) }
    var found = [
      Finding(side: Self.side, work: .load, measured: measured, check: check(database))
    ]
    let orders: [(RecordsWork, String)] = [
      (.sortInt, "id"), (.sortDouble, "rate, rowid"), (.sortBytes, "name, rowid"),
      (.sortLocalized, "name COLLATE localized, rowid"),
    ]
    for (work, order) in orders { found.append(numbers(database, work, "ORDER BY \(order)")) }
    var contains = numbers(database, .contains, "WHERE name LIKE '%' || ? || '%'", task.needle)
    contains.note = "LIKE"
    found.append(contains)
    found.append(numbers(database, .equals, "WHERE name = ?", task.name))
    found.append(numbers(database, .range, "WHERE rate >= \(task.low) AND rate < \(task.high)"))
    found.append(groups(database, .groupBool, "active"))
    found.append(groups(database, .groupName, "name"))
    return found
  }

  static func free(_ database: OpaquePointer?) {
    if let database { bench_sqlite_free(database) }
  }

  private func numbers(
    _ database: OpaquePointer, _ work: RecordsWork, _ rest: String, _ text: String? = nil
  ) -> Finding {
    let query = "SELECT rowid - 1 FROM records \(rest)"
    let (measured, result) = timeRuns(task.runs, free: bench_numbers_free) {
      bench_sqlite_numbers(database, query, text)
    }
    defer { bench_numbers_free(result) }
    let order = work.isSort ? result.buffer.map { UInt32($0) } : nil
    return Finding(
      side: Self.side, work: work, measured: measured, check: RecordsCheck.numbers(result.buffer),
      order: order)
  }

  private func groups(_ database: OpaquePointer, _ work: RecordsWork, _ column: String) -> Finding {
    let query = "SELECT min(rowid) - 1, count(*) FROM records GROUP BY \(column)"
    let (measured, result) = timeRuns(task.runs, free: BenchGroups.free) {
      bench_sqlite_groups(database, query)
    }
    defer { BenchGroups.free(result) }
    return Finding(
      side: Self.side, work: work, measured: measured, check: judge.check(result, work))
  }

  /// The sums over the columns, as whole numbers.
  private func check(_ database: OpaquePointer) -> String {
    let sums = [
      "count(*)", "sum(id)", "sum(CAST(round(rate * 10000) AS INTEGER))", "sum(active)",
      "sum(length(CAST(name AS BLOB)))",
    ].map { sum in
      let result = bench_sqlite_numbers(database, "SELECT \(sum) FROM records", nil)
      defer { bench_numbers_free(result) }
      return result.buffer.first ?? -1
    }
    return "\(sums[0]) records, ids \(sums[1]), rates \(sums[2]), active \(sums[3]),"
      + " names \(sums[4])"
  }
}
