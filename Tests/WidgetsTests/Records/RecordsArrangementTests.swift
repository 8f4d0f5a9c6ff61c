import CHikidashiGTK
import Foundation
import HikidashiBase
import HikidashiPreferences
import HikidashiStorage
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiRecords
@testable import HikidashiWidgets

/// How a person arranges a table of records: told, kept, and restored.
final class RecordsArrangementTests: XCTestCase {
  private struct Settings: PreferenceGroup {
    let members = Preference("members", default: RecordsArrangement()).visible(when: .never)
  }

  func testWhatAPersonArrangesIsToldAndRestored() throws {
    try onLoop {
      let view = try Members.view()
      var heard: [RecordsArrangement] = []
      view.onArrange = { heard.append($0) }
      // What the program does tells nobody.
      view.setWidth("city", 90)
      view.sorted(by: .ascending(Members.city))
      let stage = try await Members.show(view, height: 520)
      XCTAssertEqual(heard, [])
      try await stage.click("column-header", "Rate")
      try await Members.choose("Joined", from: "Columns", stage)
      try await until("the column to go") { heard.count == 2 }
      view.arranger.header.title(of: "name")?.focus()
      try await stage.press("Right", holding: .control)
      try await stage.click("button", "Filter")
      try await stage.type("p")
      XCTAssertEqual(heard.count, 4)
      let last = try XCTUnwrap(heard.last)
      XCTAssertEqual(last, view.arrangement)
      XCTAssertEqual(last.columns.map(\.field), ["name", "city", "rate", "joined", "active"])
      XCTAssertEqual(last.columns.filter(\.isHidden).map(\.field), ["joined"])
      XCTAssertEqual(last.columns[1].width, 90)
      XCTAssertEqual(last.order, [.init("rate")])
      XCTAssertEqual(last.words, "p")
      // Escape shows all again, by the user's hand.
      try await stage.press("Escape")
      XCTAssertEqual(heard.last, last.unfiltered)
      let seen = Members.seen(view)
      let titles = stage.all("column-header").map(\.name)
      try await stage.close()

      let text = try JSONEncoder().encode(view.arrangement)
      let again = try Members.view()
      again.onArrange = { heard.append($0) }
      again.arrangement = try JSONDecoder().decode(RecordsArrangement.self, from: text)
      let second = try await Members.show(again, height: 520)
      XCTAssertEqual(Members.seen(again), seen)
      XCTAssertEqual(second.all("column-header").map(\.name), titles)
      XCTAssertEqual(heard.count, 5)
      again.arrangement = RecordsArrangement()
      XCTAssertEqual(again.columns.map(\.isHidden), [false, false, false, false, false])
      XCTAssertEqual(again.columns.map(\.width), [nil, nil, nil, nil, nil])
      XCTAssertEqual(again.sortKeys, [])
      try await second.close()
    }
  }

  func testTitlesAreDraggedToAnotherPlace() throws {
    try onLoop {
      let view = try Members.view()
      var heard = 0
      view.onArrange = { _ in heard += 1 }
      let stage = try await Members.show(view)
      @MainActor func names() -> [String] { stage.all("column-header").map(\.name) }
      @MainActor func point(_ name: String, _ part: Int = 0) throws -> (x: Int, y: Int) {
        let point = try stage.screenPoint(of: stage.find("column-header", name))
        return (point.x + part, point.y)
      }
      try await stage.drag(from: point("Rate"), to: point("Name", -30))
      try await Members.settle(view, stage)
      XCTAssertEqual(names(), ["Rate", "Name", "City", "Joined", "Active"])
      XCTAssertEqual(Members.seen(view).first, "4.5")
      // A drag is no click, and what ends where it began is none at all.
      XCTAssertEqual(view.sortKeys, [])
      try await stage.drag(from: point("City", -20), to: point("City", 20))
      XCTAssertEqual(names(), ["Rate", "Name", "City", "Joined", "Active"])
      XCTAssertEqual(view.sortKeys, [])
      XCTAssertEqual(heard, 1)
      try await stage.drag(from: point("Name"), to: point("Active", 40))
      try await Members.settle(view, stage)
      XCTAssertEqual(names(), ["Rate", "City", "Joined", "Active", "Name"])
      // A hidden column is passed over.
      view.setHidden("joined", true)
      try await Members.settle(view, stage)
      view.arranger.header.title(of: "name")?.focus()
      try await stage.press("Left", holding: [.control, .shift])
      try await stage.press("Left", holding: [.control, .shift])
      XCTAssertEqual(names(), ["Rate", "Name", "City", "Active"])
      XCTAssertEqual(view.arranger.header.title(of: "name")?.hasFocus, true)
      for _ in 0..<4 { try await stage.press("Left", holding: [.control, .shift]) }
      XCTAssertEqual(names(), ["Name", "Rate", "City", "Active"])
      XCTAssertEqual(heard, 5)
      try await stage.close()
    }
  }

