public import Hikidashi

/// A table and what it must show, kept the obvious way; bytes are edits of both.
@MainActor
public final class EditedTable {
  public struct Row: Identifiable, Sendable {
    public var id: Int
    public var text: String
  }

  public let table = TableView<Row>([]) { $0.text }.selection(.multiple)
  public private(set) var rows: [Row] = []
  public private(set) var selected: Set<Int> = []
  private var lastID = 0

  public init() {}

  private func fresh() -> Row {
    lastID += 1
    return Row(id: lastID, text: "row \(lastID)")
  }

  /// Begins anew.
  public func clear() {
    rows = []
    selected = []
    table.update([])
  }

  /// Makes an edit: the upper bits say what is done, the lower ones where.
  public func edit(_ byte: Int) {
    let place = rows.count * (byte & 31) / 31
    switch byte >> 5 {
    case 0, 1:
      let new = (0..<(1 + (byte & 15) * 3)).map { _ in fresh() }
      rows.insert(contentsOf: new, at: place)
      table.edit { $0.insert(contentsOf: new, at: place) }
    case 2:
      let end = min(rows.count, place + (byte & 15) * 2)
      rows.removeSubrange(place..<end)
      table.edit { $0.removeSubrange(place..<end) }
    case 3 where place < rows.count:
      let row = rows.remove(at: place)
      rows.insert(row, at: 0)
      table.edit { $0.insert($0.remove(at: place), at: 0) }
    case 4 where place < rows.count:
      rows[place].text += "!"
      table.edit { $0[place].text += "!" }
    case 5:
      rows.reverse()
      table.merge(rows)
    default:
      if byte & 1 == 0 { return table.scroll(to: place) }
      selected = place < rows.count ? [rows[place].id] : []
      table.selectedIndices = place < rows.count ? [place] : []
    }
    selected.formIntersection(rows.map(\.id))
  }

  /// Whether the table has the rows that it must have, and the selection.
  public func check() {
    precondition(table.items.map(\.id) == rows.map(\.id), "other rows")
    precondition(table.items.map(\.text) == rows.map(\.text), "rows of other texts")
    precondition(Set(table.selectedItems.map(\.id)) == selected, "another selection")
  }
}
