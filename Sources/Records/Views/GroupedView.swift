/// The records of a table in groups, sorted and optionally filtered within them, with the sums of each
/// group; updated after edits without grouping all of them again.
///
/// Rows are headings of groups and, where a group is open, what it contains: inner groups or records. A
/// view without levels has a row for each record. What is open stays so, also while its group is
/// filtered away.
///
/// A value, as ``SortedView`` is.
///
/// - Complexity: a row by index O(log *n*), an edit O(log *n*) and O(*g*) for *g* groups.
package struct GroupedView: Sendable {
  /// The records, all of them, in the order of the rows.
  package private(set) var records: SortedView
  /// What the records are grouped by.
  package let grouping: RecordGrouping
  private var levels: [GroupLevel]
  /// The sums of all records, as of one group.
  private var whole: [GroupSums]
  private var shown: ShownGroups
  /// Whether a group is open that nobody has opened or closed.
  private var opensGroups: Bool
  /// The groups that are as ``opensGroups`` does not say.
  private var exceptions: Set<UInt64> = []

  /// Groups, sorts and searches a table.
  ///
  /// - Parameter opensGroups: Whether groups are open at first.
  /// - Precondition: The fields of the grouping, the keys and the filter belong to the table's schema.
  package init(
    of table: RecordTable, groupedBy grouping: RecordGrouping = RecordGrouping(),
    by keys: [SortKey] = [], where filter: Query? = nil, opensGroups: Bool = true
  ) {
    self.init(
      SortedView(
        of: table, by: keys, where: filter,
        order: RecordOrder(keys, groupedBy: grouping.levels, schema: table.schema), rows: .empty),
      grouping, opensGroups: opensGroups, exceptions: [])
  }

  /// - Parameter records: The table, the keys and the filter; its rows are made here.
  private init(
    _ records: SortedView, _ grouping: RecordGrouping, opensGroups: Bool, exceptions: Set<UInt64>
  ) {
    self.records = records
    self.grouping = grouping
    self.opensGroups = opensGroups
    self.exceptions = exceptions
    levels = []
    whole = []
    shown = ShownGroups([])
    rebuild()
  }

  /// The same records and groups, as open as they are in another view.
  package func opened(like other: GroupedView) -> GroupedView {
    guard grouping.levels.map(\.field) == other.grouping.levels.map(\.field) else { return self }
    var view = self
    view.opensGroups = other.opensGroups
    view.exceptions = other.exceptions
    view.applyOpen()
    return view
  }

  private mutating func rebuild() {
    let table = records.table
    let bound = records.order.bound(to: table)
    let made = GroupedOrder(
      table, grouping.levels, Array(records.order.keys.prefix(grouping.levels.count)),
      by: records.keys, where: records.filter)
    records.rows = OrderedNumbers(made.numbers, in: bound)
    let columns = grouping.sums.map { SumColumn($0, of: table) }
    let groups = GroupNames(columns: bound.columns, count: grouping.levels.count)
    var innermost = made.counts.last ?? [made.numbers.count]
    var sums = columns.map { $0.sums(of: made.numbers, counts: innermost) }
    levels = []
    for level in made.counts.indices.reversed() {
      let counts = made.counts[level]
      if level < made.counts.count - 1 {
        let inner = Self.members(of: counts, innermost)
        sums = sums.map { $0.merged(by: inner) }
        innermost = counts
      }
      var first = 0
      let ids = counts.map { count in
        defer { first += count }
        return groups.id(of: made.numbers[first], level: level)
      }
      levels.insert(
        GroupLevel(ids: ids, counts: counts, isOpen: ids.map(isOpen), sums: sums), at: 0)
    }
    whole = sums.map { $0.merged(by: [innermost.count]) }
    shown = ShownGroups(levels)
  }

  /// How many of the inner groups each outer one consists of.
  private static func members(of outer: [Int], _ inner: [Int]) -> [Int] {
    var next = 0
    return outer.map { count in
      let first = next
      var left = count
      while left > 0 {
        left -= inner[next]
        next += 1
      }
      return next - first
    }
  }

  private func isOpen(_ id: UInt64) -> Bool { opensGroups != exceptions.contains(id) }
}

// MARK: - Rows

extension GroupedView {
  package var table: RecordTable { records.table }
  package var isGrouped: Bool { !levels.isEmpty }

  /// How many rows there are.
  package var count: Int { isGrouped ? shown.count : records.count }

