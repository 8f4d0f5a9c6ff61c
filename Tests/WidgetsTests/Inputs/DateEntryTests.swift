import CHikidashiGTK
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class DateEntryTests: XCTestCase {
  private static func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  func testADateIsTypedAndStepped() throws {
    try onLoop {
      let born = DateEntry("Born", timeZone: "UTC", rules: [.required])
      let stage = try await Stage.show(born)
      born.focus()
      try await stage.type("2026-02-28")
      XCTAssertEqual(born.value, try Self.date("2026-02-28T00:00:00Z"))
      var heard: [Date?] = []
      born.onChange = { heard.append($0) }
      try await stage.press("Up")
      XCTAssertEqual(heard, [try Self.date("2026-03-01T00:00:00Z")])
      XCTAssertEqual(try stage.find("text-box", "Born").states.last, "“3/1/2026”")
      try await stage.press("Down")
      XCTAssertEqual(born.value, try Self.date("2026-02-28T00:00:00Z"))
      try await stage.press("a", holding: .control)
      try await stage.type("2/30/2026")
      XCTAssertFalse(born.isReadable)
      XCTAssertTrue(born.complaint?.hasPrefix("must be a date such as ") == true)
      try await stage.press("a", holding: .control)
      try await stage.press("BackSpace")
      XCTAssertEqual(born.complaint, "must be filled in")
      try await stage.close()
    }
  }

  func testADateTypedInAnotherFormIsTidiedWhenItIsLeft() throws {
    try onLoop {
      let born = DateEntry("Born", timeZone: "UTC")
      let stage = try await Stage.show(
        Stack {
          born
          TextEntry("Next")
        })
      born.focus()
      try await stage.type("Feb 3, 2026")
      var changes = 0
      born.onChange = { _ in changes += 1 }
      XCTAssertEqual(try stage.find("text-box", "Born").states.last, "“Feb 3, 2026”")
      try await stage.press("Tab")
      XCTAssertEqual(try stage.find("text-box", "Born").states.last, "“2/3/2026”")
      XCTAssertEqual(changes, 0)
      try await stage.close()
    }
  }

  func testADayIsPickedFromTheCalendar() throws {
    try onLoop {
      let begins = DateEntry(
        "Begins", value: try Self.date("2026-03-09T05:30:00Z"), hasTime: true,
        timeZone: "Asia/Tokyo")
      let stage = try await Stage.show(begins)
      XCTAssertEqual(try stage.find("text-box", "Begins").states.last, "“3/9/2026, 2:30 PM”")
      begins.focus()
      try await stage.press("Tab")
      try await stage.press("space")
      try await stage.settle()
      XCTAssertEqual(
        stage.all("button").map(\.name).suffix(4),
        ["Previous Month", "Next Month", "Previous Year", "Next Year"])
      XCTAssertNoThrow(try stage.find("label", "March"))
      try await stage.press("Down")
      try await stage.press("Right")
      try await stage.press("Page_Down")
      // A day is picked as soon as a key goes to it, and keeps the time.
      XCTAssertEqual(begins.value, try Self.date("2026-04-17T05:30:00Z"))
      try await stage.press("Return")
      try await until("the calendar to close") { stage.all("label", "April").isEmpty }
      XCTAssertTrue(try stage.find("text-box", "Begins").has("“4/17/2026, 2:30 PM”"))
      // Opened again, it shows the day that was typed meanwhile.
      begins.value = try Self.date("2030-12-31T00:00:00Z")
      try await stage.press("space")
      try await stage.settle()
      XCTAssertNoThrow(try stage.find("label", "2030"))
      try await stage.press("Escape")
      try await stage.close()
    }
  }

  func testDatesAreInTheReadersLanguage() throws {
    for (language, text) in [("de_DE.UTF-8", "9.3.2026"), ("ja_JP.UTF-8", "2026/3/9")] {
      setenv("LC_TIME", language, 1)
      defer { unsetenv("LC_TIME") }
      try onLoop {
        let born = DateEntry(
          "Born", value: try Self.date("2026-03-09T00:00:00Z"), timeZone: "UTC")
        let stage = try await Stage.show(born)
        XCTAssertEqual(try stage.find("text-box", "Born").states.last, "“\(text)”")
        try await stage.close()
      }
    }
  }
}
