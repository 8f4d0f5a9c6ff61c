/// The rows and the selection of a table widget: its records, sorted and filtered, and which of
/// them are selected.
///
/// A value without widgets: rows are record numbers, and nothing is made for each of them.
package struct RecordListing: Sendable {
  /// The records in the order of the rows.
  package private(set) var view: SortedView
  /// The selected records, including those that the filter hides.
  package internal(set) var selection = RecordSet()
  /// The record where a range of the selection begins.
  package internal(set) var anchor: RecordNumber?

  package init(_ view: SortedView) { self.view = view }

  package var table: RecordTable { view.table }
  package var count: Int { view.count }

  package subscript(row: Int) -> RecordNumber { view[row] }

  package func row(of number: RecordNumber) -> Int? { view.row(of: number) }
}

extension RecordListing {
  /// The extent of a change of the rows: those at the start and at the end show the same records as
  /// before, and all between them may show others.
  package struct RowsChange: Hashable, Sendable {
    /// The number of rows at the start that show the same records as before.
    package var prefix: Int
    /// The number of rows at the end that show the same records as before.
    package var suffix: Int
    package var oldCount: Int
    package var newCount: Int

    /// Whether every row shows the same record as before.
    package var isNone: Bool { oldCount == newCount && prefix + suffix >= newCount }
  }

  /// Replaces the view by one that was sorted elsewhere, and updates it to this snapshot of the
  /// table.
  package mutating func take(_ view: SortedView, of table: RecordTable) -> RowsChange {
    let oldCount = count
    self.view = view
    self.view.update(to: table)
    keepSelection()
    return RowsChange(prefix: 0, suffix: 0, oldCount: oldCount, newCount: count)
  }

  /// Shows a newer snapshot of the table; records that still exist stay selected.
  package mutating func update(to table: RecordTable) -> RowsChange {
    let oldCount = count
    let changes = view.update(to: table)
    keepSelection()
    return Self.summary(of: changes, oldCount: oldCount, newCount: count)
  }

  /// Keeps the records selected that still exist.
  private mutating func keepSelection() {
    if !selection.isEmpty { selection = selection.intersection(table.numbers) }
    if let number = anchor, !table.contains(number) { anchor = nil }
  }

  private static func summary(
    of changes: [ViewChange], oldCount: Int, newCount: Int
  ) -> RowsChange {
    var summary = RowsChange(
      prefix: min(oldCount, newCount), suffix: min(oldCount, newCount), oldCount: oldCount,
      newCount: newCount)
    var count = oldCount
    func touch(_ row: Int) {
      summary.prefix = min(summary.prefix, row)
      summary.suffix = min(summary.suffix, count - 1 - row)
    }
    for change in changes {
      switch change {
      case .inserted(_, let row):
        count += 1
        touch(row)
      case .removed(_, let row):
        touch(row)
        count -= 1
      case .moved(_, let from, let to):
        touch(from)
        touch(to)
      case .updated: break
      case .reloaded:
        summary.prefix = 0
        summary.suffix = 0
      }
    }
    summary.suffix = min(summary.suffix, min(oldCount, newCount) - summary.prefix)
    return summary
  }
}

extension RecordListing {
  /// Returns the sort keys after a click on a column's header.
  ///
  /// A plain click sorts by that field alone, and reverses the direction when that is so already. A
  /// click that keeps the other keys appends the field as the last key, then makes it descending,
  /// then removes it. A field whose type has no order changes nothing.
  package static func keys(
    _ keys: [SortKey], clicked field: FieldDefinition, of schema: Schema, keepingOthers: Bool
  ) -> [SortKey] {
    guard field.type.isSortable else { return keys }
    let place = keys.firstIndex { $0.definition == field }
    let isDescending = place.map { keys[$0].isDescending }
    func key(descending: Bool) -> [SortKey] {
      (try? SortKey(named: field.name, of: schema, descending: descending)).map { [$0] } ?? []
    }
    guard keepingOthers else {
      return key(descending: keys.count == 1 && isDescending == false)
    }
    guard let place, let isDescending else { return keys + key(descending: false) }
    var keys = keys
    keys.replaceSubrange(place...place, with: isDescending ? [] : key(descending: true))
    return keys
  }
}

// MARK: - Selection

extension RecordListing {
  package func isSelected(row: Int) -> Bool { selection.contains(view[row]) }

  /// The number of selected records that are shown.
  ///
  /// - Complexity: As ``selectedNumbers``, or O(1) where nothing is filtered.
  package var selectedCount: Int {
    view.filter == nil ? selection.count : selectedNumbers.count
  }

  /// The selected records that are shown, in the order of their rows.
  ///
  /// - Complexity: O(*k* log *n*) for *k* selected ones, or O(*n*) where they are many.
  package var selectedNumbers: [RecordNumber] {
    guard selection.count < max(64, count / 32) else { return view.filter(selection.contains) }
    return selection.compactMap { number in row(of: number).map { (number, $0) } }
      .sorted { $0.1 < $1.1 }.map(\.0)
  }

  package mutating func select(only row: Int) {
    selection = RecordSet([view[row]])
    anchor = view[row]
  }

  package mutating func setSelected(row: Int, _ isSelected: Bool) {
    if isSelected { selection.insert(view[row]) } else { selection.remove(view[row]) }
    anchor = view[row]
  }

  /// Selects the rows from the anchor, the row that was chosen last, to this one.
  ///
  /// - Complexity: O(*k* log *n*) for *k* rows.
  package mutating func extendSelection(to row: Int, keepingOthers: Bool) {
    let start = anchor.flatMap { self.row(of: $0) } ?? row
    if !keepingOthers { selection = RecordSet() }
    if anchor == nil { anchor = view[row] }
    for row in min(start, row)...max(start, row) { selection.insert(view[row]) }
  }

  /// Selects all records that are shown, and only those.
  ///
  /// - Complexity: O(*n* / 8192), or O(*n*) where rows are filtered.
  package mutating func selectAll() {
    selection = view.filter == nil ? table.numbers : RecordSet(view)
  }

  package mutating func clearSelection() {
    selection = RecordSet()
    anchor = nil
  }

  package mutating func select(_ numbers: RecordSet) {
    selection = numbers.intersection(table.numbers)
    anchor = selection.first
  }
}
