import HikidashiBase
import HikidashiRecords

extension OurRecords {
  /// What has no peer here: snapshots, edits of views, and memory beside what was promised.
  func ownRows(rawBytes: Int) throws -> [Row] {
    var rows = [try snapshot()]
    let people = Field<String>("name", collation: .localized(locale: task.locale))
    rows.append(
      try edit("sorted by Double", try load(), { .ascending(rate) }) { table, number, random in
        try table.update(number) { $0[rate] = Double(random.below(100_001)) / 10_000 }
      })
    rows.append(
      try edit("sorted by String, localized", try load(naming: people), { .ascending(people) }) {
        table, number, random in
        try table.update(number) { $0[people] = GeneratedName(number: random.next()).text }
      })
    return rows + (try memory(rawBytes: rawBytes))
  }

  private func snapshot() throws -> Row {
    let table = try load()
    let count = 10_000
    // Each is held until eight more were taken, so that none is optimized away.
    var held = [RecordTable](repeating: table, count: 8)
    let taken = measure(.microseconds, iterations: count) {
      for index in 0..<count {
        held[index & 7] = table
        blackHole(held[index & 7].count)
      }
    }
    return Row(records: "take a snapshot", .microseconds, taken)
  }

  /// One record in a view of a million, of which a tenth are filtered out: the edit of the table,
  /// of which the view holds a snapshot, and of the view.
  private func edit(
    _ kind: String, _ loaded: RecordTable, _ key: () -> SortKey,
    _ change: (inout RecordTable, RecordNumber, inout SeededGenerator) throws -> Void
  ) throws -> Row {
    var table = loaded
    var view = SortedView(of: table, by: key(), where: rate < 9)
    var random = SeededGenerator(seed: 9)
    let count = 1_000
    let edited = try measure(.microseconds, iterations: count) {
      for _ in 0..<count {
        try change(&table, RecordNumber(Int(random.below(UInt64(loaded.count)))), &random)
        blackHole(view.update(to: table))
      }
    }
    return Row(
      records: "one edit in a view of \(view.count) rows, \(kind)", .microseconds, edited)
  }

  private func memory(rawBytes: Int) throws -> [Row] {
    let table = try load()
    func row(_ name: String, _ bytes: Int, limit: Double?) -> Row {
      let value = Double(bytes) / 1e6
      return Row(
        group: "records", name: name, value: value, unit: "MB", spread: value...value, limit: limit)
    }
    // What was promised: half as much again as the values alone, and 24 bytes a string.
    let promised = (1.5 * Double(rawBytes) + 24 * Double(table.count)) / 1e6
    var rows = [row("records as allocated, and as promised", table.memory.records, limit: promised)]
    blackHole(table.sorted(by: id))
    blackHole(table.sorted(by: rate))
    blackHole(table.sorted(by: name))
    rows.append(row("caches after three sorts", table.memory.caches, limit: nil))
    table.dropCaches()
    rows.append(row("caches after they are dropped", table.memory.caches, limit: nil))
    return rows
  }
}

extension Row {
  init(records name: String, _ unit: TimeUnit, _ measured: Measured) {
    self.init(
      group: "records", name: name, value: measured.median, unit: unit.rawValue,
      spread: measured.spread)
  }
}
