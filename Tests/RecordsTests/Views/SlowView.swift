@testable import HikidashiRecords

/// The obvious view: filters cell by cell, sorts with a plain comparison.
struct SlowView {
  struct Key {
    var field: FieldDefinition
    var isDescending: Bool
    var nullsFirst: Bool
  }

  /// What the records are grouped by, and sorted by first.
  var groups: [Key] = []
  var keys: [Key]
  var isShown: (Record) -> Bool

  func numbers(in table: RecordTable) -> [RecordNumber] {
    let isDescending = keys.first?.isDescending ?? false
    return table.filter(isShown).sorted { left, right in
      for key in groups + keys {
        let order = Self.compare(left, right, key)
        if order != 0 { return order < 0 }
      }
      return isDescending ? left.number > right.number : left.number < right.number
    }
    .map(\.number)
  }

  private static func compare(_ left: Record, _ right: Record, _ key: Key) -> Int {
    compare(Value(left, key), Value(right, key), key)
  }

  /// The value of a key: how it is read, and how it is written.
  struct Value {
    let shown: CellValue
    let own: CellValue

    init(_ record: Record, _ key: Key) {
      shown = SlowView.shown(record, key)
      own = SlowView.cell(record, key.field.name)
    }
  }

  static func compare(_ left: Value, _ right: Value, _ key: Key) -> Int {
    let order = compare(left.shown, right.shown, key)
    guard order == 0, key.field.reading != nil else { return order }
    return compare(left.own, right.own, key)
  }

  private static func cell(_ record: Record, _ name: String) -> CellValue {
    (try? record.cell(named: name)) ?? .null
  }

  /// The reading, where there is one.
  private static func shown(_ record: Record, _ key: Key) -> CellValue {
    if let reading = key.field.reading {
      let cell = cell(record, reading)
      if case .string(let text) = cell, !text.isEmpty { return cell }
    }
    return cell(record, key.field.name)
  }

  private static func compare(_ left: CellValue, _ right: CellValue, _ key: Key) -> Int {
    if left.isNull || right.isNull {
      if left.isNull == right.isNull { return 0 }
      return left.isNull == key.nullsFirst ? -1 : 1
    }
    let order: Int
    if case .string(let left) = left, case .string(let right) = right {
      if let collator = Collator.shared(for: key.field.collation) {
        order = collator.compare(left, right)
      } else {
        order =
          left.utf8.elementsEqual(right.utf8)
          ? 0 : left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
      }
    } else if case .double(let left) = left, case .double(let right) = right,
      left.isNaN || right.isNaN
    {
      order = left.isNaN == right.isNaN ? 0 : left.isNaN ? 1 : -1
    } else if case .boolean(let left) = left, case .boolean(let right) = right {
      order = left == right ? 0 : right ? -1 : 1
    } else {
      order = left.precedes(right) ? -1 : right.precedes(left) ? 1 : 0
    }
    return key.isDescending ? -order : order
  }
}

extension [RecordNumber] {
  /// Applies changes as a list on a screen would; nil when one does not fit.
  func applying(_ changes: [ViewChange], of view: SortedView) -> [RecordNumber]? {
    var rows = self
    for change in changes {
      switch change {
      case .inserted(let number, let row):
        guard row <= rows.count else { return nil }
        rows.insert(number, at: row)
      case .removed(let number, let row):
        guard row < rows.count, rows[row] == number else { return nil }
        rows.remove(at: row)
      case .moved(let number, let from, let to):
        guard from != to, from < rows.count, to < rows.count, rows[from] == number else {
          return nil
        }
        rows.remove(at: from)
        rows.insert(number, at: to)
      case .updated(let number, let row):
        guard row < rows.count, rows[row] == number else { return nil }
      case .reloaded:
        rows = Array(view)
      }
    }
    return rows
  }
}
