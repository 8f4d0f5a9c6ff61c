import HikidashiBase
import HikidashiOutlines

/// Every operation on √n sections of √n rows, to show how it grows with n.
func measureGrowth(_ exponent: Int, _ report: inout Report) throws {
  let nodes = [3: 1_000, 4: 10_000, 5: 100_000, 6: 1_000_000][exponent] ?? 10
  let side = Int(Double(nodes).squareRoot())
  let growth = Growth(
    name: "10\(["⁰", "¹", "²", "³", "⁴", "⁵", "⁶"][exponent]) nodes: ", side: side,
    closed: try outline(sections: side, rows: side))
  growth.measureSteps(&report)
  growth.measureWholes(&report)
  try growth.measureContent(&report)
}

private struct Growth {
  var name: String
  var side: Int
  var closed: Outline<Int>

  var open: Outline<Int> {
    var open = closed
    open.openAll()
    return open
  }

  /// What takes O(log n).
  func measureSteps(_ report: inout Report) {
    var ours = open
    let count = 100_000
    let ids = randomNumbers(count, below: side, seed: 1).map { sectionID(Int($0)) }
    let rows = randomNumbers(count, below: ours.rowCount, seed: 2)
    let nodes = rows.map { ours.id(atRow: Int($0)) }
    add("toggle", .nanoseconds, count, &report) {
      for id in ids { ours.toggle(id) }
    }
    ours.openAll()
    add("row → node", .nanoseconds, count, &report) {
      var sum: UInt64 = 0
      for row in rows { sum &+= ours.id(atRow: Int(row)).rawValue }
      blackHole(sum)
    }
    add("node → row", .nanoseconds, count, &report) {
      var sum = 0
      for node in nodes { sum += ours.row(of: node) ?? 0 }
      blackHole(sum)
    }
    add("a row with its selection state", .nanoseconds, count, &report) {
      var sum = 0
      for row in rows { sum += ours.row(at: Int(row)).level }
      blackHole(sum)
    }
    add("toggle selection", .nanoseconds, count, &report) {
      for node in nodes { ours.toggleSelection(node) }
    }
  }

  /// What concerns all rows.
  func measureWholes(_ report: inout Report) {
    var ours = closed
    add("open all, close all", .microseconds, 2, &report) {
      ours.openAll()
      ours.closeAll()
    }
    ours.openAll()
    add("select all, select none", .microseconds, 2, &report) {
      ours.selectAll()
      ours.clearSelection()
    }
    add("filter to every tenth node", .microseconds, 1, &report) {
      ours.setFilter { id, _ in id.rawValue % 10 == 0 }
    }
    ours.setFilter(nil)
    add("copy, then toggle", .microseconds, 1, &report) {
      var copy = ours
      copy.toggle(0)
      blackHole(copy.rowCount)
    }
  }

  /// What takes new content.
  func measureContent(_ report: inout Report) throws {
    add("make", .microseconds, 1, &report) {
      blackHole((try? outline(sections: side, rows: side))?.rowCount)
    }
    var ours = open
    let other = try outline(sections: side, rows: side + 1)
    add("merge with one row more a section", .microseconds, 1, &report) {
      var copy = ours
      copy.merge(other)
      blackHole(copy.rowCount)
    }
    let next = UInt64(side) << 32
    add("insert and remove 100 rows in one edit", .microseconds, 2, &report) {
      ours.edit { editor in
        for index in 0..<100 {
          let id = NodeID(rawValue: next + UInt64(index))
          let section = sectionID(index * 7 % side)
          try? editor.insert([Node(index, id: id)], under: section, at: index % 30)
        }
      }
      ours.edit { editor in
        for index in 0..<100 { try? editor.remove(NodeID(rawValue: next + UInt64(index))) }
      }
    }
  }

  private func add(
    _ what: String, _ unit: TimeUnit, _ iterations: Int, _ report: inout Report, _ body: () -> Void
  ) {
    report.add(Row(outlines: name + what, unit, measure(unit, iterations: iterations, body)))
  }
}

/// A million levels, each node the only child of the one above.
func measureChain(_ report: inout Report) throws {
  var assembler = Outline<Int>.Assembler(capacity: 1_000_000)
  for level in 0..<1_000_000 {
    assembler.open(level, id: NodeID(rawValue: UInt64(level)), isOpen: true, isSelectable: true)
  }
  var chain = try assembler.finish()
  let ids = randomNumbers(10_000, below: 1_000_000, seed: 1).map { NodeID(rawValue: UInt64($0)) }
  report.add(
    Row(
      outlines: "a million levels: toggle", .nanoseconds,
      measure(.nanoseconds, iterations: ids.count * 2) {
        for id in ids {
          chain.toggle(id)
          chain.toggle(id)
        }
      }))
  report.add(
    Row(
      outlines: "a million levels: node → row", .nanoseconds,
      measure(.nanoseconds, iterations: ids.count) {
        var sum = 0
        for id in ids { sum += chain.row(of: id) ?? 0 }
        blackHole(sum)
      }))
  report.add(
    Row(
      outlines: "a million levels: close all, open all", .microseconds,
      measure(.microseconds, iterations: 2) {
        chain.closeAll()
        chain.openAll()
      }))
}
