public import HikidashiOutlines
public import HikidashiRecords
public import HikidashiWidgets

/// An error of a customized table, found by `checkTable`.
public enum TableCheckError: Error, Equatable, Sendable, CustomStringConvertible {
  /// After `step`, a row does not look as when it was first shown, or as a new table shows it.
  case leftBehind(step: String, row: Int, expected: String, found: String)
  /// After `step`, the selected rows are not the expected ones.
  case wrongSelection(step: String, expected: [Int], found: [Int])
  /// After `step`, the list has another number of rows than expected.
  case wrongCount(step: String, expected: Int, found: Int)

  /// The error as a sentence.
  public var description: String {
    switch self {
    case .leftBehind(let step, let row, let expected, let found):
      "after \(step), row \(row) shows what belongs to another row or to an earlier state:\n"
        + "expected  \(expected)\nfound     \(found)"
    case .wrongSelection(let step, let expected, let found):
      "after \(step), rows \(found) are selected, not \(expected)"
    case .wrongCount(let step, let expected, let found):
      "after \(step), the list has \(found) rows, not \(expected)"
    }
  }
}

/// Checks that a customized table keeps nothing of an old row or state when it is reloaded, its
/// cells are reused, and its rows are selected, deselected, filtered and replaced by a message.
///
/// ```swift
/// func testChecklist() throws {
///   try onLoop {
///     try await checkTable(words) { TableView($0).variant(.checklist) }
///   }
/// }
/// ```
///
/// - Parameters:
///   - items: At least three, which look different: the more, the more cells are used again.
///   - make: Makes the table with the rows it is given. It is called more than once.
/// - Throws: ``TableCheckError`` that names the step, the row, and the difference.
@MainActor
public func checkTable<Item: Sendable>(
  _ items: [Item], _ make: @MainActor ([Item]) throws -> TableView<Item>
) async throws {
  try await check { CheckedList(items, try make($0.of(items))) }
}

/// Checks a customized tree as ``checkTable(_:_:)-([Item],_)`` does, and that nothing is left of
/// old rows when its sections close and open.
///
/// ```swift
/// try await checkTable(drawers) { OutlineView($0).style(.slate) }
/// ```
///
/// - Parameters:
///   - nodes: At least three, with the ids that they keep.
///   - make: Makes the tree with the nodes it is given. It is called more than once.
/// - Throws: ``TableCheckError`` that names the step, the row, and the difference.
@MainActor
public func checkTable<Item: Sendable>(
  _ nodes: [Node<Item>], _ make: @MainActor (Outline<Item>) throws -> OutlineView<Item>
) async throws {
  try await check { CheckedTree(nodes, try make(try Outline($0.of(nodes)))) }
}

/// Checks a customized table of records, as ``checkTable(_:_:)-([Item],_)`` does.
///
/// ```swift
/// try await checkTable(members) { RecordsView($0, columns: [FieldColumn("name")]) }
/// ```
///
/// - Parameters:
///   - records: At least three.
///   - make: Makes the view of the records it is given. It is called more than once.
/// - Throws: ``TableCheckError`` that names the step, the row, and the difference.
@MainActor
public func checkTable(
  _ records: RecordTable, _ make: @MainActor (RecordTable) throws -> RecordsView
) async throws {
  try await check { CheckedRecords(records, try make(try $0.of(records))) }
}

/// Which rows a table is given.
enum CheckedRows {
  case all, reversed, first, none

  func of<Row>(_ rows: [Row]) -> [Row] {
    switch self {
    case .all: rows
    case .reversed: rows.reversed()
    case .first: Array(rows.prefix(1))
    case .none: []
    }
  }
}

/// A table that can be checked.
@MainActor
protocol CheckedTable {
  associatedtype Content: ContentTable

  var table: Content { get }
  var rowCount: Int { get }
  var isSettled: Bool { get }
  var selectionMode: SelectionMode { get }
  /// The rows that can be selected.
  var selectableRows: [Int] { get }
  var selectedRows: [Int] { get nonmutating set }

  /// Gives it other rows, by `update` or by `merge`.
  func show(_ rows: CheckedRows, merging: Bool) async throws
  /// Sets a filter that hides rows, or none.
  func filter(_ isOn: Bool)
  /// Does what only this kind of table can, and takes it back.
  func stir() async throws
  func widget(atRow row: Int) -> NativeWidget?
  func scroll(toRow row: Int)
}

