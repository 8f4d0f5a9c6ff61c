import BenchPeers

/// The records in C++ columns: the limit, and the judge of what others say.
final class RecordsLimit {
  static let side = "limit"

  let records: OpaquePointer
  private let task: RecordsTask

  init(_ task: RecordsTask) throws {
    guard let records = bench_records_load(task.file) else {
      throw RecordsFailure.unreadable(task.file)
    }
    self.records = records
    self.task = task
  }

  deinit { bench_records_free(records) }

  var count: Int { bench_records_count(records) }

  /// The bytes of a record's name, as long as this object lives.
  func name(_ row: Int) -> UnsafeBufferPointer<UInt8> {
    var count = 0
    let start = bench_records_name(records, row, &count)
    return UnsafeBufferPointer(start: start, count: count)
  }

  func rate(_ row: Int) -> Double { bench_records_rates(records)[row] }

  /// Bytes of the values alone: eight for each number, a bit for each boolean, the names.
  var rawBytes: Int { count * 16 + count / 8 + (0..<count).reduce(0) { $0 + name($1).count } }

  func measure() throws -> [Finding] {
    let needle = Array(task.needle.utf8)
    let name = Array(task.name.utf8)
    var found = [
      load(),
      numbers(.sortInt) { bench_records_sort_ids($0) },
      numbers(.sortDouble) { bench_records_sort_rates($0) },
      numbers(.sortBytes) { bench_records_sort_names($0) },
      numbers(.sortLocalized) { bench_records_sort_localized($0, task.locale) },
      numbers(.contains) { bench_records_containing($0, needle, needle.count) },
      numbers(.equals) { bench_records_named($0, name, name.count) },
      numbers(.range) { bench_records_rated($0, task.low, task.high) },
      groups(.groupBool) { bench_records_group_active($0) },
      groups(.groupName) { bench_records_group_names($0) },
    ]
    found.append(try export())
    return found
  }

  private func finding(_ work: RecordsWork, _ measured: Measured, _ check: String) -> Finding {
    Finding(side: Self.side, work: work, measured: measured, check: check)
  }

  static func free(_ records: OpaquePointer?) {
    if let records { bench_records_free(records) }
  }

  private func load() -> Finding {
    let (measured, loaded) = timeRuns(task.runs, free: Self.free) {
      bench_records_load(task.file)
    }
    Self.free(loaded)
    var sums = RecordsCheck.Load()
    for row in 0..<count {
      sums.add(
        id: Int(bench_records_ids(records)[row]), rate: rate(row),
        active: bench_records_active(records, row), nameBytes: name(row).count)
    }
    return finding(.load, measured, sums.description)
  }

  private func numbers(
    _ work: RecordsWork, _ body: (OpaquePointer) -> BenchNumbers
  ) -> Finding {
    let (measured, result) = timeRuns(task.runs, free: bench_numbers_free) { body(records) }
    defer { bench_numbers_free(result) }
    return finding(work, measured, RecordsCheck.numbers(result.buffer))
  }

  private func groups(_ work: RecordsWork, _ body: (OpaquePointer) -> BenchGroups) -> Finding {
    let (measured, result) = timeRuns(task.runs, free: BenchGroups.free) { body(records) }
    defer { BenchGroups.free(result) }
    return finding(work, measured, check(result, work))
  }

  private func export() throws -> Finding {
    let path = task.folder + "/limit.tsv"
    let (measured, written) = timeRuns(task.runs) { bench_records_export(records, path) }
    guard written else { throw RecordsFailure.unwritten(path) }
    return finding(.export, measured, try RecordsCheck.file(at: path))
  }
}

extension RecordsLimit {
  /// The check of groups that are given by their first records.
  func check(_ groups: BenchGroups, _ work: RecordsWork) -> String {
    let words = [Array("false".utf8), Array("true".utf8)]
    return RecordsCheck.groups(
      zip(groups.first.buffer, groups.counts.buffer).lazy.map { first, count in
        let key =
          work == .groupName
          ? Array(self.name(Int(first)))
          : words[bench_records_active(self.records, Int(first)) ? 1 : 0]
        return (key, Int(count))
      })
  }

  /// Whether `order` names every record once and is ascending but for the order of equal keys.
  func isOrder(_ order: [UInt32], _ work: RecordsWork) -> Bool {
    guard order.count == count, isPermutation(order) else { return false }
    if work == .sortLocalized {
      var ties = 0
      return bench_records_disorder(records, task.locale, order, order.count, &ties) == 0
    }
    return zip(order, order.dropFirst()).allSatisfy { before, after in
      let (before, after) = (Int(before), Int(after))
      switch work {
      case .sortInt: return bench_records_ids(records)[before] <= bench_records_ids(records)[after]
      case .sortDouble: return rate(before) <= rate(after)
      default: return !name(after).lexicographicallyPrecedes(name(before))
      }
    }
  }

  /// How many different names there are for ICU.
  func localizedGroups() -> Int {
    let sorted = bench_records_sort_by_keys(records, task.locale)
    defer { bench_numbers_free(sorted) }
    return bench_records_distinct(
      records, task.locale, sorted.buffer.map { UInt32($0) }, sorted.count)
  }

  private func isPermutation(_ order: [UInt32]) -> Bool {
    var seen = [Bool](repeating: false, count: count)
    for row in order {
      guard row < count, !seen[Int(row)] else { return false }
      seen[Int(row)] = true
    }
    return true
  }
}

extension BenchNumbers {
  var buffer: UnsafeBufferPointer<Int64> { UnsafeBufferPointer(start: values, count: count) }
}

extension BenchGroups {
  static func free(_ groups: BenchGroups) {
    bench_numbers_free(groups.first)
    bench_numbers_free(groups.counts)
  }
}

/// Why the records could not be measured.
enum RecordsFailure: Error, CustomStringConvertible {
  case unreadable(String)
  case unwritten(String)
  case badLine(peer: String, line: String)
  case peerFailed(peer: String, status: Int32, said: String)

  var description: String {
    switch self {
    case .unreadable(let path): "\(path) cannot be read as generated records"
    case .unwritten(let path): "\(path) could not be written; is there room?"
    case .badLine(let peer, let line): "\(peer) said what is no result: \(line)"
    case .peerFailed(let peer, let status, let said):
      "\(peer) ended with status \(status): \(said)"
    }
  }
}
