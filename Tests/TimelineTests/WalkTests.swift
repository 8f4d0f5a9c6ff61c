import Foundation
import HikidashiBase
import HikidashiWidgetTesting
import HikidashiWidgets
import TestSupport
import TimelineKit
import XCTest

@testable import Timeline

/// The whole way through the window by the keyboard alone, and what a screen reader meets on it.
final class WalkTests: XCTestCase {
  func testTheKeyboardAloneIsEnoughInEnglish() throws {
    try inOwnProcess(environment: ["LANGUAGE": "en", "LC_ALL": "C.UTF-8", "TZ": "UTC"]) {
      try walk("English")
    }
  }

  func testTheKeyboardAloneIsEnoughInJapanese() throws {
    try inOwnProcess(environment: ["LANGUAGE": "ja", "LC_ALL": "C.UTF-8", "TZ": "UTC"]) {
      try walk("Japanese")
    }
  }

  private func walk(_ language: String) throws {
    try onLoop {
      let room = try ReadingRoom()
      try await room.launch(width: 900, height: 640)
      let stage = try room.stage
      var steps: [String] = []
      @MainActor
      func note(_ step: String, _ shown: Stage? = nil) async throws {
        try await room.settle()
        await (try room.reader).counted()
        try await (shown ?? stage).settle()
        steps.append("# \(step)\n" + (shown ?? stage).dump())
      }
      try await note("Start: nothing to read")
      try await stage.press("Insert")
      var dialog = try await stage.dialog()
      try await note("Add a source: Insert", dialog)
      try await dialog.press("Escape")
      try await until("the dialog to go") { dialog.window.native == nil }
      var post = ReadingRoom.post("one", minutes: 0, text: "The fog has gone.")
      post.pictures = [Post.Picture("one.png", alternative: "A low sun", width: 4, height: 3)]
      var answer = ReadingRoom.post("two", minutes: 5, text: "So has the ferry.")
      answer.repliesTo = "one"
      var secret = ReadingRoom.post("three", minutes: 9, text: "The keeper was the narrator.")
      secret.warning = "Tells how the film ends"
      try await room.add([post, answer, secret])
      // They are counted half a second after those before.
      try await until("the count") { (try? room.reader.count(of: .all)) == 3 }
      try await stage.press("F6")
      try await note("Posts have come: F6")
      try await stage.press("h", holding: .control)
      try await note("Show what is hidden: Ctrl+H")
      try await stage.press("Down")
      try await stage.press("d", holding: .control)
      try await room.reader.settled()
      try await stage.press("Return")
      try await until("the post") { ((try? room.timeline.open) ?? nil) != nil }
      try await note("Bookmark, open: Ctrl+D, Enter")
      try await stage.press("Left", holding: .alt)
      try await until("the list") { ((try? room.timeline.open) ?? nil) == nil }
      try await stage.press("f", holding: .control)
      try await stage.type("ferry")
      try await note("Search: Ctrl+F")
      try await stage.press("Escape")
      try await stage.press("F6", holding: .shift)
      try await stage.press("Down")
      try await note("The bookmarks: Shift+F6, Down")
      try await stage.press("comma", holding: .control)
      var window: Window?
      try await until("the preferences") {
        window = Window.all.first { $0.name == "preferences" }
        return window != nil
      }
      dialog = Stage(try XCTUnwrap(window))
      try await note("Preferences: Ctrl+,", dialog)
      try await dialog.press("Escape")
      try await until("the dialog to go") { dialog.window.native == nil }
      try await stage.press("q", holding: .control)
      try await until("the app to quit") { stage.window.native == nil }
      try Golden.check(steps.joined(separator: "\n\n"), "Timeline/\(language)")
    }
  }
}