  /// A group of records, as a row shows it.
  package struct Group: Sendable {
    /// What the group is known by as long as the program runs, wherever it stands.
    package let id: UInt64
    /// 0 for the outermost groups.
    package let level: Int
    /// The field whose value the records of the group share.
    package let field: FieldDefinition
    /// That value, as the first of the records has it.
    package let value: CellValue
    package let isOpen: Bool
    /// Its place among all records in the order of the rows: so many come before.
    package let first: Int
    /// How many records it has.
    package let count: Int
    /// The sums of the fields that are summed up.
    package let sums: [CellValue]
  }

  /// What stands in a row.
  package enum Row: Sendable {
    case group(Group)
    case record(RecordNumber)
  }

  /// What stands in a row.
  ///
  /// - Precondition: There is such a row.
  package subscript(row: Int) -> Row {
    guard isGrouped else { return .record(records[row]) }
    precondition(row >= 0 && row < count, "the view has no row \(row), only \(count)")
    return switch shown[row] {
    case .record(let place): .record(records[place])
    case .heading(let heading): .group(group(heading))
    }
  }

  private func group(_ heading: ShownGroups.Heading) -> Group {
    let level = levels[heading.level]
    let field = grouping.levels[heading.level].field
    let index = table.schema.requiredIndex(of: field)
    return Group(
      id: level.ids[heading.group], level: heading.level, field: field,
      value: table.cell(at: records[heading.first].rawValue, field: index),
      isOpen: level.isOpen[heading.group], first: heading.first,
      count: level.counts[heading.group], sums: level.sums.map { $0[heading.group] })
  }

  /// The sums of all records that are in the view, shown or in closed groups.
  package var sums: [CellValue] { whole.map { $0[0] } }

  /// Returns the row of a record; nil where the view does not have it, or in a closed group.
  package func row(of number: RecordNumber) -> Int? {
    guard let place = records.row(of: number) else { return nil }
    return isGrouped ? shown.row(ofRecord: place) : place
  }

  /// Returns the row of a group; nil where it is gone, or within a closed one.
  ///
  /// - Complexity: O(*g*)
  package func row(ofGroup id: UInt64) -> Int? {
    shown.headings.first { levels[$0.level].ids[$0.group] == id }?.row
  }

  /// Returns the row of the heading that a row is within: that of a record's group, or of the group
  /// around a group; nil for others.
  package func row(around row: Int) -> Int? {
    guard isGrouped else { return nil }
    switch shown[row] {
    case .record(let place): return shown.heading(ofRecord: place).row
    case .heading(let heading):
      return shown.headings.last { $0.row < row && $0.level < heading.level }?.row
    }
  }

  /// Returns the row of the innermost shown group with a record, whether it is open or not.
  package func row(aroundRecord number: RecordNumber) -> Int? {
    guard isGrouped, let place = records.row(of: number) else { return nil }
    return shown.heading(ofRecord: place).row
  }

  /// The records of a group, in order.
  package func numbers(in group: Group) -> [RecordNumber] {
    (group.first..<group.first + group.count).map { records[$0] }
  }
}

// MARK: - Open and closed

extension GroupedView {
  /// Opens or closes the group of a row.
  package mutating func setOpen(_ isOpen: Bool, row: Int) -> RowsChange {
    let before = count
    guard isGrouped, case .heading(let heading) = shown[row],
      levels[heading.level].isOpen[heading.group] != isOpen
    else { return RowsChange(prefix: before, suffix: 0, oldCount: before, newCount: before) }
    note(levels[heading.level].ids[heading.group], isOpen)
    levels[heading.level].setOpen(heading.group, isOpen)
    shown = ShownGroups(levels)
    let behind = min(before, count) - row - 1
    let suffix = isOpen ? behind : count - row - 1
    return RowsChange(prefix: row + 1, suffix: suffix, oldCount: before, newCount: count)
  }

  private mutating func note(_ id: UInt64, _ isOpen: Bool) {
    if isOpen == opensGroups { exceptions.remove(id) } else { exceptions.insert(id) }
  }

  /// Opens or closes all groups.
  package mutating func setAllOpen(_ isOpen: Bool) -> RowsChange {
    let before = count
    opensGroups = isOpen
    exceptions = []
    applyOpen()
    return RowsChange(prefix: 0, suffix: 0, oldCount: before, newCount: count)
  }

  /// Opens the groups with a record.
  package mutating func reveal(_ number: RecordNumber) -> RowsChange {
    let before = count
    if let place = records.row(of: number) {
      for level in levels.indices {
        let group = levels[level].group(ofRow: place)
        note(levels[level].ids[group], true)
        levels[level].setOpen(group, true)
      }
      shown = ShownGroups(levels)
    }
    return RowsChange(prefix: 0, suffix: 0, oldCount: before, newCount: count)
  }

