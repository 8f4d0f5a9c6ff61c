import HikidashiBase

@testable import HikidashiRecords

/// The obvious groups: made anew from the sorted records, each with a list of what is open.
struct SlowGroups {
  var view: SlowView
  var sums: [FieldDefinition]
  /// Whether a group is open that is none of the exceptions.
  var opensGroups = true
  var exceptions: [[SlowView.Value]] = []

  enum Row {
    case group(level: Int, path: [SlowView.Value], isOpen: Bool, numbers: [RecordNumber])
    case record(RecordNumber)
  }

  func rows(in table: RecordTable) -> [Row] { rows(view.numbers(in: table), table, path: []) }

  private func rows(
    _ numbers: [RecordNumber], _ table: RecordTable, path: [SlowView.Value]
  ) -> [Row] {
    guard path.count < view.groups.count else { return numbers.map { .record($0) } }
    let key = view.groups[path.count]
    var rows: [Row] = []
    var rest = numbers[...]
    while let first = rest.first {
      let value = SlowView.Value(table[first], key)
      let members = Array(
        rest.prefix { SlowView.compare(SlowView.Value(table[$0], key), value, key) == 0 })
      rest = rest.dropFirst(members.count)
      let inner = path + [value]
      let isOpen = isOpen(inner)
      rows.append(.group(level: path.count, path: inner, isOpen: isOpen, numbers: members))
      if isOpen { rows += self.rows(members, table, path: inner) }
    }
    return rows
  }

  private func index(of path: [SlowView.Value]) -> Int? {
    exceptions.firstIndex { other in
      other.count == path.count
        && zip(zip(other, path), view.groups).allSatisfy {
          SlowView.compare($0.0, $0.1, $1) == 0
        }
    }
  }

  private func isOpen(_ path: [SlowView.Value]) -> Bool {
    opensGroups != (index(of: path) != nil)
  }

  mutating func setOpen(_ path: [SlowView.Value], _ isOpen: Bool) {
    if let index = index(of: path) { exceptions.remove(at: index) }
    if isOpen != opensGroups { exceptions.append(path) }
  }

  /// Whether this is the sum of the values of some records, as far as doubles can tell.
  func isSum(
    _ found: CellValue, of field: FieldDefinition, _ numbers: [RecordNumber],
    in table: RecordTable
  ) -> Bool {
    let cells = numbers.map { (try? table.cell(named: field.name, at: $0)) ?? .null }
    switch (field.type, found) {
    case (.integer, _):
      let sum = cells.reduce(Int128(0)) { $0 + Int128($1.integer ?? 0) }
      if let small = Int(exactly: sum) { return found == .integer(small) }
      return found == .double(Double(sum))
    case (.double, .double(let found)):
      let values = cells.compactMap(\.number)
      let sum = values.reduce(0, +)
      guard sum.isFinite else { return found.isNaN == sum.isNaN && (sum.isNaN || found == sum) }
      return abs(found - sum) <= values.reduce(0) { $0 + $1.magnitude } * 1e-14
    default: return false
    }
  }
}
