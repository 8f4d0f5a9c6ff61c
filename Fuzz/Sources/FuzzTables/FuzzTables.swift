import Hikidashi
import WidgetTesting

/// Takes each byte as an edit of a table's rows, and a byte above 223 as the end of a batch: between two
/// batches there is a frame.
///
/// Must hold: no trap; after each batch a real `GtkListView` shows rows that follow on one another, and
/// each has the text and the state of the item at its place. Needs a display.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTables(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: min(count, 200)))
  do {
    try onLoop { try await run(bytes) }
  } catch {
    preconditionFailure("\(error)")
  }
  return 0
}

private struct Row: Identifiable {
  var id: Int
  var text: String
}

/// What the table must show, kept the obvious way.
private struct Expected {
  var rows: [Row] = []
  var selected: Set<Int> = []
  private var lastID = 0

  init() {}

  mutating func fresh() -> Row {
    lastID += 1
    return Row(id: lastID, text: "row \(lastID)")
  }
}

@MainActor
private func run(_ bytes: [UInt8]) async throws {
  var expected = Expected()
  let table = TableView<Row>([]) { $0.text }.selection(.multiple)
  let stage = try await Stage.show(table, width: 300, height: 300)
  for byte in bytes {
    if byte >= 224 {
      try await check(table, expected, stage)
    } else {
      edit(table, &expected, Int(byte))
    }
  }
  try await check(table, expected, stage)
  try await stage.close()
}

/// The upper bits say what is done, the lower ones where.
@MainActor
private func edit(_ table: TableView<Row>, _ expected: inout Expected, _ byte: Int) {
  let count = expected.rows.count
  let place = count * (byte & 31) / 31
  switch byte >> 5 {
  case 0, 1:
    let new = (0..<(1 + (byte & 15) * 3)).map { _ in expected.fresh() }
    expected.rows.insert(contentsOf: new, at: place)
    table.edit { $0.insert(contentsOf: new, at: place) }
  case 2:
    let end = min(count, place + (byte & 15) * 2)
    expected.rows.removeSubrange(place..<end)
    table.edit { $0.removeSubrange(place..<end) }
  case 3 where place < count:
    let row = expected.rows.remove(at: place)
    expected.rows.insert(row, at: 0)
    table.edit { $0.insert($0.remove(at: place), at: 0) }
  case 4 where place < count:
    expected.rows[place].text += "!"
    table.edit { $0[place].text += "!" }
  case 5:
    expected.rows.reverse()
    table.merge(expected.rows)
  default:
    if byte & 1 == 0 { return table.scroll(to: place) }
    expected.selected = place < count ? [expected.rows[place].id] : []
    table.selectedIndices = place < count ? [place] : []
  }
  expected.selected.formIntersection(expected.rows.map(\.id))
}

@MainActor
private func check(
  _ table: TableView<Row>, _ expected: Expected, _ stage: Stage
) async throws {
  // Rows that are not in view are bound a few frames later.
  for _ in 0..<5 { await stage.nextFrame() }
  precondition(table.items.map(\.id) == expected.rows.map(\.id), "other rows")
  let shown = stage.all("list-item")
  precondition(expected.rows.isEmpty == shown.isEmpty, "rows are missing, or too many")
  guard let first = shown.first else { return }
  let texts = expected.rows.map(\.text)
  guard let start = texts.firstIndex(of: first.name) else {
    preconditionFailure("a row “\(first.name)” that there is not")
  }
  precondition(
    texts[start...].starts(with: shown.map(\.name)), "the rows do not follow on one another")
  for (row, element) in zip(expected.rows[start...], shown) {
    let isSelected = expected.selected.contains(row.id)
    precondition(element.has("selected") == isSelected, "“\(row.text)” in a wrong state")
  }
}