  private mutating func applyOpen() {
    for level in levels.indices {
      for group in 0..<levels[level].count {
        levels[level].setOpen(group, isOpen(levels[level].ids[group]))
      }
    }
    shown = ShownGroups(levels)
  }
}

/// Which groups of a ``GroupedView`` are open, as a value to be kept from one run to the next. A group is
/// known by one of its records, as its name is another at each start.
package struct GroupFolding: Codable, Hashable, Sendable {
  struct Group: Codable, Hashable, Sendable {
    var level: Int
    var record: RecordNumber
  }

  /// The names of the fields by which the records are grouped.
  var fields: [String]
  /// Whether a group is open that is not listed.
  var isOpen: Bool
  /// The groups that are otherwise.
  var others: [Group]
}

extension GroupedView {
  /// Which groups are open, at most 10,000 that are not as the most.
  package var folding: GroupFolding {
    var others: [GroupFolding.Group] = []
    for level in levels.indices where !exceptions.isEmpty {
      for group in 0..<levels[level].count where exceptions.contains(levels[level].ids[group]) {
        guard others.count < 10_000 else { break }
        let first = records[levels[level].firstRow(of: group)]
        others.append(GroupFolding.Group(level: level, record: first))
      }
    }
    return GroupFolding(
      fields: grouping.levels.map(\.field.name), isOpen: opensGroups, others: others)
  }

  /// Whether the records are grouped by the fields of a folding.
  package func isGrouped(like folding: GroupFolding) -> Bool {
    isGrouped && grouping.levels.map(\.field.name) == folding.fields
  }

  /// Opens and closes groups as they were; what is not there any more is passed over.
  package mutating func fold(like folding: GroupFolding) -> RowsChange {
    let before = count
    opensGroups = folding.isOpen
    exceptions = []
    for group in folding.others where levels.indices.contains(group.level) {
      guard let row = records.row(of: group.record) else { continue }
      let level = levels[group.level]
      exceptions.insert(level.ids[level.group(ofRow: row)])
    }
    applyOpen()
    return RowsChange(prefix: 0, suffix: 0, oldCount: before, newCount: count)
  }
}

// MARK: - Update

extension GroupedView {
  /// Updates the rows to a newer (or older) snapshot of the table, as ``SortedView/update(to:)`` does.
  ///
  /// - Precondition: The snapshot has the schema that the view's table has.
  package mutating func update(to newer: RecordTable) -> RowsChange {
    let oldCount = count
    guard isGrouped || !grouping.sums.isEmpty else {
      let changes = records.update(to: newer)
      return RowsChange(changes, oldCount: oldCount, newCount: count)
    }
    let changes = newer.changes(since: records.table)
    guard isFew(changes.count) else {
      records.table = newer
      rebuild()
      return RowsChange(prefix: 0, suffix: 0, oldCount: oldCount, newCount: count)
    }
    var observer = GroupUpdate(
      levels: levels, whole: whole, view: records, newer: newer, sums: grouping.sums,
      isOpen: { [opensGroups, exceptions] in opensGroups != exceptions.contains($0) })
    let updater = ViewUpdater(view: records, newer: newer, changes: changes)
    records.table = newer
    _ = updater.run(&records.rows, &observer)
    observer.finish(records.rows)
    (levels, whole) = (observer.levels, observer.whole)
    let change = observer.extent.change(newCount: records.count)
    guard isGrouped else { return change }
    let old = shown
    shown = ShownGroups(levels)
    return RowsChange(change, from: old, to: shown)
  }

  /// Whether so many edits are applied one by one: each may make a group or take one away, for which
  /// all groups are gone through.
  private func isFew(_ changes: Int) -> Bool {
    let groups = levels.reduce(0) { $0 + $1.count }
    return changes <= SortedView.mostSingleEdits(records.count)
      && (changes < 16 || changes * groups < 4_000_000)
  }

  /// What is wrong with the structure, for tests; nil if nothing is.
  package var invariantFailure: String? {
    if let failure = records.rows.invariantFailure(in: records.order.bound(to: table)) {
      return failure
    }
    let fresh = GroupedView(records, grouping, opensGroups: opensGroups, exceptions: exceptions)
    guard Array(fresh.records) == Array(records) else { return "order" }
    for (level, (own, other)) in zip(levels, fresh.levels).enumerated() {
      guard own.counts == other.counts else { return "counts of level \(level)" }
      guard own.ids == other.ids else { return "groups of level \(level)" }
      guard own.isOpen == other.isOpen else { return "open groups of level \(level)" }
      for group in own.counts.indices where own.firstRow(of: group) != other.firstRow(of: group) {
        return "place of group \(group) of level \(level)"
      }
    }
    guard levels.count == fresh.levels.count else { return "levels" }
    return nil
  }
}
