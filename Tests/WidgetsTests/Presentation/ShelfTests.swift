import Hikidashi
import HikidashiWidgetTesting
import XCTest

final class ShelfTests: XCTestCase {
  func testAShelfIsRenamedAndEmptied() throws {
    try onLoop {
      let shelf = Label("Fish")
      let stage = try await Stage.show(shelf)
      let window = stage.window

      // Typed answers: the text that was entered …
      let renaming = Task {
        try await window.present(
          Prompt("Rename the shelf", accept: "_Rename") {
            TextEntry("Name", value: "Fish", rules: [.required])
          })
      }
      var dialog = try await stage.dialog()
      try await dialog.type("Birds")
      try await dialog.press("Return")
      shelf.text = try await renaming.value
      XCTAssertEqual(shelf.text, "Birds")

      // … or the choice that was made. Both are asked for at once, and shown one after the other.
      let empty = try window.enqueue(
        Alert("Empty the shelf?", choices: [.cancel, .destructive("_Empty")]))
      let sure = try window.enqueue(Alert("Sure?", choices: [.cancel, "_Yes"]), after: [empty])
      dialog = try await stage.dialog()
      try await dialog.press("e", holding: .alt)
      let isEmptied = try await empty.answer == "_Empty"
      dialog = try await stage.dialog()
      try await dialog.press("Return")
      let isSure = try await sure.answer == "_Yes"
      XCTAssertTrue(isEmptied && isSure)

      // In passing: nobody waits for it, and Tab and Enter get to its button.
      shelf.text = "Nothing"
      window.show(Toast.undo("Shelf emptied") { shelf.text = "Birds" })
      try await until("the toast") { !stage.all("button", "Undo").isEmpty }
      try await stage.settle()
      try await stage.click("button", "Undo")
      try await until("the undoing") { shelf.text == "Birds" }
      try await stage.close()
    }
  }
}
