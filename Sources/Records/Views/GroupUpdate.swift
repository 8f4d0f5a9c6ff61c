internal import HikidashiBase

/// Keeps groups and their sums right while the records of a view are changed one after another.
struct GroupUpdate: RowObserver {
  private(set) var levels: [GroupLevel]
  private(set) var whole: [GroupSums]
  /// Which rows are others; also where a record stays in its row and is the first of another group.
  private(set) var extent: RowsExtent
  private let names: GroupNames
  private let newSums: [SumColumn]
  private let oldSums: [SumColumn]
  private let isOpen: (UInt64) -> Bool
  /// The groups to be summed up anew, by level and name, and whether all records are.
  private var stale: [(level: Int, id: UInt64)] = []
  private var isWholeStale = false

  /// - Parameter view: The rows before the update.
  init(
    levels: [GroupLevel], whole: [GroupSums], view: SortedView, newer: RecordTable,
    sums: [FieldDefinition], isOpen: @escaping (UInt64) -> Bool
  ) {
    self.levels = levels
    self.whole = whole
    extent = RowsExtent(count: view.count)
    self.isOpen = isOpen
    names = GroupNames(columns: view.order.bound(to: newer).columns, count: levels.count)
    newSums = sums.map { SumColumn($0, of: newer) }
    oldSums = sums.map { SumColumn($0, of: view.table) }
  }

  mutating func removed(_ number: RecordNumber, at row: Int) {
    extent.removed(row)
    for level in levels.indices {
      let group = levels[level].group(ofRow: row)
      subtract(oldSums.map { $0[number] }, level, group)
      levels[level].add(-1, to: group)
    }
    subtractFromWhole(oldSums.map { $0[number] })
  }

  mutating func inserted(
    _ number: RecordNumber, at row: Int, into rows: OrderedNumbers, _ order: RecordOrder.Mixed
  ) {
    extent.inserted(row)
    let before = row > 0 ? order.sharedKeys(rows[row - 1], number, among: levels.count) : -1
    let after =
      row + 1 < rows.count ? order.sharedKeys(number, rows[row + 1], among: levels.count) : -1
    let values = newSums.map { $0[number] }
    for level in levels.indices {
      let group: Int
      if before > level {
        group = levels[level].group(ofRow: row - 1)
        levels[level].add(1, to: group)
      } else if after > level {
        // It stood here before this record came.
        group = levels[level].group(ofRow: row)
        levels[level].add(1, to: group)
      } else {
        group = row > 0 ? levels[level].group(ofRow: row - 1) + 1 : 0
        let id = names.id(of: number, level: level)
        levels[level].insert(id, isOpen: isOpen(id), at: group)
      }
      for (index, value) in values.enumerated() {
        if let value { levels[level].add(value, to: group, ofSum: index) }
      }
    }
    for (index, value) in values.enumerated() {
      if let value { whole[index].add(value, to: 0) }
    }
  }

  mutating func updated(_ number: RecordNumber, at row: Int) {
    let old = oldSums.map { $0[number] }
    let new = newSums.map { $0[number] }
    guard old != new else { return }
    for level in levels.indices {
      let group = levels[level].group(ofRow: row)
      for (index, value) in new.enumerated() {
        if let value { levels[level].add(value, to: group, ofSum: index) }
      }
      subtract(old, level, group)
    }
    for (index, value) in new.enumerated() {
      if let value { whole[index].add(value, to: 0) }
    }
    subtractFromWhole(old)
  }

  private mutating func subtract(_ values: [SummedValue?], _ level: Int, _ group: Int) {
    for (index, value) in values.enumerated() {
      if let value, !levels[level].remove(value, from: group, ofSum: index) {
        stale.append((level, levels[level].ids[group]))
      }
    }
  }

  private mutating func subtractFromWhole(_ values: [SummedValue?]) {
    for (index, value) in values.enumerated() {
      if let value, !whole[index].remove(value, from: 0) { isWholeStale = true }
    }
  }

  /// Sums up anew what could not be changed by itself.
  mutating func finish(_ rows: OrderedNumbers) {
    for (level, id) in stale {
      guard let group = levels[level].ids.firstIndex(of: id) else { continue }
      let count = levels[level].counts[group]
      let numbers = rows.numbers(from: levels[level].firstRow(of: group), count: count)
      for (index, column) in newSums.enumerated() {
        levels[level].replaceSum(
          index, of: group, by: column.sums(of: numbers, counts: [count]))
      }
    }
    guard isWholeStale else { return }
    let numbers = rows.numbers(from: 0, count: rows.count)
    whole = newSums.map { $0.sums(of: numbers, counts: [rows.count]) }
  }
}

/// Names groups by the values of their records.
struct GroupNames {
  private let columns: [KeyColumn]

  /// - Parameters:
  ///   - columns: Those of the levels, and others behind them.
  ///   - count: How many levels there are.
  init(columns: [KeyColumn], count: Int) { self.columns = Array(columns.prefix(count)) }

  /// The name of the group of a level with a record; no record has such a number.
  func id(of number: RecordNumber, level: Int) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(level)
    for column in columns[...level] { column.identify(number.rawValue, into: &hasher) }
    return UInt64(bitPattern: Int64(hasher.finalize())) | 1 << 63
  }
}
