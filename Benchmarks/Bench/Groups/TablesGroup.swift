import HikidashiBase
import HikidashiOutlines

let tablesGroup = Group(
  name: "tables",
  summary:
    "the difference of two lists, beside `CollectionDifference`; a million rows of any height, "
    + "beside a bare GtkListView in C; a million records sorted by a click on a header"
) { report in
  measureDifference(&report)
  try measureLists(&report)
  try measureRecordTables(&report)
}

extension Row {
  init(tables name: String, _ unit: TimeUnit, _ measured: Measured) {
    self.init(
      group: "tables", name: name, value: measured.median, unit: unit.rawValue,
      spread: measured.spread)
  }
}

/// 100,000 rows, of which 10,000 go and 2,000 move, and 10,000 that come, all at random places. For
/// this DifferenceKit, the fastest library in Swift, took 20 ms on such a machine.
private func measureDifference(_ report: inout Report) {
  let old = Array(0..<100_000)
  let new = changed(old, removed: 10_000, inserted: 10_000, moved: 2_000)
  var row = Row(
    tables: "diff of 100,000 numbers: 10,000 go, 10,000 come, 2,000 move", .milliseconds,
    measure(.milliseconds, runs: 15) { blackHole(ListDifference(from: old, to: new) { $0 }) })
  if !Peers.areLeftOut {
    // It takes seconds, and knows no moves.
    let theirs = measure(.milliseconds, runs: 1) { blackHole(new.difference(from: old).count) }
    row.peers = [("CollectionDifference", theirs.median)]
  }
  report.add(row)

  let names = (old.map { "row \($0)" }, new.map { "row \($0)" })
  report.add(
    Row(
      tables: "the same of texts", .milliseconds,
      measure(.milliseconds, runs: 15) {
        blackHole(ListDifference(from: names.0, to: names.1) { $0 })
      }))
  let difference = ListDifference(from: old, to: new) { $0 }
  report.add(
    Row(
      tables: "… and its stages", .milliseconds,
      measure(.milliseconds, runs: 15) { blackHole(difference.stages(from: old, to: new).count) }))
}

private func changed(_ old: [Int], removed: Int, inserted: Int, moved: Int) -> [Int] {
  var random = SeededGenerator(seed: 1)
  let gone = Set(old.shuffled(using: &random).prefix(removed))
  var rows = old.filter { !gone.contains($0) }
  for _ in 0..<moved {
    let row = rows.remove(at: Int.random(in: 0..<rows.count, using: &random))
    rows.insert(row, at: Int.random(in: 0...rows.count, using: &random))
  }
  for row in 0..<inserted {
    rows.insert(old.count + row, at: Int.random(in: 0...rows.count, using: &random))
  }
  return rows
}
