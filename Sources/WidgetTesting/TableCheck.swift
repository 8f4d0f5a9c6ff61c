internal import CHikidashiGTK
internal import HikidashiOutlines
public import HikidashiWidgets

/// What a customized table does wrong, as ``checkTable(_:_:)`` finds it.
public enum TableCheckError: Error, Equatable, Sendable, CustomStringConvertible {
  /// After `step` a row does not look as it did when it was first shown, or as a new table shows it.
  case leftBehind(step: String, row: Int, expected: String, found: String)
  /// After `step` rows are selected that should not be, or the other way round.
  case wrongSelection(step: String, expected: [Int], found: [Int])
  /// After `step` the list has another number of rows.
  case wrongCount(step: String, expected: Int, found: Int)

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

/// Checks a customized table as one unit: that nothing is left behind of a row or a state when it is
/// reloaded, its cells are used again, rows are selected and deselected, and it is filtered.
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
  let check = TableCheck(items, try make(items))
  let expected = try await TableCheck(items, try make(items)).fresh()
  let selected = try await TableCheck(items, try make(items)).freshSelected()
  // What a row looks like may depend on its place.
  let reversed = Array(items.reversed())
  let turned = try await TableCheck(reversed, try make(reversed)).fresh()
  try await check.run(expected, selected, turned)
}

/// One run of the check.
@MainActor
private final class TableCheck<Item: Sendable> {
  private let items: [Item]
  private let table: TableView<Item>
  private var stage: Stage?

  init(_ items: [Item], _ table: TableView<Item>) {
    self.items = items
    self.table = table
  }

  /// How each row looks in a table that has shown nothing else.
  func fresh() async throws -> [String] {
    try await show()
    let looks = try await looks()
    try await close()
    return looks
  }

  /// The same of rows that were all selected before they were shown.
  func freshSelected() async throws -> [String] {
    table.selectedIndices = Array(items.indices)
    try await show()
    let looks = try await looks()
    try await close()
    return looks
  }

  func run(
    _ expected: [String], _ selected: [String], _ turned: [String]
  ) async throws {
    try await show()
    try await compare(expected, "being shown")
    let all = Array(items.indices)
    let mayHave = table.selectionMode == .multiple ? all : Array(all.prefix(1))
    table.selectedIndices = all
    let chosen = table.selectedIndices
    guard table.selectionMode == .none || chosen == mayHave || chosen.count == 1 else {
      throw TableCheckError.wrongSelection(
        step: "selecting all rows", expected: mayHave, found: chosen)
    }
    let isChosen = Set(chosen)
    let mixed = items.indices.map { isChosen.contains($0) ? selected[$0] : expected[$0] }
    if table.selectionMode == .multiple { try await compare(mixed, "selecting all rows") }
    table.selectedIndices = []
    try await compare(expected, "deselecting")
    table.selectedIndices = all
    table.update(items.reversed())
    try await expectNoSelection("an update")
    try await compare(turned, "an update with the rows in reverse")
    table.update(Array(items.prefix(1)))
    try await compare(Array(expected.prefix(1)), "an update to one row")
    table.update([])
    try await settle()
    table.update(items)
    try await compare(expected, "an update from no rows to all")
    table.merge(items.reversed())
    try await compare(turned, "a merge with the rows in reverse")
    table.merge(items)
    table.filter(String(table.text(of: items[items.count - 1]).prefix(3)))
    try await settle()
    table.filter("")
    try await compare(expected, "filtering")
    table.state = .loading
    try await settle()
    table.state = .loaded
    try await compare(expected, "loading")
    try await close()
  }

  private func expectNoSelection(_ step: String) async throws {
    guard table.selectedIndices.isEmpty else {
      throw TableCheckError.wrongSelection(step: step, expected: [], found: table.selectedIndices)
    }
  }

  private func show() async throws {
    stage = try await Stage.show(table, width: 400, height: 300)
    try await settle()
  }

  private func settle() async throws {
    try await until("the table to settle") { !table.isSettling }
    await stage?.nextFrame()
    try await until("the table to settle") { !table.isSettling }
  }

  private func close() async throws { try await stage?.close() }

  private func compare(_ expected: [String], _ step: String) async throws {
    try await settle()
    guard table.count == expected.count else {
      throw TableCheckError.wrongCount(step: step, expected: expected.count, found: table.count)
    }
    let found = try await looks()
    for (row, (expected, found)) in zip(expected, found).enumerated() where expected != found {
      throw TableCheckError.leftBehind(step: step, row: row, expected: expected, found: found)
    }
  }

  /// How each row looks, one after another brought into view: so cells are used again and again.
  private func looks() async throws -> [String] {
    var looks: [String] = []
    for row in 0..<table.count {
      if table.cellWidget(at: row) == nil {
        table.scroll(to: row)
        try await until("row \(row) to be shown") { table.cellWidget(at: row) != nil }
        try await settle()
      }
      looks.append(table.cellWidget(at: row).map { Look.of($0) } ?? "")
    }
    return looks
  }
}
