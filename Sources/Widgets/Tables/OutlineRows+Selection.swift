internal import HikidashiOutlines

extension OutlineRows {
  func isSelected(row: Int) -> Bool { row < outline.rowCount && outline.isSelected(row: row) }

  func select(_ choice: RowChoice) -> Bool {
    func id(_ row: Int) -> NodeID? { row < outline.rowCount ? outline.id(atRow: row) : nil }
    let picks = selection == .single || selection == .multiple
    switch choice {
    case .only(let row):
      guard picks, let id = id(row) else { return false }
      return selectByUser { $0.select(only: id) }
    case .adding(let row):
      guard picks, let id = id(row) else { return false }
      return selectByUser { $0.setSelected(id, true) }
    case .extending(let row, let keepingOthers):
      guard picks, let id = id(row) else { return false }
      return selectByUser { $0.extendSelection(to: id, keepingOthers: keepingOthers) }
    case .removing(let row):
      guard let id = id(row) else { return false }
      return selectByUser { $0.setSelected(id, false) }
    case .all: return selectByUser { $0.selectAll() }
    case .nothing: return selectByUser { $0.clearSelection() }
    }
  }

  func toggleSelection(of row: OutlineRow<Item>) {
    guard !style.hasCheckBoxes else {
      _ = selectByUser { $0.toggleChecked(row.id) }
      return
    }
    guard row.isSelectable, selection != .none else { return }
    _ = selectByUser { $0.toggleSelection(row.id) }
  }

  /// Whether somebody refuses rows or is told of them: that costs a look at all selected rows.
  private var watchesSelection: Bool {
    hooks.willSelect != nil || hooks.willDeselect != nil || events.onSelect != nil
      || events.onDeselect != nil
  }

  /// Changes the selection as the user does it: hooks may refuse rows, and hear of the others.
  ///
  /// - Returns: True, as GTK then keeps its own idea of what was clicked last.
  private func selectByUser(_ edit: (inout Outline<Item>) -> Range<Int>?) -> Bool {
    guard selection != .none else { return false }
    list.anchor.stays()
    guard watchesSelection else {
      changeSelection(edit)
      return true
    }
    let before = outline
    var wanted = outline
    guard edit(&wanted) != nil else { return true }
    let on = wanted.selectedIDs.filter { !before.isSelected($0) }
    let off = before.selectedIDs.filter { !wanted.isSelected($0) }
    let stay = off.filter { id in
      before.row(for: id).map { hooks.willDeselect?($0) == false } ?? false
    }
    let refused = on.filter { id in
      before.row(for: id).map { hooks.willSelect?($0) == false } ?? false
    }
    // The hooks may have changed the outline: the edit is made on what it is now.
    changeSelection { outline in
      var rows = edit(&outline)
      for (ids, isOn) in [(stay, true), (refused, false)] {
        for id in ids {
          // What lies above a check box follows it.
          let follows = style.hasCheckBoxes && outline.childCount(of: id) == 0
          let changed =
            follows ? outline.setChecked(id, isOn) : outline.setSelected(id, isOn)
          rows = Self.union(rows, changed)
        }
      }
      return rows
    }
    for id in off where !outline.isSelected(id) {
      if let row = outline.row(for: id) { events.onDeselect?(row) }
    }
    for id in on where outline.isSelected(id) {
      if let row = outline.row(for: id) { events.onSelect?(row) }
    }
    return true
  }

  private static func union(_ one: Range<Int>?, _ other: Range<Int>?) -> Range<Int>? {
    guard let one, let other else { return one ?? other }
    return min(one.lowerBound, other.lowerBound)..<max(one.upperBound, other.upperBound)
  }
}

extension SelectionStyle {
  /// How many rows can be selected.
  var mode: SelectionMode {
    switch self {
    case .none: .none
    case .single: .single
    case .multiple, .toggle: .multiple
    }
  }
}
