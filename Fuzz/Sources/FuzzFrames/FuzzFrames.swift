import EditedTable
import Hikidashi
import HikidashiWidgetTesting

/// Takes each byte as an edit of a table's rows, and a byte above 223 as the end of a batch: between two
/// batches there are frames.
///
/// Must hold: no trap; after each batch a real `GtkListView` shows rows that follow on one another, and
/// each has the text and the state of the item at its place. Needs a display, and frames take time:
/// `FuzzTables` makes the same edits without them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFrames(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: min(count, 200)))
  do {
    try onLoop { try await Screen.shared().run(bytes) }
  } catch {
    preconditionFailure("\(error)")
  }
  return 0
}

/// The table in its window, which all inputs share: a window of each would take most of the time.
@MainActor
private final class Screen {
  private static var screen: Screen?
  private let edited = EditedTable()
  private let stage: Stage

  static func shared() async throws -> Screen {
    if let screen { return screen }
    let new = try await Screen()
    screen = new
    return new
  }

  private init() async throws {
    stage = try await Stage.show(edited.table, width: 300, height: 300)
  }

  func run(_ bytes: [UInt8]) async throws {
    edited.clear()
    for byte in bytes {
      if byte >= 224 { await check() } else { edited.edit(Int(byte)) }
    }
    await check()
  }

  private func check() async {
    // Rows that are not in view are bound a few frames later.
    for _ in 0..<5 { await stage.nextFrame() }
    edited.check()
    let shown = stage.all("list-item")
    precondition(edited.rows.isEmpty == shown.isEmpty, "rows are missing, or too many")
    guard let first = shown.first else { return }
    let texts = edited.rows.map(\.text)
    guard let start = texts.firstIndex(of: first.name) else {
      preconditionFailure("a row “\(first.name)” that there is not")
    }
    precondition(
      texts[start...].starts(with: shown.map(\.name)), "the rows do not follow on one another")
    for (row, element) in zip(edited.rows[start...], shown) {
      let isSelected = edited.selected.contains(row.id)
      precondition(element.has("selected") == isSelected, "“\(row.text)” in a wrong state")
    }
  }
}
