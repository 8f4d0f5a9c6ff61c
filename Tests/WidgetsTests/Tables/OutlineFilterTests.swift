import HikidashiOutlines
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// A tree is filtered by words as a list is.
final class OutlineFilterTests: XCTestCase {
  @MainActor
  private static func text(_ view: OutlineView<String>) -> String {
    (0..<view.outline.rowCount).map { row in
      let row = view.outline.row(at: row)
      return String(repeating: ".", count: row.level) + row.item
    }.joined(separator: " ")
  }

  func testWordsFoldWidthCaseAccentsAndKanaAndKeepWhatIsAbove() throws {
    try onLoop {
      let outline = Outline {
        Section("Fruit") {
          "りんご"
          "ＡＢＣ Café"
        }
        Section("Tea", open: true) {
          Node("Green") {
            "Sencha"
            "センチャ"
          }
        }
      }
      let view = OutlineView(outline)
      let stage = try await Stage.show(view)
      XCTAssertEqual(Self.text(view), "Fruit Tea .Green")
      for (words, rows) in [
        ("リンゴ", "Fruit .りんご"), ("abc", "Fruit .ＡＢＣ Café"), ("CAFE ａｂ", "Fruit .ＡＢＣ Café"),
        ("せんちゃ", "Tea .Green ..センチャ"), ("senCHA", "Tea .Green ..Sencha"),
      ] {
        view.filter(words)
        XCTAssertEqual(Self.text(view), rows, words)
      }
      view.filter("green", keeping: .ancestorsAndDescendants)
      XCTAssertEqual(Self.text(view), "Tea .Green ..Sencha ..センチャ")
      view.filter("nothing such")
      await stage.nextFrame()
      XCTAssertTrue(stage.dump().contains("No row matches"), stage.dump())
      // What was closed before is closed again, and what was open is open.
      view.filter("  ")
      XCTAssertEqual(Self.text(view), "Fruit Tea .Green")
      try await stage.close()
    }
  }
}
