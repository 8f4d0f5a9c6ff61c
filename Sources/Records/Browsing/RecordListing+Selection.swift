extension RecordListing {
  package func isSelected(row: Int) -> Bool { selection.contains(view[row]) }

  /// How many of the selected records are shown.
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

  /// Selects the rows from where the last choice was to this one.
  ///
  /// - Complexity: O(*k* log *n*) for *k* rows.
  package mutating func extendSelection(to row: Int, keepingOthers: Bool) {
    let start = anchor.flatMap { self.row(of: $0) } ?? row
    if !keepingOthers { selection = RecordSet() }
    if anchor == nil { anchor = view[row] }
    for row in min(start, row)...max(start, row) { selection.insert(view[row]) }
  }

  /// Selects all records that are shown, and no others.
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
    anchor = numbers.first
  }
}
