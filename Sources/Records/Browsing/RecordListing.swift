/// The rows and the selection of a table widget: its records, grouped, sorted and filtered, and which
/// of them are selected.
///
/// A value without widgets: rows are record numbers, and nothing is made for each of them.
package struct RecordListing: Sendable {
  /// What stands in the rows.
  package private(set) var view: GroupedView
  /// The selected records, including those that the filter hides.
  package internal(set) var selection = RecordSet()
  /// The record where a range of the selection begins.
  package internal(set) var anchor: RecordNumber?

  package init(_ view: GroupedView) { self.view = view }

  package var table: RecordTable { view.table }
  /// How many rows there are.
  package var count: Int { view.count }

  /// The record in a row, nil for the heading of a group.
  package subscript(row: Int) -> RecordNumber? {
    if case .record(let number) = view[row] { number } else { nil }
  }

  /// The records that the filter lets through, in the order of the rows, those of closed groups too.
  package var records: SortedView { view.records }

  package func row(of number: RecordNumber) -> Int? { view.row(of: number) }
}

extension RecordListing {
  /// Replaces the view by one that was made elsewhere, and updates it to this snapshot of the table;
  /// what is open stays so.
  package mutating func take(_ view: GroupedView, of table: RecordTable) -> RowsChange {
    let oldCount = count
    self.view = view.opened(like: self.view)
    _ = self.view.update(to: table)
    keepSelection()
    return RowsChange(prefix: 0, suffix: 0, oldCount: oldCount, newCount: count)
  }

  /// Shows a newer snapshot of the table; records that still exist stay selected.
  package mutating func update(to table: RecordTable) -> RowsChange {
    let change = view.update(to: table)
    keepSelection()
    return change
  }

  /// Opens or closes groups.
  package mutating func fold(_ change: (inout GroupedView) -> RowsChange) -> RowsChange {
    change(&view)
  }

  /// Keeps the records selected that still exist.
  private mutating func keepSelection() {
    if !selection.isEmpty { selection = selection.intersection(table.numbers) }
    if let number = anchor, !table.contains(number) { anchor = nil }
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
  package func isSelected(row: Int) -> Bool { self[row].map(selection.contains) ?? false }

  /// The number of selected records that the filter lets through.
  ///
  /// - Complexity: As ``selectedNumbers``, or O(1) where nothing is filtered.
  package var selectedCount: Int {
    records.filter == nil ? selection.count : selectedNumbers.count
  }

  /// The selected records that the filter lets through, in the order of their rows.
  ///
  /// - Complexity: O(*k* log *n*) for *k* selected ones, or O(*n*) where they are many.
  package var selectedNumbers: [RecordNumber] {
    guard selection.count < max(64, records.count / 32) else {
      return records.filter(selection.contains)
    }
    return selection.compactMap { number in records.row(of: number).map { (number, $0) } }
      .sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// The sums of the selected records that the filter lets through.
  ///
  /// - Complexity: O(*n* / 64) and O(*k*) for *k* selected ones.
  package var selectedSums: [CellValue] {
    let chosen = records.filter == nil ? selection : RecordSet(selectedNumbers)
    return view.grouping.sums.map { field in
      SumColumn(field, of: table).sums(of: chosen, counts: [chosen.count])[0]
    }
  }

  package mutating func select(only row: Int) {
    guard let number = self[row] else { return }
    selection = RecordSet([number])
    anchor = number
  }

  package mutating func setSelected(row: Int, _ isSelected: Bool) {
    guard let number = self[row] else { return }
    if isSelected { selection.insert(number) } else { selection.remove(number) }
    anchor = number
  }

  /// Selects the records from the anchor, the one that was chosen last, to that in this row.
  ///
  /// - Complexity: O(*k* log *n*) for *k* rows.
  package mutating func extendSelection(to row: Int, keepingOthers: Bool) {
    let start = anchor.flatMap { self.row(of: $0) } ?? row
    if !keepingOthers { selection = RecordSet() }
    if anchor == nil { anchor = self[row] }
    for row in min(start, row)...max(start, row) {
      if let number = self[row] { selection.insert(number) }
    }
  }

  /// Selects all records that the filter lets through, and only those.
  ///
  /// - Complexity: O(*n* / 8192), or O(*n*) where rows are filtered.
  package mutating func selectAll() {
    selection = records.filter == nil ? table.numbers : RecordSet(records)
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
