import HikidashiGeometry
import HikidashiRecords
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class TypedEntryTests: XCTestCase {
  func testATimeIsTypedAndStepped() throws {
    try onLoop {
      let nine = try XCTUnwrap(TimeOfDay(hour: 9, minute: 0))
      let opens = TimeEntry("Opens", rules: [.required, .range(nine...)])
      let next = TextEntry("Next")
      let stage = try await Stage.show(
        Stack {
          opens
          next
        })
      opens.focus()
      try await stage.type("940")
      XCTAssertEqual(opens.value, TimeOfDay(hour: 9, minute: 40))
      try await stage.press("Up")
      XCTAssertEqual(opens.value, TimeOfDay(hour: 9, minute: 45))
      try await stage.press("Down")
      try await stage.press("Down")
      XCTAssertEqual(opens.value, TimeOfDay(hour: 9, minute: 15))
      try await stage.press("a", holding: .control)
      try await stage.type("7")
      XCTAssertEqual(opens.complaint, "must be at least \(nine.text())")
      try await stage.type("x")
      XCTAssertEqual(opens.complaint, "must be a time such as \(opens.example)")
      XCTAssertFalse(opens.isReadable)
      try await stage.press("a", holding: .control)
      try await stage.press("BackSpace")
      XCTAssertEqual(opens.complaint, "must be filled in")
      try await stage.press("Up")
      XCTAssertEqual(opens.value, TimeOfDay(hour: 12, minute: 0))
      try await stage.close()
    }
  }

  func testADurationIsTypedAndTidied() throws {
    try onLoop {
      let walk = DurationEntry("Walk", rules: [.range(.zero...Duration.seconds(7_200))])
      let next = TextEntry("Next")
      let stage = try await Stage.show(
        Stack {
          walk
          next
        })
      walk.focus()
      try await stage.type("1h30")
      XCTAssertEqual(walk.value, .seconds(5_400))
      try await stage.press("Tab")
      XCTAssertEqual(try stage.find("text-box", "Walk").states.last, "“1 hr, 30 min”")
      walk.focus()
      try await stage.press("Up")
      XCTAssertEqual(walk.value, .seconds(5_460))
      walk.value = .seconds(90)
      try await stage.press("Down")
      XCTAssertEqual(walk.value, .seconds(60))
      try await stage.press("Down")
      try await stage.press("Down")
      XCTAssertEqual(walk.value, .zero)
      walk.value = .milliseconds(1_500)
      XCTAssertEqual(walk.text(of: .milliseconds(1_500)), "1.5 s")
      XCTAssertEqual(walk.value(of: "1.5 s"), .milliseconds(1_500))
      walk.value = .seconds(9_000)
      XCTAssertEqual(walk.complaint, "must be between 0 sec and 2 hr")
      try await stage.close()
    }
  }

  func testALinkIsCompletedAndOpened() throws {
    try onLoop {
      let home = LinkEntry("Home")
      var opened: [String] = []
      home.onOpen = { opened.append($0) }
      let stage = try await Stage.show(
        Stack {
          home
          TextEntry("Next")
        })
      home.focus()
      XCTAssertTrue(try stage.find("button", "Open Home").has("disabled"))
      try await stage.type("example.org/a")
      XCTAssertEqual(home.value, "https://example.org/a")
      try await stage.press("Tab")
      XCTAssertEqual(try stage.find("text-box", "Home").states.last, "“https://example.org/a”")
      try await stage.press("space")
      XCTAssertEqual(opened, ["https://example.org/a"])
      for (typed, value) in [
        ("ada@example.org", "mailto:ada@example.org"), ("http://x/", "http://x/"),
      ] {
        home.value = ""
        home.focus()
        try await stage.type(typed)
        XCTAssertEqual(home.value, value)
        XCTAssertNil(home.complaint)
      }
      for wrong in [
        "word", "javascript:alert(1)", "file:///etc/passwd", "https://", "mailto:a@b@c",
        "https://a b",
      ] {
        home.value = wrong
        XCTAssertEqual(home.complaint, "must be an address such as https://example.org", wrong)
        XCTAssertTrue(try stage.find("button", "Open Home").has("disabled"), wrong)
      }
      try await stage.close()
    }
  }

  func testAFontIsChosenAndTakenAway() throws {
    try onLoop {
      let font = FontEntry("Font", value: Font("Monospace", size: 16, isBold: true))
      let stage = try await Stage.show(font, width: 480, height: 400)
      XCTAssertEqual(
        try stage.find("button", "Font: Monospace bold, 12").name, "Font: Monospace bold, 12")
      font.focus()
      try await stage.press("space")
      let dialog = try await stage.dialog()
      try await dialog.click("button", "Cancel")
      try await until("the dialog to go") { dialog.window.native == nil }
      try await stage.settle()
      XCTAssertEqual(font.value?.family, "Monospace")
      try await stage.click("button", "Clear")
      XCTAssertNil(font.value)
      XCTAssertEqual(stage.focused?.name, "Font: Standard")
      try await stage.close()
    }
  }
}
