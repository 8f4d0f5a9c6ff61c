@testable import HikidashiRecords

/// The obvious table: an array of records, each an array of cells.
struct SlowTable {
  var records: [(number: Int, cells: [CellValue])] = []
  var next = 0

  func index(of number: Int) -> Int? { records.firstIndex { $0.number == number } }

  mutating func insert(_ cells: [CellValue], at number: Int) {
    records.append((number, cells))
    next = number + 1
  }

  /// What lies between two tables, as sets of numbers and, for updated ones, places of fields.
  func changes(
    since older: SlowTable
  ) -> (inserted: Set<Int>, removed: Set<Int>, updated: [Int: [Int]]) {
    let new = Dictionary(uniqueKeysWithValues: records.map { ($0.number, $0.cells) })
    let old = Dictionary(uniqueKeysWithValues: older.records.map { ($0.number, $0.cells) })
    var updated: [Int: [Int]] = [:]
    for (number, cells) in new {
      guard let before = old[number] else { continue }
      let fields = cells.indices.filter { CellBits(cells[$0]) != CellBits(before[$0]) }
      if !fields.isEmpty { updated[number] = fields }
    }
    return (
      Set(new.keys).subtracting(old.keys), Set(old.keys).subtracting(new.keys), updated
    )
  }

  /// In what a table differs from this one, or nil.
  func difference(from table: RecordTable) -> String? {
    guard table.count == records.count else { return "count \(table.count), not \(records.count)" }
    let numbers = table.numbers.numbers.map(\.rawValue)
    guard numbers == records.map(\.number) else {
      return "numbers \(numbers), not \(records.map(\.number))"
    }
    for (record, slow) in zip(table, records)
    where record.cells.map(CellBits.init) != slow.cells.map(CellBits.init) {
      return "record \(slow.number) is \(record.cells), not \(slow.cells)"
    }
    return nil
  }
}
