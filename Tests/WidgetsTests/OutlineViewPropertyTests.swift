import CHikidashiGTK
import Foundation
import HikidashiBase
import HikidashiOutlines
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

/// Whatever is done to an outline, its view shows exactly the outline's rows.
final class OutlineViewPropertyTests: XCTestCase {
  func testTheViewShowsTheOutlinesRows() throws {
    let seed = testSeed()
    print("seed \(seed)")
    try onLoop {
      var random = SeededGenerator(seed: seed)
      let view = OutlineView(try OutlineViewPropertyTests.outline(300, &random), text: { $0 })
        .selection(.multiple)
      let stage = try await Stage.show(view, width: 300, height: 400)
      for step in 0..<testSteps(150) {
        try OutlineViewPropertyTests.change(view, &random)
        // Sometimes several changes come in one frame, or while rows of the last one are still to come.
        guard Bool.random(using: &random) else { continue }
        guard Bool.random(using: &random) else {
          await stage.nextFrame()
          OutlineViewPropertyTests.checkInView(view, "seed \(seed), step \(step)")
          continue
        }
        try await until("the list to settle") { !view.isSettling }
        await stage.nextFrame()
        OutlineViewPropertyTests.check(view, "seed \(seed), step \(step)")
      }
      try await stage.close()
    }
  }

  /// What is seen is right in every frame.
  @MainActor
  private static func checkInView(_ view: OutlineView<String>, _ context: String) {
    guard gtk_widget_get_opacity(view.rows.list) > 0 else { return }
    for (row, cell) in view.rows.onScreen where view.rows.bounds(of: cell)?.bottom ?? 0 > 0 {
      guard row < view.outline.rowCount else { continue }
      XCTAssertEqual((cell.content as? Label)?.text, view.outline.item(atRow: row), context)
    }
  }

  @MainActor
  private static func check(_ view: OutlineView<String>, _ context: String) {
    let count = Int(g_list_model_get_n_items(view.rows.model.native))
    XCTAssertEqual(count, view.outline.rowCount, context)
    XCTAssertEqual(view.shownRowCount > 0, count > 0, context)
    // What is in view follows on without a gap, and fills the view.
    let inView = view.rows.onScreen.map(\.row).sorted()
    if let first = inView.first {
      XCTAssertEqual(inView, Array(first..<first + inView.count), context)
    }
    XCTAssertGreaterThanOrEqual(inView.count, min(count, 8), context)
    for cell in view.rows.shown.values {
      guard let row = cell.row, row < count else { continue }
      let expected = view.outline.row(at: row)
      XCTAssertEqual((cell.content as? Label)?.text, expected.item, context)
      let element = cell.native.flatMap { gtk_widget_get_parent($0) }.map { AccessibleElement($0) }
      XCTAssertEqual(element?.has("level \(expected.level + 1)"), true, context)
      XCTAssertEqual(element?.has("selected"), expected.isSelected, context)
      XCTAssertEqual(element?.name, expected.item, context)
      let flags = element.map { gtk_widget_get_state_flags($0.native).rawValue } ?? 0
      let isHighlighted = flags & GTK_STATE_FLAG_SELECTED.rawValue != 0
      XCTAssertEqual(isHighlighted, expected.isSelected, context)
      if expected.hasChildren {
        XCTAssertEqual(element?.has("expanded"), expected.isOpen, context)
      }
    }
  }

  @MainActor
  private static func change(
    _ view: OutlineView<String>, _ random: inout SeededGenerator
  ) throws {
    let count = view.outline.rowCount
    let row = count > 0 ? Int.random(in: 0..<count, using: &random) : 0
    let id = count > 0 ? view.outline.id(atRow: row) : 0
    let letter = String("abcdefgh".randomElement(using: &random) ?? "a")
    switch Int.random(in: 0..<15, using: &random) {
    case 0, 1, 2: view.change { $0.toggle(id) }
    case 3: view.change { $0.openAll() }
    case 4: view.change { $0.closeAll() }
    case 5: view.change { $0.setFilter { _, text in text.contains(letter) } }
    case 6: view.change { $0.setFilter(nil) }
    case 7: view.changeSelection { $0.toggleSelection(id) }
    case 8: view.changeSelection { $0.extendSelection(to: id) }
    case 11, 12: view.scroll(to: row)
    case 13: view.scroll(to: count - 1)
    case 10:
      let other = try outline(Int.random(in: 0..<100, using: &random), &random)
      view.change { outline in
        // Several edits in one change.
        _ = outline.update(other)
        return outline.openAll()
      }
    case 9:
      let size = Int.random(in: 0..<400, using: &random)
      let other = try outline(size, &random)
      view.change { $0.merge(other) }
    default:
      try view.change { outline in
        try outline.edit { editor in
          try editor.insert([Node("new \(letter) \(random.next())")], under: nil, at: 0)
          if editor.contains(id) { try editor.remove(id) }
        }
      }
    }
  }

  private static func outline(
    _ size: Int, _ random: inout SeededGenerator
  ) throws -> Outline<String> {
    var assembler = Outline<String>.Assembler()
    for number in 0..<size {
      let text = "\(number % 97) " + String("abcdefgh".randomElement(using: &random) ?? "a")
      if number % 10 == 0 {
        if number > 0 { assembler.close() }
        assembler.open(text, isSection: true, isOpen: Bool.random(using: &random))
      } else {
        assembler.add(text)
      }
    }
    if size > 0 { assembler.close() }
    return try assembler.finish()
  }
}
