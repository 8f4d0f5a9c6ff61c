import CHikidashiGTK
import HikidashiRecords
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

/// What tables look like, as far as it does not depend on how letters are drawn.
final class TablePictureTests: XCTestCase {
  private static let words = ["acb", "def", "ghi", "jkl"]

  @MainActor
  private static func forEachScheme(
    _ stage: Stage, _ body: @MainActor (String) async throws -> Void
  ) async throws {
    let manager = adw_style_manager_get_default()
    defer { adw_style_manager_set_color_scheme(manager, ADW_COLOR_SCHEME_DEFAULT) }
    for (scheme, name) in [
      (ADW_COLOR_SCHEME_FORCE_LIGHT, "light"), (ADW_COLOR_SCHEME_FORCE_DARK, "dark"),
    ] {
      adw_style_manager_set_color_scheme(manager, scheme)
      await stage.nextFrame()
      try await body(name)
    }
  }

  func testTablesLookAsTheyDid() throws {
    try onLoop {
      let tables: [(String, Part)] = [
        ("TableView", TableView(Self.words)),
        ("TableView, slate", TableView(Self.words).style(.slate)),
        ("TableView, check marks", TableView(Self.words).selection(.toggle).checkmarks()),
        ("RecordsView", try Members.view().sorted(by: .ascending(Members.name))),
      ]
      for (name, part) in tables {
        (part as? TableView<String>)?.selectedIndices = [1]
        let stage = try await Stage.show(part, title: "Table", width: 600, height: 360)
        try await until("\(name) to settle") { (part as? RecordsView)?.isSettled ?? true }
        try await Self.forEachScheme(stage) { scheme in
          try await Golden.checkPicture(stage, "\(name), \(scheme)")
        }
        try await stage.close()
      }
    }
  }

  /// Letters may be drawn otherwise; whatever else is seen may not be.
  func testOtherLettersAreTakenForTheSameAndNothingElse() throws {
    try onLoop {
      let table = TableView(Self.words)
      let stage = try await Stage.show(table, title: "Table", width: 600, height: 360)
      let before = try await Golden.sketch(of: stage)
      @MainActor func difference() async throws -> PictureSketch.Difference {
        for _ in 0..<3 { await stage.nextFrame() }
        let now = try await Golden.sketch(of: stage)
        return try XCTUnwrap(now.difference(from: before))
      }
      let again = try await difference()
      XCTAssertEqual(again.greatest, 0)
      table.update(["abc", "deg", "ghj", "jkm"])
      let letters = try await difference()
      XCTAssertTrue(letters.isSlight, "\(letters)")
      XCTAssertGreaterThan(letters.greatest, 0)
      table.update(Self.words)
      let settings = try XCTUnwrap(gtk_settings_get_default())
      for font in ["DejaVu Serif 10", "DejaVu Sans Mono 10", "DejaVu Sans 11"] {
        setSetting(settings, "gtk-font-name", font)
        let other = try await difference()
        XCTAssertTrue(other.isSlight, "\(font): \(other)")
      }
      gtk_settings_reset_property(settings, "gtk-font-name")
      table.selectedIndices = [2]
      let selected = try await difference()
      XCTAssertFalse(selected.isSlight, "\(selected)")
      table.selectedIndices = []
      table.style(.slate)
      let slate = try await difference()
      XCTAssertFalse(slate.isSlight, "\(slate)")
      table.style(.standard)
      table.update(["WWWWWWWWWWWWWWWWWWWWWWWWWWWWWW"])
      let text = try await difference()
      XCTAssertFalse(text.isSlight, "\(text)")
      try await stage.close()
    }
  }
}

/// Sets a text among the desktop's settings.
@MainActor
private func setSetting(_ settings: OpaquePointer, _ name: String, _ text: String) {
  var value = GValue()
  g_value_init(&value, GType(16 << 2))
  g_value_set_string(&value, text)
  g_object_set_property(
    UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self), name, &value)
  g_value_unset(&value)
}
