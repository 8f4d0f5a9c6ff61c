import HikidashiPresentation
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

final class PictureChooserTests: XCTestCase {
  private func makeFolder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    for name in ["a.png", "b.png", "inner/c.png"] {
      try folder.write("", to: name)
      let picture = try XCTUnwrap(
        Picture(width: 2, height: 2, pixels: [UInt8](repeating: 90, count: 16)))
      try Data(picture.encoded ?? []).write(to: folder.url.appendingPathComponent(name))
    }
    try folder.write("words", to: "empty/notes.txt")
    return folder
  }

  func testAPictureIsChosenByTheKeyboard() throws {
    let folder = try makeFolder()
    defer { withExtendedLifetime(folder) {} }
    let root = folder.url.path
    try onLoop {
      let theater = try await Theater.open()
      let item = try theater.window.enqueue(PictureChooser("Picture of the card", folder: root))
      let dialog = try await theater.stage.dialog()
      try await until("the pictures") { dialog.all("grid-cell").count == 2 }
      // Into the folder, and down to the first within it.
      try await dialog.press("Right")
      try await until("the folders") { dialog.dump().contains("inner") }
      try await dialog.press("Down")
      try await until("the empty folder") { dialog.dump().contains("No pictures here") }
      try await dialog.press("Down")
      try await until("the inner one's") { dialog.all("grid-cell").count == 1 }
      try await dialog.press("Tab")
      try await dialog.press("Right")
      try await dialog.press("Return")
      let answer = try await item.answer
      XCTAssertEqual(answer, [root + "/inner/c.png"])
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }

  func testSeveralAreChosenAndEscapeChoosesNone() throws {
    let folder = try makeFolder()
    defer { withExtendedLifetime(folder) {} }
    let root = folder.url.path
    try onLoop {
      let theater = try await Theater.open()
      var item = try theater.window.enqueue(PictureChooser("Pictures", folder: root, several: true))
      var dialog = try await theater.stage.dialog()
      try await until("the pictures") { dialog.all("grid-cell").count == 2 }
      XCTAssertTrue(dialog.dump().contains("button “Choose” disabled"), dialog.dump())
      try await dialog.press("Tab")
      try await dialog.press("a", holding: .control)
      try await dialog.click("button", "Choose")
      let answer = try await item.answer
      XCTAssertEqual(answer, [root + "/a.png", root + "/b.png"])
      item = try theater.window.enqueue(PictureChooser("Pictures", folder: "/no/such/folder"))
      dialog = try await theater.stage.dialog()
      try await dialog.press("Escape")
      let ending = await item.ending
      XCTAssertEqual(ending, .unanswered(.dismissed))
      try await theater.expectFocusBack()
      try await theater.close()
    }
  }
}
