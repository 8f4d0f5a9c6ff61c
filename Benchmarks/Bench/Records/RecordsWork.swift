/// What every side does with the same million records.
enum RecordsWork: String, CaseIterable, Codable, Sendable {
  case load
  case sortInt = "sort-int"
  case sortDouble = "sort-double"
  case sortBytes = "sort-bytes"
  case sortLocalized = "sort-localized"
  case contains
  case equals
  case range
  case groupBool = "group-bool"
  case groupName = "group-name"
  case groupSums = "group-sums"
  case export

  var isSort: Bool { rawValue.hasPrefix("sort") }

  var title: String {
    switch self {
    case .load: "load TSV"
    case .sortInt: "sort by Int"
    case .sortDouble: "sort by Double"
    case .sortBytes: "sort by String, bytes"
    case .sortLocalized: "sort by String, localized"
    case .contains: "contains, case and width ignored"
    case .equals: "equals on String"
    case .range: "range on Double"
    case .groupBool: "group count by Bool"
    case .groupName: "group count by name"
    case .groupSums: "group by city, with three sums"
    case .export: "export TSV"
    }
  }
}

/// The file and what is asked of it: the same for every side.
struct RecordsTask: Codable, Sendable {
  var file: String
  /// Where a side may write.
  var folder: String
  /// ASCII in small letters.
  var needle = "rimo"
  /// One that occurs.
  var name: String
  /// About a tenth of the rates lie from `low` up to and without `high`.
  var low = 2.0
  var high = 3.0
  var locale = "ja"
  /// Runs that count, after one that does not.
  var runs = 5
}

/// What one side took for one kind of work, and what came out.
struct Finding: Sendable {
  var side: String
  /// Which way it is, where a side has several.
  var note = ""
  var work: RecordsWork
  /// In milliseconds.
  var measured: Measured
  /// The result, in the words of ``RecordsCheck``.
  var check: String
  /// What a sort found.
  var order: [UInt32]?
}

/// A side's memory after loading.
struct Footprint: Sendable {
  var side: String
  var bytes: Int
}

/// Times `work` in milliseconds, after one run that does not count; `prepare` before each run and
/// letting the result go are not timed.
func timeRuns<Result>(
  _ runs: Int, prepare: () -> Void = {}, free: (Result) -> Void = { _ in },
  _ work: () throws -> Result
) rethrows -> (measured: Measured, result: Result) {
  prepare()
  var result = try work()
  var samples: [Double] = []
  for _ in 0..<runs {
    prepare()
    let start = ContinuousClock.now
    let next = try work()
    samples.append(start.duration(to: .now) / .milliseconds(1))
    free(result)
    result = next
  }
  return (Measured(samples), result)
}

/// The same for work that takes so long that it is run but once.
func timeOnce<Result>(
  _ work: () throws -> Result
) rethrows -> (measured: Measured, result: Result) {
  let start = ContinuousClock.now
  let result = try work()
  return (Measured([start.duration(to: .now) / .milliseconds(1)]), result)
}
