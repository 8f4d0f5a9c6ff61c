import CHikidashiGTK
import HikidashiBase
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

/// Whatever batches of changes come in whatever frames, a real `GtkListView` shows exactly the rows.
final class TablePropertyTests: XCTestCase {
  private struct Row: Identifiable, Equatable {
    var id: Int
    var text: String
  }

  /// What the table must show, kept the obvious way.
  private struct Expected {
    var rows: [Row] = []
    var selected: Set<Int> = []
    var words = ""
    var nextID = 0

    var visible: [Row] { rows.filter { words.isEmpty || $0.text.contains(words) } }

    mutating func fresh(_ random: inout SeededGenerator) -> Row {
      nextID += 1
      let letter = "abcdefgh".randomElement(using: &random) ?? "a"
      return Row(id: nextID, text: "\(nextID % 50) \(letter)")
    }
  }

  func testTheListShowsItsRowsAfterAnyBatches() throws {
    let seed = testSeed()
    print("testTheListShowsItsRowsAfterAnyBatches: HIKIDASHI_SEED=\(seed)")
    try onLoop {
      var random = SeededGenerator(seed: seed)
      var expected = Expected()
      let cell = try CellDefinition<Row>(.text("text"), .text("text") { $0.text })
      let table = TableView<Row>([], cell: cell).selection(.multiple)
      let stage = try await Stage.show(table, width: 300, height: 400)
      for step in 0..<testSteps(150) {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          Self.change(table, &expected, &random)
        }
        guard Bool.random(using: &random) else { continue }
        try await until("the list to settle") { !table.isSettling }
        await stage.nextFrame()
        Self.check(table, expected, "seed \(seed), step \(step)")
      }
      try await stage.close()
    }
  }

  /// Rows that GTK makes anew while it is told of a change took those that stood there before.
  func testRowsMadeWithinAChangeAreShownAsTheyAreAfterIt() throws {
    try onLoop {
      let cell = try CellDefinition<Row>(.text("text"), .text("text") { $0.text })
      func rows(_ ids: Range<Int>) -> [Row] { ids.map { Row(id: $0, text: "row \($0)") } }
      let table = TableView<Row>(rows(0..<269), cell: cell)
      let stage = try await Stage.show(table, width: 300, height: 400)
      table.scroll(to: 268)
      try await until("the list to settle") { !table.isSettling }
      table.scroll(to: 129)
      table.merge(rows(0..<269).reversed())
      table.scroll(to: 268)
      var expected = Expected()
      expected.rows = rows(1000..<1260)
      table.update(expected.rows)
      try await until("the list to settle") { !table.isSettling }
      await stage.nextFrame()
      Self.check(table, expected, "after the change")
      try await stage.close()
    }
  }

  @MainActor
  private static func change(
    _ table: TableView<Row>, _ expected: inout Expected, _ random: inout SeededGenerator
  ) {
    let count = expected.rows.count
    let place = Int.random(in: 0...count, using: &random)
    switch Int.random(in: 0..<16, using: &random) {
    case 0, 1, 2:
      let new = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        expected.fresh(&random)
      }
      expected.rows.insert(contentsOf: new, at: place)
      table.edit { $0.insert(contentsOf: new, at: place) }
    case 3, 4:
      let end = min(count, place + Int.random(in: 0...30, using: &random))
      expected.rows.removeSubrange(place..<end)
      table.edit { $0.removeSubrange(place..<end) }
    case 5 where place < count:
      let row = expected.rows.remove(at: place)
      let target = Int.random(in: 0...expected.rows.count, using: &random)
      expected.rows.insert(row, at: target)
      table.edit { $0.insert($0.remove(at: place), at: target) }
    case 7 where place < count:
      expected.rows[place].text += "!"
      table.edit { $0[place].text += "!" }
    case 8:
      expected.rows.shuffle(using: &random)
      table.merge(expected.rows)
    case 9:
      expected.rows = (0..<Int.random(in: 0...300, using: &random)).map { _ in
        expected.fresh(&random)
      }
      expected.selected = []
      table.update(expected.rows)
    case 10:
      // A state other than rows ends a filter.
      expected.words = count == 0 ? "" : String("abcdefgh".randomElement(using: &random) ?? "a")
      table.filter(expected.words)
    case 11:
      expected.words = ""
      table.filter("")
    case 12, 13:
      let chosen = (0..<3).map { _ in Int.random(in: 0...count, using: &random) }
      expected.selected = Set(chosen.filter { $0 < count }.map { expected.rows[$0].id })
      table.selectedIndices = chosen
    case 14: table.scroll(to: place)
    default: table.scroll(to: count - 1)
    }
    expected.selected.formIntersection(expected.rows.map(\.id))
  }

  @MainActor
  private static func check(_ table: TableView<Row>, _ expected: Expected, _ context: String) {
    XCTAssertEqual(table.items, expected.rows, context)
    let selected = expected.rows.indices.filter { expected.selected.contains(expected.rows[$0].id) }
    XCTAssertEqual(table.selectedIndices, selected, context)
    let visible = expected.visible
    XCTAssertEqual(
      Int(g_list_model_get_n_items(table.view.rows.model.native)), visible.count, context)
    XCTAssertEqual(table.state.isLoaded, !expected.rows.isEmpty, context)
    for cell in table.view.rows.shown.values {
      guard let row = cell.row, row < visible.count else { continue }
      let text = cell.widget("text").map { String(cString: gtk_label_get_text($0.opaque)) }
      XCTAssertEqual(text, visible[row].text, context)
      let flags = cell.native.flatMap { gtk_widget_get_parent($0) }
        .map { gtk_widget_get_state_flags($0).rawValue & GTK_STATE_FLAG_SELECTED.rawValue }
      XCTAssertEqual(flags != 0, expected.selected.contains(visible[row].id), context)
    }
    guard !visible.isEmpty, table.state.isLoaded else { return }
    // What is in view follows on without a gap, and fills the view.
    let inView = table.view.rows.onScreen.map(\.row)
      .sorted()
    XCTAssertGreaterThanOrEqual(inView.count, min(visible.count, 6), context)
    if let first = inView.first {
      XCTAssertEqual(inView, Array(first..<first + inView.count), context)
    }
  }

  /// Texts that repeat: as many rows as texts, and each shows its own.
  func testTextsThatRepeatAreAllShown() throws {
    let seed = testSeed()
    print("testTextsThatRepeatAreAllShown: HIKIDASHI_SEED=\(seed)")
    try onLoop {
      var random = SeededGenerator(seed: seed)
      let table = TableView<String>([]).selection(.toggle).checkmarks()
      let stage = try await Stage.show(table, width: 300, height: 400)
      for step in 0..<testSteps(150) / 3 {
        let count = Int.random(in: 0...60, using: &random)
        let texts = (0..<count).map { _ in String("abc".randomElement(using: &random) ?? "a") }
        let before = table.selectedStrings
        table.merge(texts)
        for text in Set(before) {
          let kept = table.selectedStrings.count { $0 == text }
          XCTAssertLessThanOrEqual(kept, before.count { $0 == text }, "seed \(seed), step \(step)")
        }
        try await until("the list to settle") { !table.isSettling }
        await stage.nextFrame()
        XCTAssertEqual(table.strings, texts, "seed \(seed), step \(step)")
        for cell in table.view.rows.shown.values {
          guard let row = cell.row, row < count else { continue }
          XCTAssertEqual((cell.content as? Label)?.text, texts[row], "seed \(seed), step \(step)")
        }
        if count > 0 { table.selectedIndices = [Int.random(in: 0..<count, using: &random)] }
      }
      try await stage.close()
    }
  }
}
