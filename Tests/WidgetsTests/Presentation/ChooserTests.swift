import CHikidashiGTK
import Foundation
import HikidashiPresentation
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// Prompts and choosers, by the keyboard alone.
final class ChooserTests: XCTestCase {
  func testAPromptChecksWhatIsTyped() throws {
    try onLoop {
      let theater = try await Theater.open()
      let item = try theater.window.enqueue(
        Prompt("Rename the shelf", message: "Its cards stay.", accept: "_Rename") {
          TextEntry("Name", value: "Fish", rules: [.required, .length(1...8)])
        })
      let dialog = try await theater.stage.dialog()
      try await dialog.type("Fish and birds")
      XCTAssertEqual(
        dialog.dump(),
        """
        dialog “Rename the shelf”
          label “Rename the shelf”
          label “Its cards stay.”
          label “Name”
          text-box “Name” focused, required, invalid, “Fish and birds”, described “Must have 1 to 8 characters”
          label “Must have 1 to 8 characters”
          button “Cancel”
          button “Rename” disabled
        """)
      try await theater.picture(of: dialog, "prompt")
      // Enter takes nothing that is wrong.
      try await dialog.press("Return")
      XCTAssertEqual(item.state, .presented)
      try await dialog.press("a", holding: .control)
      try await dialog.type("Birds")
      try await dialog.press("Return")
      let answer = try await item.answer
      XCTAssertEqual(answer, "Birds")
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }

  func testEscapeEndsAPromptWithoutAnAnswer() throws {
    try onLoop {
      let theater = try await Theater.open()
      let item = try theater.window.enqueue(Prompt("How many?") { NumberEntry<Int>("Count") })
      try await theater.stage.dialog().press("Escape")
      let ending = await item.ending
      XCTAssertEqual(ending, .unanswered(.dismissed))
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }

  func testADateIsTyped() throws {
    try onLoop {
      let theater = try await Theater.open()
      let item = try theater.window.enqueue(
        DateChooser("Due on", value: Date(timeIntervalSince1970: 0)))
      let dialog = try await theater.stage.dialog()
      XCTAssertEqual(
        dialog.dump(),
        """
        dialog “Due on”
          label “Due on”
          label “Date”
          text-box “Date” focused, required, “1/1/1970”
          button “Calendar”
          button “Cancel”
          button “Choose”
        """)
      try await theater.picture(of: dialog, "date")
      try await dialog.press("a", holding: .control)
      try await dialog.type("2026-13-01")
      try await dialog.press("Return")
      XCTAssertEqual(item.state, .presented)
      try await dialog.press("a", holding: .control)
      try await dialog.type("2026-11-21")
      try await dialog.press("Return")
      let date = try await item.answer
      XCTAssertEqual(Calendar.current.dateComponents([.year, .month, .day], from: date).day, 21)
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }

  func testAValueIsChosenFromAList() throws {
    try onLoop {
      let theater = try await Theater.open()
      let item = try theater.window.enqueue(
        ListChooser("Encoding", message: "Of the file.", ["UTF-8", "Shift_JIS", "EUC-JP"]))
      let dialog = try await theater.stage.dialog()
      XCTAssertEqual(
        dialog.dump(),
        """
        dialog “Encoding”
          label “Encoding”
          label “Of the file.”
          list “Encoding”
            list-item “UTF-8” level 1, selected, focused
            list-item “Shift_JIS” level 1
            list-item “EUC-JP” level 1
          button “Cancel”
          button “Choose”
        """)
      try await theater.picture(of: dialog, "list")
      try await dialog.press("Down")
      try await dialog.press("Return")
      let answer = try await item.answer
      XCTAssertEqual(answer, "Shift_JIS")
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }

  func testALongListIsFiltered() throws {
    try onLoop {
      let theater = try await Theater.open()
      let item = try theater.window.enqueue(ListChooser("Number", Array(1...5000)))
      let dialog = try await theater.stage.dialog()
      try await dialog.type("499")
      try await theater.picture(of: dialog, "list-long")
      try await dialog.press("Down")
      try await dialog.press("Down")
      try await dialog.press("Return")
      let answer = try await item.answer
      XCTAssertEqual(answer, 1499)
      let other = try theater.window.enqueue(ListChooser("Number", Array(1...5000)))
      let again = try await theater.stage.dialog()
      try await again.type("nothing")
      try await again.press("Return")
      XCTAssertEqual(other.state, .presented)
      // The first empties the field.
      try await again.press("Escape")
      try await again.press("Escape")
      let ending = await other.ending
      XCTAssertEqual(ending.reason, .dismissed)
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }

  func testAColourIsChosen() throws {
    try onLoop {
      let theater = try await Theater.open()
      let item = try theater.window.enqueue(ColorChooser("Colour", value: Color(0.2, 0.4, 0.6)))
      let dialog = try await theater.stage.dialog()
      let lines = dialog.dump().split(separator: "\n").map { $0.drop { $0 == " " } }
      XCTAssertEqual(
        lines.prefix(4),
        [
          "dialog “Colour”", "label “Colour”", "radio “Very Light Blue”",
          "radio “Light Blue” focused",
        ])
      XCTAssertEqual(
        lines.suffix(5),
        [
          "label “Custom”", "radio “New Color”", "radio “Color of Your Own” checked",
          "button “Cancel”", "button “Choose”",
        ])
      try await theater.picture(of: dialog, "color")
      try await dialog.press("Right")
      try await dialog.press("space")
      try await dialog.press("h", holding: .alt)
      let answer = try await item.answer
      XCTAssertEqual(answer.hexadecimal, "#57e389")
      let kept = try theater.window.enqueue(ColorChooser("Colour", value: Color(0.2, 0.4, 0.6)))
      try await theater.stage.dialog().press("h", holding: .alt)
      let same = try await kept.answer
      XCTAssertEqual(same.hexadecimal, "#336699")
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }

  func testAFontIsChosen() throws {
    try onLoop {
      let theater = try await Theater.open()
      let item = try theater.window.enqueue(
        FontChooser("Font", value: Font("DejaVu Sans", size: 16, isBold: true)))
      let dialog = try await theater.stage.dialog()
      try await theater.picture(of: dialog, "font")
      try await dialog.press("h", holding: .alt)
      let answer = try await item.answer
      XCTAssertEqual(answer, Font("DejaVu Sans", size: 16, isBold: true))
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }

  /// GTK selects only what is in its list, which it fills bit by bit.
  func testAFontThatIsNotSelectedYetIsTheAnswer() throws {
    try onLoop {
      let theater = try await Theater.open()
      let font = Font("No Such Family", size: 16)
      let item = try theater.window.enqueue(FontChooser("Font", value: font))
      let dialog = try await theater.stage.dialog()
      try await dialog.press("h", holding: .alt)
      let answer = try await item.answer
      XCTAssertEqual(answer, font)
      try await theater.close()
    }
  }

  func testTheWindowAboutTheAppIsClosedByEscape() throws {
    try onLoop {
      let theater = try await Theater.open()
      var about = AboutWindow("Cards", version: "1.2", developers: ["山田 花子", "A. Smith"])
      about.comments = "Keeps cards in drawers."
      about.website = "https://example.org/cards"
      let item = try theater.window.enqueue(about)
      let dialog = try await theater.stage.dialog()
      XCTAssertEqual(
        dialog.dump(),
        """
        window “About”
          button “Close”
          label “Cards”
          label “山田 花子”
          button “1.2” focused
          list
            list-item “Details”
          list
            list-item “Credits”
        """)
      try await theater.picture(of: dialog, "about")
      try await dialog.press("Escape")
      let reason = await item.ending.reason
      XCTAssertEqual(reason, .dismissed)
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }
}