  func testASettingKeepsIt() throws {
    try onLoop {
      let settings = Settings()
      let storage = MemoryStorage()
      let name = StorageName("preferences.json")
      func open() throws -> PreferenceStore {
        try PreferenceStore(
          settings, at: .bytes(in: storage, name: name), version: "1",
          options: PreferenceOptions(autosave: nil))
      }
      @MainActor func view(_ store: PreferenceStore) throws -> RecordsView {
        try Members.view().sorted(by: .ascending(Members.name))
          .keeping(settings.members, in: store)
      }
      let store = try open()
      let first = try view(store)
      let stage = try await Members.show(first, height: 520)
      // A filter is not kept, and says nothing of the rest.
      try await stage.click("button", "Filter")
      try await stage.type("p")
      XCTAssertEqual(store.layer(of: settings.members), .standard)
      try await stage.press("Escape")
      try await stage.click("column-header", "Rate")
      first.arranger.header.title(of: "rate")?.focus()
      try await stage.press("Left", holding: [.control, .shift])
      try await store.save()
      try await stage.close()

      let next = try open()
      let second = try view(next)
      XCTAssertEqual(
        second.columns.map(\.field.name), ["name", "rate", "city", "joined", "active"])
      XCTAssertEqual(second.sortKeys, [.ascending(Members.rate)])
      // Another table of the same setting follows, and so does one whose setting is taken away.
      let third = try view(next)
      let other = try await Members.show(third)
      try await other.click("column-header", "City")
      try await until("the other table") { second.sortKeys == [.ascending(Members.city)] }
      try next.reset(settings.members)
      try await until("the first order") {
        second.arrangement.columns.isEmpty && second.sortKeys == [.ascending(Members.name)]
      }
      try await other.close()
    }
  }

  /// Whatever is kept, from whatever version: every column is there once, those that are named in their
  /// order, one at least is shown, and what is read back is what was set.
  func testAnyArrangementFitsAnyColumns() throws {
    let seed = testSeed()
    print("testAnyArrangementFitsAnyColumns: HIKIDASHI_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    for step in 0..<testSteps(2_000) {
      let context = "seed \(seed), step \(step)"
      let names = (0..<Int.random(in: 1...8, using: &random)).map { "f\($0)" }
      let schema = try Schema(fields: names.map { Field<String>($0).definition })
      let given = FieldColumn.columns(of: schema)
      var layout = RecordsLayout(given)
      let wanted = (0..<Int.random(in: 0...10, using: &random)).map { _ in
        RecordsArrangement.Column(
          "f\(Int.random(in: 0...10, using: &random))",
          width: Bool.random(using: &random) ? .random(in: -10...10_000, using: &random) : nil,
          isHidden: Bool.random(using: &random))
      }
      layout.arrange(wanted)
      XCTAssertEqual(layout.columns.map(\.field.name).sorted(), names.sorted(), context)
      var named: [String] = []
      for column in wanted where names.contains(column.field) && !named.contains(column.field) {
        named.append(column.field)
      }
      XCTAssertEqual(
        layout.columns.map(\.field.name).filter(named.contains), named, context)
      XCTAssertTrue(layout.columns.contains { !$0.isHidden }, context)
      for column in layout.columns {
        XCTAssertTrue(column.width.map((24...4_000).contains) ?? true, context)
      }
      let kept = layout.arrangement
      var again = RecordsLayout(given)
      again.arrange(kept)
      XCTAssertEqual(again.arrangement, kept, context)
      XCTAssertEqual(again.columns.map(\.field), layout.columns.map(\.field), context)
      let shown = Int.random(in: 0..<layout.shown.count, using: &random)
      let place = Int.random(in: -2...10, using: &random)
      var expected = layout.shown.map(\.field.name)
      let moved = expected.remove(at: shown)
      expected.insert(moved, at: min(max(place, 0), expected.count))
      layout.move(moved, toShown: place)
      XCTAssertEqual(layout.shown.map(\.field.name), expected, context)
    }
  }
}
