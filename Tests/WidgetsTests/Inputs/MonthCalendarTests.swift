import CHikidashiGTK
import Foundation
import HikidashiBase
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

final class MonthCalendarTests: XCTestCase {
  private static func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  @MainActor private static func press(_ keys: [String], _ stage: Stage) async throws {
    for key in keys { try await stage.press(key) }
  }

  func testADayIsReachedByKeys() throws {
    try onLoop {
      let due = MonthCalendar(
        "Due", value: try Self.date("2026-03-09T05:30:00Z"), timeZone: "Asia/Tokyo")
      var heard = 0
      due.onChange = { _ in heard += 1 }
      let stage = try await Stage.show(due)
      due.focus()
      try await Self.press(["Right", "Down", "Page_Down"], stage)
      // The time of the day stays.
      XCTAssertEqual(due.value, try Self.date("2026-04-17T05:30:00Z"))
      try await Self.press(["Left", "Up", "Page_Up"], stage)
      XCTAssertEqual(due.value, try Self.date("2026-03-09T05:30:00Z"))
      XCTAssertEqual(heard, 6)
      try await stage.close()
    }
  }

  /// Where days run to the left, so do the keys.
  func testTheArrowKeysGoWhereTheyPoint() throws {
    try onLoop {
      try await LayoutSetting(width: 400, height: 400, direction: .rightToLeft).during {
        let due = MonthCalendar(
          "Due", value: try Self.date("2026-03-09T00:00:00Z"), timeZone: "UTC")
        let stage = try await Stage.show(due)
        due.focus()
        try await stage.press("Left")
        XCTAssertEqual(due.value, try Self.date("2026-03-10T00:00:00Z"))
        try await stage.close()
      }
    }
  }

  /// Nothing is chosen until a person chooses, even the day that GTK's calendar shows first.
  func testNoDayIsChosenAtFirst() throws {
    try onLoop {
      let due = MonthCalendar("Due", timeZone: "UTC", rules: [.required])
      let stage = try await Stage.show(due)
      XCTAssertNil(due.value)
      XCTAssertEqual(due.complaint, "must be filled in")
      try await stage.click("button", "Next Month")
      XCTAssertNil(due.value)
      try await stage.click("button", "Previous Month")
      due.focus()
      try await stage.press("space")
      let days = ZonedDays(zone: "UTC")
      XCTAssertEqual(due.value, days.today)
      due.value = nil
      let today = try XCTUnwrap(
        stage.all("label").first { gtk_widget_has_css_class($0.native, "today") != 0 })
      try await stage.click(today)
      try await until("the day") { due.value == days.today }
      try await stage.close()
    }
  }

  func testMarkedDaysFollowTheModelAndTheMonth() throws {
    try onLoop {
      let model = Guarded([3, 14])
      let counter = ObservedState()
      let due = MonthCalendar(
        "Due", value: try Self.date("2026-03-09T00:00:00Z"), timeZone: "UTC"
      ).marked { day in
        counter.willRead()
        let parts = Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: day)
        return parts.month == 3 && model.withLock { $0.contains(parts.day ?? 0) }
      }
      let stage = try await Stage.show(due)
      @MainActor func marks() -> [String] {
        stage.all("label").filter { gtk_widget_has_css_class($0.native, "hk-marked") != 0 }
          .map(\.name)
      }
      try await until("the marks") { marks() == ["3", "14"] }
      XCTAssertTrue(
        stage.dump().contains(
          "described “March 9, 2026. Marked: March 3, 2026; March 14, 2026”"), stage.dump())
      model.withLock { $0 = [31] }
      counter.didChange()
      try await until("the other mark") { marks() == ["31"] }
      due.focus()
      try await stage.press("Page_Down")
      try await until("no marks") { marks() == [] }
      try await stage.close()
    }
  }

  func testItIsBound() throws {
    try onLoop {
      final class Task { var due: Date? }
      let task = Task()
      let due = MonthCalendar("Due", value: .now, timeZone: "UTC").bind(task, \.due)
      let stage = try await Stage.show(due)
      XCTAssertNil(due.value)
      due.focus()
      try await stage.press("space")
      XCTAssertEqual(task.due, ZonedDays(zone: "UTC").today)
      try await stage.close()
    }
  }

  func testWeeksBeginOnMondayInGermany() throws { try checkWeeks(in: "de_DE", begin: "Mo") }
  func testWeeksBeginOnSundayInTheUnitedStates() throws {
    try checkWeeks(in: "en_US", begin: "Sun")
  }

  /// The desktop's region is made for the test: not every machine has it.
  private func checkWeeks(in region: String, begin first: String, _ test: String = #function) throws
  {
    guard let compiler = Tool("localedef").path,
      FileManager.default.fileExists(atPath: "/usr/share/i18n/locales/\(region)")
    else { throw XCTSkip(Tool("localedef").reason) }
    let folder = try ScratchFolder()
    let run = try Run(
      compiler, ["-i", region, "-f", "UTF-8", folder.url.path + "/\(region).UTF-8"])
    XCTAssertEqual(run.wait(), 0, run.standardError)
    let environment = ["LOCPATH": folder.url.path, "LC_ALL": "\(region).UTF-8", "LANGUAGE": "en"]
    try inOwnProcess(test, environment: environment) {
      try onLoop {
        let stage = try await Stage.show(MonthCalendar("Due"))
        let days = stage.all("label").filter {
          gtk_widget_has_css_class($0.native, "day-name") != 0
        }
        XCTAssertEqual(days.first?.name, first)
        XCTAssertEqual(days.count, 7)
        try await stage.close()
      }
    }
  }
}
