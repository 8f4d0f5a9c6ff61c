import BenchPeers
import HikidashiBase
import HikidashiOutlines

let outlinesGroup = Group(
  name: "outlines",
  summary: "opening, finding, filtering and editing up to a million nodes, beside GtkTreeListModel"
) { report in
  try measureToggle(ofRows: 1_000_000, "a million", peerIterations: 1, &report)
  try measureToggle(ofRows: 100, "a hundred", peerIterations: 1_000, &report)
  try measureThousandByThousand(&report)
  for exponent in 3...6 { try measureGrowth(exponent, &report) }
  try measureChain(&report)
}

/// An outline of `sections` roots with `rows` children each, all closed.
func outline(sections: Int, rows: Int) throws -> Outline<Int> {
  var assembler = Outline<Int>.Assembler(capacity: sections * (rows + 1))
  for section in 0..<sections {
    assembler.open(section, id: sectionID(section))
    for row in 0..<rows {
      assembler.add(row, id: NodeID(rawValue: sectionID(section).rawValue + UInt64(row) + 1))
    }
    assembler.close()
  }
  return try assembler.finish()
}

/// The same however many rows a section has.
func sectionID(_ section: Int) -> NodeID { NodeID(rawValue: UInt64(section) << 32) }

func randomNumbers(_ count: Int, below limit: Int, seed: UInt64) -> [UInt32] {
  var random = SeededGenerator(seed: seed)
  return (0..<count).map { _ in UInt32.random(in: 0..<UInt32(limit), using: &random) }
}

extension Row {
  init(outlines name: String, _ unit: TimeUnit, _ measured: Measured) {
    self.init(
      group: "outlines", name: name, value: measured.median, unit: unit.rawValue,
      spread: measured.spread)
  }
}

private func measureToggle(
  ofRows rows: Int, _ name: String, peerIterations: Int, _ report: inout Report
) throws {
  var ours = try outline(sections: 1, rows: rows)
  let theirs = bench_tree_model_new(1, UInt32(rows))
  defer { bench_tree_model_free(theirs) }
  var row = Row(
    outlines: "open or close a section of \(name) rows", .microseconds,
    measure(.microseconds, iterations: 2_000) {
      var sum = 0
      for _ in 0..<2_000 { sum += ours.toggle(0)?.inserted ?? 0 }
      blackHole(sum)
    })
  let peer = measure(.microseconds, runs: 5, iterations: peerIterations * 2) {
    for _ in 0..<peerIterations {
      bench_tree_model_set_open(theirs, 0, true)
      bench_tree_model_set_open(theirs, 0, false)
    }
  }
  row.peers = [("GtkTreeListModel", peer.median)]
  report.add(row)
}

/// A thousand sections of a thousand rows, all open: the same random sections, rows and paths for
/// all three.
private func measureThousandByThousand(_ report: inout Report) throws {
  var ours = try outline(sections: 1_000, rows: 1_000)
  let gtk = bench_tree_model_new(1_000, 1_000)
  let fenwick = bench_fenwick_new(1_000, 1_000)
  defer {
    bench_tree_model_free(gtk)
    bench_fenwick_free(fenwick)
  }
  report.add(measureExpandAll(ours, gtk))
  ours.openAll()
  bench_fenwick_toggle(fenwick, (0..<1_000).map { UInt32($0) }, 1_000)
  let count = 100_000
  let sections = randomNumbers(count, below: 1_000, seed: 1)
  let indices = randomNumbers(count, below: 1_000, seed: 2)
  let rows = randomNumbers(count, below: ours.rowCount, seed: 3)
  report.add(measureToggle(&ours, gtk, fenwick, sections))
  report.add(measurePaths(ours, gtk, fenwick, rows))
  report.add(measureRows(ours, gtk, fenwick, sections, indices))
}

private func measureExpandAll(_ outline: Outline<Int>, _ gtk: OpaquePointer) -> Row {
  var outline = outline
  let start = ContinuousClock.now
  for section in 0..<1_000 { bench_tree_model_set_open(gtk, UInt32(section), true) }
  let (seconds, attoseconds) = (ContinuousClock.now - start).components
  var row = Row(
    outlines: "1,000 × 1,000: open all, first time for GTK", .milliseconds,
    measure(.milliseconds, iterations: 2) {
      blackHole(outline.closeAll())
      blackHole(outline.openAll())
    })
  row.peers = [("GtkTreeListModel", Double(seconds) * 1e3 + Double(attoseconds) / 1e15)]
  return row
}

private func measureToggle(
  _ ours: inout Outline<Int>, _ gtk: OpaquePointer, _ fenwick: OpaquePointer, _ sections: [UInt32]
) -> Row {
  let ids = sections.map { sectionID(Int($0)) }
  var row = Row(
    outlines: "1,000 × 1,000: toggle one section", .microseconds,
    measure(.microseconds, iterations: sections.count * 2) {
      var sum = 0
      for _ in 0..<2 { for id in ids { sum += ours.toggle(id)?.inserted ?? 0 } }
      blackHole(sum)
    })
  let some = sections.prefix(2_000)
  let gtkTime = measure(.microseconds, runs: 5, iterations: some.count * 2) {
    for section in some {
      bench_tree_model_set_open(gtk, section, false)
      bench_tree_model_set_open(gtk, section, true)
    }
  }
  let limit = measure(.microseconds, iterations: sections.count * 2) {
    for _ in 0..<2 { bench_fenwick_toggle(fenwick, sections, sections.count) }
  }
  row.peers = [("GtkTreeListModel", gtkTime.median)]
  row.limit = limit.median
  return row
}

private func measurePaths(
  _ ours: Outline<Int>, _ gtk: OpaquePointer, _ fenwick: OpaquePointer, _ rows: [UInt32]
) -> Row {
  var row = Row(
    outlines: "1,000 × 1,000: row → path", .microseconds,
    measure(.microseconds, iterations: rows.count) {
      var sum = 0
      var path: [Int] = []
      for row in rows {
        path.removeAll(keepingCapacity: true)
        ours.appendPath(ofRow: Int(row), to: &path)
        for index in path { sum += index }
      }
      blackHole(sum)
    })
  let gtkTime = measure(.microseconds, runs: 5, iterations: rows.count) {
    blackHole(bench_tree_model_paths(gtk, rows, rows.count))
  }
  let limit = measure(.microseconds, iterations: rows.count) {
    blackHole(bench_fenwick_paths(fenwick, rows, rows.count))
  }
  row.peers = [("GtkTreeListModel", gtkTime.median)]
  row.limit = limit.median
  return row
}

private func measureRows(
  _ ours: Outline<Int>, _ gtk: OpaquePointer, _ fenwick: OpaquePointer, _ sections: [UInt32],
  _ indices: [UInt32]
) -> Row {
  var row = Row(
    outlines: "1,000 × 1,000: path → row", .microseconds,
    measure(.microseconds, iterations: sections.count) {
      var sum = 0
      var path = [0, 0]
      for (section, index) in zip(sections, indices) {
        path[0] = Int(section)
        path[1] = Int(index)
        sum += ours.row(atPath: path) ?? 0
      }
      blackHole(sum)
    })
  let gtkTime = measure(.microseconds, runs: 5, iterations: sections.count) {
    blackHole(bench_tree_model_rows(gtk, sections, indices, sections.count))
  }
  let limit = measure(.microseconds, iterations: sections.count) {
    blackHole(bench_fenwick_rows(fenwick, sections, indices, sections.count))
  }
  row.peers = [("GtkTreeListModel", gtkTime.median)]
  row.limit = limit.median
  return row
}
