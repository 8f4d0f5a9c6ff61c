import CHikidashiGTK
import HikidashiPresentation
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// An app's own windows and errands, which wait in the queue of a window like an alert.
final class OwnThingsTests: XCTestCase {
  /// A window of the app's own, with a button for each answer.
  private struct Rating: CustomPresentable {
    var name = "Rating"
    var ask: @MainActor @Sendable (Window) -> Void = { _ in }

    func show(_ showing: Showing<Rating>) async throws -> Int {
      var stars: Int?
      let row = Stack(.horizontal, spacing: 6, [])
      let window = Window("Rate it", name: "rating", width: 240, height: 80) { row }
      for number in 1...3 {
        row.append(
          Button("\(number)") { [weak window] in
            stars = number
            window?.close()
          })
      }
      row.append(Button("Ask") { [weak window] in if let window { ask(window) } })
      await window.presentUntilClosed(over: showing.window)
      guard let stars else { throw CancellationError() }
      return stars
    }
  }

  @MainActor private static var toplevels: Int {
    Int(g_list_model_get_n_items(gtk_window_get_toplevels()))
  }

  func testAWindowOfTheAppsOwnWaitsItsTurnAndAnswers() throws {
    try onLoop {
      let theater = try await Theater.open()
      let before = Self.toplevels
      let alert = try theater.window.enqueue(Alert("First"))
      let item = try theater.window.enqueue(Rating(), after: [alert])
      let first = try await theater.stage.dialog("First")
      XCTAssertEqual(item.state, .waiting)
      try await first.press("Return")
      let dialog = try await theater.stage.dialog("Rate it")
      XCTAssertEqual(
        gtk_window_get_transient_for(dialog.window.native?.cast(to: GtkWindow.self)),
        theater.window.native?.cast(to: GtkWindow.self))
      try await dialog.click("button", "2")
      let stars = try await item.answer
      XCTAssertEqual(stars, 2)
      try await theater.expectFocusBack()
      try await until("its window to go") { Self.toplevels <= before }
      try await theater.close()
    }
  }

  func testClosingItWithoutAnAnswerDismissesIt() throws {
    try onLoop {
      let theater = try await Theater.open()
      let item = try theater.window.enqueue(Rating())
      try await theater.stage.dialog("Rate it").window.close()
      let ending = await item.ending
      XCTAssertEqual(ending, .unanswered(.dismissed))
      try await theater.close()
    }
  }

  func testItIsTakenAwayByTheProgramAndWithItsWindow() throws {
    try onLoop {
      let theater = try await Theater.open()
      let before = Self.toplevels
      let item = try theater.window.enqueue(Rating())
      _ = try await theater.stage.dialog("Rate it")
      item.cancel()
      let ending = await item.ending
      XCTAssertEqual(ending, .unanswered(.cancelled))
      try await until("its window to go") { Self.toplevels <= before }
      // X gives no keyboard on behalf of a click that is older than the dialog: that is asked for.
      try await theater.stage.settle()
      XCTAssertTrue(theater.isFieldFocused)
      let other = try theater.window.enqueue(Rating())
      _ = try await theater.stage.dialog("Rate it")
      theater.window.destroy()
      let last = await other.ending
      XCTAssertEqual(last, .unanswered(.ownerGone))
    }
  }

  func testItMakesWayAndComesBack() throws {
    try onLoop {
      let theater = try await Theater.open()
      let item = try theater.window.enqueue(Rating())
      _ = try await theater.stage.dialog("Rate it")
      let urgent = try theater.window.enqueue(Alert("Urgent")) {
        ($0.priority, $0.interrupts) = (1, true)
      }
      let alert = try await theater.stage.dialog("Urgent")
      XCTAssertTrue(item.status.isInterrupted)
      try await alert.press("Return")
      _ = try await urgent.answer
      try await theater.stage.dialog("Rate it").click("button", "3")
      let stars = try await item.answer
      XCTAssertEqual(stars, 3)
      try await theater.close()
    }
  }

  func testWhatItsContentAsksGoesOverIt() throws {
    try onLoop {
      let theater = try await Theater.open()
      let item = try theater.window.enqueue(Rating { $0.show(Alert("Sure?")) })
      let dialog = try await theater.stage.dialog("Rate it")
      try await dialog.click("button", "Ask")
      try await dialog.dialog("Sure?").press("Return")
      try await dialog.settle()
      try await dialog.click("button", "1")
      let stars = try await item.answer
      XCTAssertEqual(stars, 1)
      try await theater.close()
    }
  }

  func testAnAnswerIsHandedOnOverTheSameWindow() throws {
    try onLoop {
      let theater = try await Theater.open()
      let stars = try theater.window.enqueue(Rating())
      let toast = try theater.window.enqueue(after: stars) { Toast("\($0) stars") }
      try await theater.stage.dialog("Rate it").click("button", "2")
      try await until("the toast") { !theater.stage.all("label", "2 stars").isEmpty }
      let options = theater.window.presentation.status(toast.id)?.options
      XCTAssertEqual(options?.owner, theater.window.owner)
      XCTAssertEqual(options?.channel, .toasts.on(screen: theater.window.screen))
      theater.window.destroy()
      let ending = await toast.ending.reason
      XCTAssertEqual(ending, .ownerGone)
    }
  }

  func testWhatTheDesktopIsAskedWaitsBehindAnAlert() throws {
    try onLoop {
      let theater = try await Theater.open()
      let alert = try theater.window.enqueue(Alert("First"))
      let dialog = try await theater.stage.dialog("First")
      let opening = Task { try await Desktop.open("nobody-opens-this:x", over: theater.window) }
      try await until("the request") { theater.window.presentation.statuses.count == 2 }
      XCTAssertEqual(theater.window.presentation.statuses.map(\.state), [.presented, .waiting])
      try await dialog.press("Return")
      _ = try await alert.answer
      do {
        try await opening.value
        XCTFail("nobody opens it")
      } catch {
        XCTAssertTrue("\(error)".contains("Choose a program"), "\(error)")
      }
      try await theater.close()
    }
  }

  func testWhatTheDesktopIsNotAskedAnyMoreIsTold() throws {
    try onLoop {
      let theater = try await Theater.open()
      try theater.window.enqueue(Alert("First"))
      _ = try await theater.stage.dialog("First")
      let opening = Task { try await Desktop.open("nobody-opens-this:x", over: theater.window) }
      try await until("the request") { theater.window.presentation.statuses.count == 2 }
      theater.window.destroy()
      do {
        try await opening.value
        XCTFail("its window is gone")
      } catch {
        XCTAssertEqual(
          error as? DesktopError,
          .notAsked(.ended(name: "Open nobody-opens-this:x", .ownerGone)))
      }
    }
  }
}
