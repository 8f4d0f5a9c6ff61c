import CHikidashiGTK
import HikidashiPresentation
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// Modal views and progress dialogs, by the keyboard alone.
final class ModalTests: XCTestCase {
  func testAModalViewIsAnsweredByEnter() throws {
    try onLoop {
      let theater = try await Theater.open()
      let item = try theater.window.enqueue(
        Modal<String>("New card", width: 320) { answer in
          let field = TextEntry("Name").focusedAtStart()
          field
          Button("_Add") { answer(field.value) }.asDefault()
        })
      let dialog = try await theater.stage.dialog()
      XCTAssertEqual(
        dialog.dump(),
        """
        window “New card”
          label “New card”
          button “Close”
          text-box “Name” focused
          button “Add”
        """)
      try await dialog.type("Carp")
      try await theater.picture(of: dialog, "modal")
      try await dialog.press("Return")
      let answer = try await item.answer
      XCTAssertEqual(answer, "Carp")
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }

  func testEscapeClosesAModalViewThatMayBeClosed() throws {
    try onLoop {
      let theater = try await Theater.open()
      let item = try theater.window.enqueue(Modal<Int>("Look") { _ in Label("content") })
      try await theater.stage.dialog().press("Escape")
      let ending = await item.ending
      XCTAssertEqual(ending, .unanswered(.dismissed))
      let kept = try theater.window.enqueue(
        Modal<Int>("Stay", isClosable: false) { answer in Button("_Done") { answer(1) }.asDefault()
        })
      let dialog = try await theater.stage.dialog()
      XCTAssertTrue(dialog.all("button", "Close").isEmpty)
      try await dialog.press("Escape")
      XCTAssertEqual(kept.state, .presented)
      try await dialog.press("Return")
      let answer = try await kept.answer
      XCTAssertEqual(answer, 1)
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }

  func testAModalViewThatIsInterruptedKeepsWhatWasTyped() throws {
    try onLoop {
      let theater = try await Theater.open()
      let field = SearchField("Name").focusedAtStart()
      let item = try theater.window.enqueue(
        Modal<String>("Name") { answer in
          field.onSubmit = { answer($0) }
          return [field]
        })
      let dialog = try await theater.stage.dialog()
      try await dialog.type("Ca")
      let urgent = try theater.window.enqueue(Alert("Urgent")) {
        $0.priority = 1
        $0.interrupts = true
      }
      try await until("the alert") { urgent.state == .presented }
      try await theater.stage.dialog().press("Return")
      try await until("the view to come back") { item.state == .presented }
      try await dialog.settle()
      XCTAssertEqual(field.text, "Ca")
      try await dialog.press("Return")
      let answer = try await item.answer
      XCTAssertEqual(answer, "Ca")
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }

  func testProgressEndsWithItsWork() throws {
    try onLoop {
      let theater = try await Theater.open()
      let (gate, open) = AsyncStream<Void>.makeStream()
      let item = try theater.window.enqueue(
        ProgressDialog("Importing cards", message: "From the old box.") { report in
          report.fraction = 0.5
          report.text = "card 6 of 12"
          for await _ in gate { break }
          return 12
        })
      let dialog = try await theater.stage.dialog()
      try await until("the text") { !dialog.all("label", "card 6 of 12").isEmpty }
      XCTAssertEqual(
        dialog.dump(),
        """
        dialog “Importing cards”
          label “Importing cards”
          label “From the old box.”
          progress-bar “Importing cards”
          label “card 6 of 12”
          button “Cancel” focused
        """)
      try await theater.picture(of: dialog, "progress")
      open.yield()
      let count = try await item.answer.get()
      XCTAssertEqual(count, 12)
      try await theater.stage.settle()
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }

  func testWorkGoesOnBehindWhatIsMoreUrgentAndTellsItsError() throws {
    try onLoop {
      let theater = try await Theater.open()
      struct Full: Error {}
      let (gate, open) = AsyncStream<Void>.makeStream()
      let item = try theater.window.enqueue(
        ProgressDialog("Working") { _ -> Int in
          for await _ in gate { break }
          throw Full()
        })
      try await until("the dialog") { item.state == .presented }
      let urgent = try theater.window.enqueue(Alert("Urgent")) {
        $0.priority = 1
        $0.interrupts = true
      }
      try await until("the alert") { urgent.state == .presented }
      open.yield()
      try await theater.stage.dialog().press("Return")
      let answer = try await item.answer
      XCTAssertThrowsError(try answer.get()) { XCTAssertTrue($0 is Full) }
      try await theater.close()
    }
  }

  func testEscapeCancelsTheWork() throws {
    try onLoop {
      let theater = try await Theater.open()
      let (ended, end) = AsyncStream<Bool>.makeStream()
      let item = try theater.window.enqueue(
        ProgressDialog("Working") { _ -> Int in
          try? await Task.sleep(for: .seconds(600))
          end.yield(Task.isCancelled)
          return 0
        })
      try await theater.stage.dialog().press("Escape")
      let ending = await item.ending
      XCTAssertEqual(ending.reason, .dismissed)
      for await isCancelled in ended {
        XCTAssertTrue(isCancelled)
        break
      }
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }
}
