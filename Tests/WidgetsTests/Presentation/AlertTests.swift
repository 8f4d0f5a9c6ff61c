import CHikidashiGTK
import HikidashiPresentation
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// Alerts on real windows, answered by the keyboard alone.
final class AlertTests: XCTestCase {
  func testAnAlertAsAScreenReaderMeetsIt() throws {
    try onLoop {
      let theater = try await Theater.open()
      let item = try theater.window.enqueue(
        Alert(
          "Delete 12 cards?", message: "They cannot be brought back.", details: "card 1\ncard 2",
          choices: [.cancel, .destructive("_Delete"), "Keep a copy"]))
      let dialog = try await theater.stage.dialog()
      XCTAssertEqual(
        dialog.dump(),
        """
        dialog “Delete 12 cards?”
          label “Delete 12 cards?”
          label “They cannot be brought back.”
          button “Details” collapsed
          button “Cancel”
          button “Delete”
          button “Keep a copy” focused
        """)
      try await theater.picture(of: dialog, "alert")
      try await dialog.press("Tab")
      try await dialog.press("space")
      try await until("the details") { !dialog.all("label", "card 1\ncard 2").isEmpty }
      try await theater.picture(of: dialog, "alert-details")
      // A letter of a title, with Alt.
      try await dialog.press("d", holding: .alt)
      let answer = try await item.answer
      XCTAssertEqual(answer.id, "Delete")
      try await theater.close()
    }
  }

  func testEnterAndEscapeChoose() throws {
    try onLoop {
      let theater = try await Theater.open()
      @MainActor func ask(_ choices: [Choice], _ key: String) async throws -> Choice? {
        let item = try theater.window.enqueue(Alert("Well?", choices: choices))
        try await theater.stage.dialog().press(key)
        return try? await item.answer
      }
      let kept = try await ask([.cancel, .destructive("Delete"), "Keep"], "Return")
      XCTAssertEqual(kept, "Keep")
      let cancelled = try await ask([.cancel, .destructive("Delete"), "Keep"], "Escape")
      XCTAssertEqual(cancelled, .cancel)
      let preferred = try await ask([.cancel, .preferred("Install"), "Later"], "Return")
      XCTAssertEqual(preferred, "Install")
      // Enter loses nothing.
      let safe = try await ask([.cancel, .destructive("Delete")], "Return")
      XCTAssertEqual(safe, .cancel)
      let told = try await ask([.ok], "Escape")
      XCTAssertEqual(told, .ok)
      let closed = try await ask(["A", "B"], "Escape")
      XCTAssertNil(closed)
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }

  func testAlertsComeOneAfterAnotherAndTheKeyboardGoesBack() throws {
    try onLoop {
      let theater = try await Theater.open()
      let first = try theater.window.enqueue(Alert("First"))
      let second = try theater.window.enqueue(Alert("Second"), after: [first])
      let urgent = try theater.window.enqueue(Alert("Urgent")) { $0.priority = 1 }
      for (name, item) in [("Urgent", urgent), ("First", first), ("Second", second)] {
        let dialog = try await theater.stage.dialog()
        XCTAssertEqual(dialog.window.name, name)
        XCTAssertEqual(Window.all.count(where: \.isDialog), 1)
        try await dialog.press("Return")
        let ending = await item.ending
        XCTAssertEqual(ending, .answered(.ok))
      }
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }

  func testAnAlertThatIsInterruptedComesBackAsItWas() throws {
    try onLoop {
      let theater = try await Theater.open()
      let slow = try theater.window.enqueue(
        Alert("Slow", details: "more", choices: [.cancel, .ok]))
      let dialog = try await theater.stage.dialog()
      try await dialog.press("Tab")
      try await dialog.press("space")
      try await until("the details") { !dialog.all("label", "more").isEmpty }
      let urgent = try theater.window.enqueue(Alert("Urgent")) {
        $0.priority = 1
        $0.interrupts = true
      }
      try await until("the other dialog") { urgent.state == .presented }
      let other = try await theater.stage.dialog()
      XCTAssertEqual(other.window.name, "Urgent")
      try await other.press("Return")
      try await until("the first to come back") { slow.state == .presented }
      XCTAssertFalse(dialog.all("label", "more").isEmpty)
      try await dialog.settle()
      try await dialog.press("Escape")
      let ending = await slow.ending
      XCTAssertEqual(ending, .answered(.cancel))
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }

  func testADialogIsAwaitedByItsTitleBehindAnother() throws {
    try onLoop {
      let theater = try await Theater.open()
      _ = try theater.window.enqueue(Alert("Working"))
      let question = try theater.window.enqueue(Alert("Done"))
      let waiting = Task { try await theater.stage.dialog("Done") }
      let working = try await theater.stage.dialog("Working")
      XCTAssertEqual(working.window.name, "Working")
      try await working.press("Return")
      let dialog = try await waiting.value
      XCTAssertEqual(dialog.window.name, "Done")
      try await dialog.press("Return")
      let answer = try await question.answer
      XCTAssertEqual(answer, .ok)
      try await theater.close()
    }
  }

  func testWhatIsAskedForAndTakenBackAtOnceIsNeverShown() throws {
    try onLoop {
      let theater = try await Theater.open()
      let item = try theater.window.enqueue(Alert("Never"))
      item.cancel()
      let ending = await item.ending
      XCTAssertEqual(ending, .unanswered(.cancelled))
      let shown = try theater.window.enqueue(Alert("Shown"))
      let dialog = try await theater.stage.dialog()
      XCTAssertEqual(dialog.window.name, "Shown")
      shown.cancel()
      let other = await shown.ending
      XCTAssertEqual(other, .unanswered(.cancelled))
      try await until("the dialog to go") { dialog.window.native == nil }
      // A window manager would do this; nobody has touched a key by whose time the window could.
      try await theater.stage.settle()
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }

  func testWhatBelongsToAWindowEndsWithIt() throws {
    try onLoop {
      let theater = try await Theater.open()
      let window = theater.window
      let shown = try window.enqueue(Alert("Shown"))
      let waiting = try window.enqueue(Alert("Waiting"))
      let dialog = try await theater.stage.dialog()
      // The dialog's own questions go over it, and end with it.
      let own = try dialog.window.enqueue(Alert("Sure?"))
      try await until("the question") { own.state == .presented }
      XCTAssertEqual(Window.all.count(where: \.isDialog), 2)
      try await theater.close()
      for item in [shown, waiting, own] {
        let ending = await item.ending
        XCTAssertEqual(ending, .unanswered(.ownerGone))
      }
      let late = try window.enqueue(Alert("Late"))
      let ending = await late.ending
      XCTAssertEqual(ending, .unanswered(.ownerGone))
      try await until("all dialogs to go") { !Window.all.contains(where: \.isDialog) }
    }
  }
}
