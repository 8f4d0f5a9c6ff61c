import BenchPeers
import CHikidashiGTK
import Foundation
import HikidashiBase
import HikidashiRecords
import HikidashiWidgetTesting
import HikidashiWidgets

private let name = Field<String>("name", title: "Name")
private let number = Field<Int>("number", title: "Number")
private let rate = Field<Double>("rate", title: "Rate", format: .decimals(2))
private let city = Field<String>("city", title: "City")
private let weight = Field<Int>("weight", title: "Weight")

/// A million records in a table: the sort after a click on a header, the frame that shows it, and
/// memory.
func measureRecordTables(_ report: inout Report) throws {
  try withDisplay(&report) {
    try onLoop(within: .seconds(500)) {
      // First, while nothing else is to be given back.
      let memory = try await measureMemory()
      return try await measureSorts("a whole number", by: .descending(number))
        + measureSorts("a text, localized", by: .ascending(name)) + measureGroups()
        + [measureFirstFrame(), memory]
    }
  }
}

private func records(_ count: Int) throws -> RecordTable {
  var random = SeededGenerator(seed: 4)
  let numbers = (0..<count).map { _ in Int.random(in: 0..<count, using: &random) }
  var table = RecordTable(try Schema(name, number, rate))
  try table.append(columns: [
    name.column(numbers.map { "drawer \($0)" }), number.column(numbers),
    rate.column(numbers.map { Double($0 % 500) / 100 }),
  ])
  return table
}

/// A window with a table of records, and the moments at which its frames began and ended.
@MainActor
private final class RecordsStage {
  let view: RecordsView
  let stage: Stage
  private let times: FrameTimes

  init(_ table: RecordTable) async throws {
    let view = RecordsView(table)
    self.view = view
    stage = try await Stage.show(view, width: 640, height: 760)
    try await until("the table to settle") { view.isSettled }
    times = FrameTimes(stage)
  }

  /// Sorts as a click on a header does.
  ///
  /// - Returns: How long sorting took, and from its end to the end of the frame that shows it, both in
  ///   milliseconds; and how many frames began in that time, that one included.
  func sort(by key: SortKey) async throws -> (sort: Double, shown: Double, frames: Int) {
    var done: ContinuousClock.Instant?
    var taken = 0
    view.didArrange = { [weak self] moment in
      done = moment
      taken = self?.times.frames.count ?? 0
    }
    let start = ContinuousClock.now
    view.sortKeys = [key]
    try await until("the records to be sorted") { done != nil }
    await stage.nextFrame()
    let frames = times.frames
    guard let done, frames.indices.contains(taken) else { return (0, 0, 0) }
    let begun = frames[...taken].count { $0.start > done }
    return (
      (done - start) / .milliseconds(1), (frames[taken].end - done) / .milliseconds(1), begun
    )
  }
}

/// Each run has records of its own, so that no order is kept from the run before.
@MainActor
private func measureSorts(_ what: String, by key: SortKey) async throws -> [Row] {
  var runs: [(sort: Double, shown: Double, frames: Int)] = []
  for _ in 0..<5 {
    let stage = try await RecordsStage(try records(1_000_000))
    runs.append(try await stage.sort(by: key))
    try await stage.stage.close()
  }
  let frames = runs.map { Double($0.frames) }
  let most = frames.max() ?? 0
  return [
    Row(
      tables: "1,000,000 records sorted by \(what): the model's sort", .milliseconds,
      Measured(runs.map(\.sort))),
    Row(
      tables: "… from its end to the end of the frame that shows it", .milliseconds,
      Measured(runs.map(\.shown))),
    Row(
      group: "tables", name: "… frames begun in that time, that one included, at most", value: most,
      unit: "frames", spread: (frames.min() ?? 0)...most),
  ]
}

/// A million records by a thousand cities, with the sums of three fields: until the headings are there,
/// and one edit with the frame that shows it.
@MainActor
private func measureGroups() async throws -> [Row] {
  var opened: [Double] = []
  var edited: [Double] = []
  for _ in 0..<5 {
    let records = LiveRecords(try cities(1_000_000))
    let view = RecordsView(records)
    let stage = try await Stage.show(view, width: 760, height: 760)
    try await until("the table to settle") { view.isSettled }
    let times = FrameTimes(stage)
    var done: ContinuousClock.Instant?
    view.didArrange = { done = $0 }
    let start = ContinuousClock.now
    view.grouped(by: city, sums: number, weight, rate)
    try await until("the groups") { done != nil && view.isSettled }
    if let done { opened.append((done - start) / .milliseconds(1)) }
    for round in 0..<20 {
      times.clear()
      // Now a sum changes, now the record goes to another group.
      let record = RecordNumber(round * 7_919)
      let edit = try ContinuousClock().measure {
        try records.edit("Edit") { table in
          try table.update(record) {
            $0[weight] = round
            if round % 2 == 0 { $0[city] = "City \(round * 31)" }
          }
        }
      }
      await stage.nextFrame()
      await stage.nextFrame()
      edited.append(edit / .milliseconds(1) + (times.durations.max() ?? 0))
    }
    try await stage.close()
  }
  return [
    Row(
      tables: "1,000,000 records grouped by a thousand cities, with three sums", .milliseconds,
      Measured(opened)),
    Row(tables: "… one edit, and the frame that shows it", .milliseconds, Measured(edited)),
  ]
}

private func cities(_ count: Int) throws -> RecordTable {
  var random = SeededGenerator(seed: 5)
  let numbers = (0..<count).map { _ in Int.random(in: 0..<count, using: &random) }
  var table = RecordTable(try Schema(name, city, number, weight, rate))
  try table.append(columns: [
    name.column(numbers.map { "drawer \($0)" }), number.column(numbers),
    city.column(numbers.map { "City \($0 % 1_000)" }), weight.column(numbers.map { $0 % 97 }),
    rate.column(numbers.map { Double($0 % 500) / 100 }),
  ])
  return table
}

/// From the making of the view to its first frame on the screen.
@MainActor
private func measureFirstFrame() async throws -> Row {
  let tables = [try records(1_000), try records(1_000_000)]
  let times = try await measureFirstFrames(of: 2, runs: 7, width: 640) { RecordsView(tables[$0]) }
  var million = Row(
    tables: "first frame of a table of 1,000,000 records", .milliseconds, times[1])
  million.peers = [("of 1,000 records", times[0].median)]
  return million
}

/// What a table of a million records takes beside them, sorted by a header.
@MainActor
private func measureMemory() async throws -> Row {
  let table = try records(1_000_000)
  bench_give_back()
  let before = privateBytes()
  let stage = try await RecordsStage(table)
  _ = try await stage.sort(by: .descending(number))
  try await until("the table to settle") { stage.view.isSettled }
  bench_give_back()
  let megabytes = Double(privateBytes() - before) / 1e6
  try await stage.stage.close()
  return Row(
    group: "tables", name: "memory of a sorted table of 1,000,000 records beyond them",
    value: megabytes, unit: "MB", spread: megabytes...megabytes)
}
