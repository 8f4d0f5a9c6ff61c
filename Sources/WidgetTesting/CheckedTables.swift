internal import HikidashiOutlines
internal import HikidashiRecords
internal import HikidashiWidgets

@MainActor
struct CheckedList<Item: Sendable>: CheckedTable {
  let table: TableView<Item>
  private let items: [Item]

  init(_ items: [Item], _ table: TableView<Item>) { (self.items, self.table) = (items, table) }

  var rowCount: Int { table.count }
  var isSettled: Bool { !table.isSettling }
  var selectionMode: SelectionMode { table.selectionMode }
  var selectableRows: [Int] { Array(0..<table.count) }
  var selectedRows: [Int] {
    get { table.selectedIndices }
    nonmutating set { table.selectedIndices = newValue }
  }

  func show(_ rows: CheckedRows, merging: Bool) {
    if merging { table.merge(rows.of(items)) } else { table.update(rows.of(items)) }
  }

  func filter(_ isOn: Bool) {
    table.filter(isOn ? String(items.last.map { table.text(of: $0) }?.prefix(3) ?? "") : "")
  }

  func stir() {}

  func widget(atRow row: Int) -> NativeWidget? { table.cellWidget(at: row) }
  func scroll(toRow row: Int) { table.scroll(to: row) }
}

@MainActor
struct CheckedTree<Item: Sendable>: CheckedTable {
  let table: OutlineView<Item>
  private let nodes: [Node<Item>]

  init(_ nodes: [Node<Item>], _ table: OutlineView<Item>) {
    (self.nodes, self.table) = (nodes, table)
  }

  var rowCount: Int { table.outline.rowCount }
  var isSettled: Bool { !table.isSettling }
  var selectionMode: SelectionMode { table.outline.selectionMode }
  var selectableRows: [Int] {
    (0..<rowCount).filter { table.outline.row(at: $0).isSelectable }
  }
  var selectedRows: [Int] {
    get { (0..<rowCount).filter { table.outline.isSelected(row: $0) } }
    nonmutating set {
      let ids = newValue.map { table.outline.id(atRow: $0) }
      table.change { outline in
        outline.clearSelection()
        for id in ids { outline.setSelected(id, true) }
        return nil
      }
    }
  }

  func show(_ rows: CheckedRows, merging: Bool) throws {
    let outline = try Outline(rows.of(nodes))
    if merging { table.merge(outline) } else { table.update(outline) }
  }

  func filter(_ isOn: Bool) {
    let last = nodes.last?.id
    table.change { isOn ? $0.setFilter { id, _ in id == last } : $0.setFilter(nil) }
  }

  /// Closes and opens what was open.
  func stir() async throws {
    let open = (0..<rowCount).map { table.outline.row(at: $0) }.filter(\.isOpen).map(\.id)
    for id in open.reversed() { table.change { $0.close(id) } }
    try await until("the sections to close") { isSettled }
    for id in open { table.change { $0.open(id) } }
  }

  func widget(atRow row: Int) -> NativeWidget? { table.rowWidget(at: row) }
  func scroll(toRow row: Int) { table.scroll(to: row) }
}

@MainActor
struct CheckedRecords: CheckedTable {
  let table: RecordsView
  private let records: RecordTable

  init(_ records: RecordTable, _ table: RecordsView) {
    (self.records, self.table) = (records, table)
  }

  var rowCount: Int { table.count }
  var isSettled: Bool { table.isSettled }
  var selectionMode: SelectionMode { table.selectionMode }
  var selectableRows: [Int] { Array(0..<table.count) }
  var selectedRows: [Int] {
    get {
      let chosen = Set(table.selectedNumbers)
      return table.shownNumbers.indices.filter { chosen.contains(table.shownNumbers[$0]) }
    }
    nonmutating set {
      let numbers = table.shownNumbers
      table.selectedNumbers = newValue.map { numbers[$0] }
    }
  }

  func show(_ rows: CheckedRows, merging: Bool) async throws {
    let new = try rows.of(records)
    if merging { try await table.merge(new) } else { try await table.update(new) }
  }

  func filter(_ isOn: Bool) {
    if isOn { table.words = "\u{10FFFD}" } else { table.clearFilter() }
  }

  func stir() {}

  func widget(atRow row: Int) -> NativeWidget? { table.rowWidget(at: row) }
  func scroll(toRow row: Int) { table.scroll(to: table.shownNumbers[row]) }
}

extension CheckedRows {
  /// A table of the same schema with these of its records.
  func of(_ records: RecordTable) throws -> RecordTable {
    var result = RecordTable(records.schema)
    for record in of(Array(records)) {
      let cells = records.schema.fields.map { records.cell($0, at: record.number) ?? .null }
      try result.insert(cells, at: RecordNumber(result.count))
    }
    return result
  }
}
