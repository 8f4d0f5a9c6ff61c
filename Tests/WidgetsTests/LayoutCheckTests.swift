import CHikidashiGTK
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// The check of layouts finds each kind of flaw, and none where there is none.
final class LayoutCheckTests: XCTestCase {
  @MainActor private static func flaws(
    of part: Part, width: Int = 300, height: Int = 200
  ) async throws -> [LayoutFlaw] {
    let stage = try await Stage.show(part, width: width, height: height)
    try await stage.parkPointer()
    defer { stage.window.destroy() }
    return try await layoutFlaws(stage, room: (width, height))
  }

  /// Two parts, the second drawn over the first.
  @MainActor private static func heap(_ one: Part, _ other: Part, apart distance: Double) -> Part {
    let fixed = Part(native: gtk_fixed_new())
    one.adopt { gtk_fixed_put(fixed.native?.cast(to: GtkFixed.self), $0, 0, 0) }
    other.adopt { gtk_fixed_put(fixed.native?.cast(to: GtkFixed.self), $0, distance, 0) }
    return fixed
  }

  func testAGoodWindowHasNoFlaw() throws {
    try onLoop {
      let stage = try await Stage.show(
        Stack {
          Label("Name").styleClass("dim-label")
          TextEntry("Name", value: "Ume")
          Label("A text that is longer than the window is wide and goes on").ellipsized()
          Button("_Save") {}.styleClass("suggested-action")
          Button("_Later") {}.enabled(false)
        }.margin(18), width: 300, height: 300)
      try await checkLayout(stage, room: (300, 300))
      try await stage.close()
    }
  }

  func testWhatIsCutIsFound() throws {
    try onLoop {
      let long = "A text that is longer than the window is wide and goes on"
      // A label of the toolkit's has a tooltip.
      let label = Part(native: gtk_label_new(long))
      label.native.map { gtk_label_set_ellipsize($0.opaque, PANGO_ELLIPSIZE_END) }
      let told = try await Self.flaws(of: Label(long).ellipsized())
      XCTAssertEqual(told, [])
      let flaws = try await Self.flaws(of: label)
      XCTAssertEqual(flaws.map(\.kind), [.cut])
      XCTAssertEqual(flaws.first?.place, "label “\(long)”")
      XCTAssertEqual(flaws.first?.details, "ends in … without a tooltip")
    }
  }

  func testWhatNeedsTooMuchRoomIsFound() throws {
    try onLoop {
      let flaws = try await Self.flaws(of: Stack { Button("Wide") {}.minimumSize(width: 500) })
      XCTAssertEqual(flaws.map(\.kind), [.tooLarge])
      XCTAssertEqual(
        flaws.first?.details,
        "is 500 pixels wide where there are 300, because of button “Wide”, which needs 500")
    }
  }

  func testWhatOverlapsIsFound() throws {
    try onLoop {
      let near = try await Self.flaws(
        of: Self.heap(Button("One") {}, Button("Other") {}, apart: 20))
      XCTAssertTrue(near.contains { $0.kind == .overlapping }, "\(near)")
      let far = try await Self.flaws(
        of: Self.heap(Button("One") {}, Button("Other") {}, apart: 120))
      XCTAssertEqual(far, [])
    }
  }

  func testWhatIsOutOfReachIsFound() throws {
    try onLoop {
      StyleSheet("away", css: ".away { margin-left: -60px; }").install()
      let away = Button("Half outside") {}.styleClass("away").align(horizontal: .start)
      let hidden = try await Self.flaws(of: Stack { away })
      XCTAssertTrue(hidden.contains { $0.kind == .outside }, "\(hidden)")
      let scrolled = Scroller(Button("A button that is wider") {}).size(width: 80, height: 60)
      let reached = try await Self.flaws(of: Stack(.horizontal) { scrolled })
      XCTAssertFalse(reached.contains { $0.kind == .outside }, "\(reached)")
    }
  }

  func testASmallTargetIsFound() throws {
    try onLoop {
      StyleSheet(
        "too-small",
        css: ".too-small { min-width: 0; min-height: 0; padding: 1px; font-size: 8px; }"
      ).install()
      let small = Button("x") {}.styleClass("too-small").align(horizontal: .start, vertical: .start)
      let flaws = try await Self.flaws(of: small)
      XCTAssertEqual(flaws.map(\.kind), [.smallTarget])
    }
  }

  func testLowContrastIsFound() throws {
    try onLoop {
      StyleSheet(
        "pale",
        css: """
          .pale { color: #8a8a8a; }
          .grey { color: #6a6a6a; }
          .on-pale { background: #3584e4; color: white; }
          """
      ).install()
      let flaws = try await Self.flaws(
        of: Stack {
          Label("Pale").styleClass("pale")
          Label("Grey").styleClass("grey")
          Label("On blue").styleClass("on-pale")
          Label("Off").styleClass("pale").enabled(false)
        })
      XCTAssertEqual(flaws.map(\.kind), [.lowContrast, .lowContrast])
      XCTAssertEqual(flaws.map(\.place), ["label “Pale”", "label “On blue”"])
      // #3584e4 under white has 3.77 : 1.
      XCTAssertTrue(flaws.last?.details.contains("3.7") == true, "\(flaws)")
    }
  }

  func testLostFocusAndMissingNamesAreFound() throws {
    try onLoop {
      let unreached = Button("Never") {}
      unreached.native.map { gtk_widget_set_focusable($0, 0) }
      let flaws = try await Self.flaws(
        of: Stack {
          unreached
          Button(icon: "edit-clear-symbolic", label: "") {}
        })
      XCTAssertEqual(flaws.map(\.kind), [.focusLost, .nameless])
    }
  }

  /// Every two values of two aspects come together in the pairs, language included.
  func testPairsCoverAllPairs() {
    let rows = LayoutSetting.pairs.enumerated().map { index, setting in
      [
        "\(setting.width)", "\(setting.textScale)", "\(setting.direction)",
        "\(setting.colorScheme)", index < 3 ? "en" : "ja",
      ]
    }
    for one in 0..<5 {
      for other in 0..<one {
        XCTAssertEqual(Set(rows.map { [$0[one], $0[other]] }).count, 4, "\(one), \(other)")
      }
    }
    XCTAssertEqual(Set(LayoutSetting.all).count, 16)
  }
}