@MainActor
private func check(_ make: @MainActor (CheckedRows) throws -> some CheckedTable) async throws {
  let expected = try await TableCheck(try make(.all)).fresh()
  let selected = try await TableCheck(try make(.all)).freshSelected()
  // What a row looks like may depend on its place.
  let turned = try await TableCheck(try make(.reversed)).fresh()
  let first = try await TableCheck(try make(.first)).fresh()
  try await TableCheck(try make(.all)).run(expected, selected, turned, first)
}

/// One run of the check.
@MainActor
private final class TableCheck<Table: CheckedTable> {
  private let checked: Table
  private var stage: Stage?

  init(_ checked: Table) { self.checked = checked }

  /// How each row looks in a table that has shown nothing else.
  func fresh() async throws -> [String] {
    try await show()
    let looks = try await looks()
    try await close()
    return looks
  }

  /// The same of rows that were all selected before they were shown.
  func freshSelected() async throws -> [String] {
    checked.selectedRows = checked.selectableRows
    return try await fresh()
  }

  func run(
    _ expected: [String], _ selected: [String], _ turned: [String], _ first: [String]
  ) async throws {
    try await show()
    try await compare(expected, "being shown")
    try await checkSelection(expected, selected)
    try await checkContent(expected, turned, first)
    checked.filter(true)
    try await settle()
    checked.filter(false)
    try await compare(expected, "filtering")
    try await checked.stir()
    try await compare(expected, "closing and opening")
    checked.table.state = .loading
    try await settle()
    checked.table.state = .loaded
    try await compare(expected, "loading")
    try await close()
  }

  private func checkSelection(_ expected: [String], _ selected: [String]) async throws {
    let all = checked.selectableRows
    let mayHave = checked.selectionMode == .multiple ? all : Array(all.prefix(1))
    checked.selectedRows = all
    let chosen = checked.selectedRows
    guard checked.selectionMode == .none || chosen == mayHave || chosen.count == 1 else {
      throw TableCheckError.wrongSelection(
        step: "selecting all rows", expected: mayHave, found: chosen)
    }
    let isChosen = Set(chosen)
    let mixed = expected.indices.map { isChosen.contains($0) ? selected[$0] : expected[$0] }
    if checked.selectionMode == .multiple { try await compare(mixed, "selecting all rows") }
    checked.selectedRows = []
    try await compare(expected, "deselecting")
    checked.selectedRows = all
  }

  private func checkContent(
    _ expected: [String], _ turned: [String], _ first: [String]
  ) async throws {
    try await checked.show(.reversed, merging: false)
    let left = checked.selectedRows
    guard left.isEmpty else {
      throw TableCheckError.wrongSelection(step: "an update", expected: [], found: left)
    }
    try await compare(turned, "an update with the rows in reverse")
    try await checked.show(.first, merging: false)
    try await compare(first, "an update to one row")
    try await checked.show(.none, merging: false)
    try await settle()
    try await checked.show(.all, merging: false)
    try await compare(expected, "an update from no rows to all")
    try await checked.show(.reversed, merging: true)
    try await compare(turned, "a merge with the rows in reverse")
    try await checked.show(.all, merging: true)
  }

  private func show() async throws {
    stage = try await Stage.show(checked.table, width: 400, height: 300)
    try await settle()
  }

  private func settle() async throws {
    try await until("the table to settle") { checked.isSettled }
    await stage?.nextFrame()
    try await until("the table to settle") { checked.isSettled }
  }

  private func close() async throws { try await stage?.close() }

  private func compare(_ expected: [String], _ step: String) async throws {
    try await settle()
    guard checked.rowCount == expected.count else {
      throw TableCheckError.wrongCount(
        step: step, expected: expected.count, found: checked.rowCount)
    }
    let found = try await looks()
    for (row, (expected, found)) in zip(expected, found).enumerated() where expected != found {
      throw TableCheckError.leftBehind(step: step, row: row, expected: expected, found: found)
    }
  }

  /// How each row looks, one after another brought into view: so cells are used again and again.
  private func looks() async throws -> [String] {
    var looks: [String] = []
    for row in 0..<checked.rowCount {
      if checked.widget(atRow: row) == nil {
        checked.scroll(toRow: row)
        try await until("row \(row) to be shown") { checked.widget(atRow: row) != nil }
        try await settle()
      }
      looks.append(checked.widget(atRow: row).map { Look.of($0) } ?? "")
    }
    return looks
  }
}
