import CHikidashiGTK
import HikidashiGeometry
import HikidashiPreferences
import HikidashiRecords
import HikidashiStorage
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// Settings whose inputs are more than an entry.
final class PreferenceKindTests: XCTestCase {
  private enum Kind: String, CaseIterable, PreferenceValue, Codable { case web, mail }

  private struct Mirror: PreferenceStructure {
    static let titles = ["isOn": "In use"]
    var name = ""
    var kind = Kind.web
    var jobs = 1
    var isOn = true
  }

  private struct Settings: PreferenceGroup {
    let opens = Preference(
      "opens", default: TimeOfDay(rawValue: 32_400) ?? .midnight, title: "Opens")
    let home = Preference<String>.link("home", title: "Home")
    let font = Preference<String>.font("font", title: "Font")
    let age = Preference("age", default: Duration.seconds(3_600), title: "Kept for")
    let mirrors = Preference("mirrors", default: [Mirror(name: "Main")], title: "Mirrors")
      .check("must have one mirror at least") { !$0.isEmpty }
  }

  @MainActor
  private static func show(
    _ settings: Settings, width: Int = 640
  ) async throws -> (PreferenceStore, PreferencesView, Stage) {
    let store = try PreferenceStore(
      settings, at: .memory, version: "1", options: PreferenceOptions(autosave: nil))
    let view = PreferencesView(store)
    return (store, view, try await Stage.show(view, width: width, height: 900))
  }

  func testTimesAndLinksAreTyped() throws {
    try onLoop {
      let settings = Settings()
      let (store, _, stage) = try await Self.show(settings)
      func type(_ text: String, into name: String) async throws {
        try await stage.click("text-box", name)
        try await stage.press("a", holding: .control)
        try await stage.type(text)
        try await stage.press("Tab")
      }
      try await type("1430", into: "Opens")
      XCTAssertEqual(store[settings.opens], TimeOfDay(hour: 14, minute: 30))
      try await type("90 min", into: "Kept for")
      XCTAssertEqual(store[settings.age], .seconds(5_400))
      try await type("example.org", into: "Home")
      XCTAssertEqual(store[settings.home], "https://example.org")
      try await type("javascript:1", into: "Home")
      XCTAssertEqual(store[settings.home], "", "what was typed over was taken away first")
      XCTAssertTrue(stage.dump().contains("button “Font: Standard”"))
      try store.set(settings.font, to: "Monospace")
      try await until("the font") { stage.dump().contains("button “Font: Monospace”") }
      try await stage.close()
    }
  }

  func testAListOfStructuresHasInputsForEachValue() throws {
    try onLoop {
      let settings = Settings()
      let (store, _, stage) = try await Self.show(settings)
      XCTAssertFalse(stage.dump().contains("{"), "no JSON")
      try await stage.click("text-box", "Name, Mirrors 1")
      try await stage.press("a", holding: .control)
      try await stage.type("Near")
      XCTAssertEqual(store[settings.mirrors], [Mirror(name: "Near")])
      try await stage.click("switch", "In use, Mirrors 1")
      XCTAssertEqual(store[settings.mirrors], [Mirror(name: "Near", isOn: false)])
      try await stage.click("button", "Add to Mirrors")
      XCTAssertEqual(store[settings.mirrors].count, 2)
      XCTAssertEqual(stage.focused?.name, "Name, Mirrors 2")
      try await stage.type("Far")
      try await stage.click("button", "Remove Mirrors 1")
      XCTAssertEqual(store[settings.mirrors], [Mirror(name: "Far")])
      XCTAssertEqual(stage.focused?.name, "Name, Mirrors 1")
      // The last one stays, by the rule of the setting.
      try await stage.click("button", "Remove Mirrors 1")
      XCTAssertEqual(store[settings.mirrors], [Mirror(name: "Far")])
      XCTAssertTrue(stage.dump().contains("Must have one mirror at least"), stage.dump())
      XCTAssertTrue(store.undo())
      try await until("what was undone") { stage.all("text-box", "Name, Mirrors 2").count == 1 }
      try await stage.close()
    }
  }

  /// The label has the width that the control leaves, and stands above it where both have no room.
  func testALabelHasTheRestOfItsRow() throws {
    try onLoop {
      struct Long: PreferenceGroup {
        let ink = Preference(
          "ink", default: "black", choices: ["black": "Black", "blue": "Blue"],
          title: "Colour of the paper and of all that is written on it",
          help: "Some words that explain what this is good for.")
        let path = Preference("path", default: "a", title: "Where it is")
        let isOn = Preference("on", default: true, title: "In use")
      }
      let long = Long()
      let store = try PreferenceStore(
        long, at: .memory, version: "1", options: PreferenceOptions(autosave: nil))
      for (width, isBelow) in [(640, false), (360, true)] {
        let view = PreferencesView(store)
        let stage = try await Stage.show(view, width: width, height: 600)
        for row in [view.row(of: long.ink), view.row(of: long.path)] {
          let row = try XCTUnwrap(row)
          let input = try XCTUnwrap(row.input?.native)
          let native = try XCTUnwrap(row.native)
          let label = try XCTUnwrap(gtk_widget_get_first_child(native))
          let (words, control) = (Self.bounds(label, native), Self.bounds(input, native))
          XCTAssertEqual(control.minY >= words.maxY, isBelow, "\(width): \(words), \(control)")
          XCTAssertLessThanOrEqual(control.maxX, Double(gtk_widget_get_width(native)))
          if !isBelow {
            XCTAssertGreaterThan(words.width, Double(gtk_widget_get_width(native)) / 2 - 20)
          }
        }
        // A switch has room beside its label in any window.
        let row = try XCTUnwrap(view.row(of: long.isOn)?.native)
        let input = try XCTUnwrap(view.row(of: long.isOn)?.input?.native)
        let label = try XCTUnwrap(gtk_widget_get_first_child(row))
        XCTAssertGreaterThanOrEqual(Self.bounds(input, row).minX, Self.bounds(label, row).maxX)
        try await stage.close()
      }
    }
  }

  @MainActor
  private static func bounds(_ widget: NativeWidget, _ other: NativeWidget) -> Rect {
    var bounds = graphene_rect_t()
    _ = gtk_widget_compute_bounds(widget, other, &bounds)
    return Rect(
      Double(bounds.origin.x), Double(bounds.origin.y), Double(bounds.size.width),
      Double(bounds.size.height))
  }
}
