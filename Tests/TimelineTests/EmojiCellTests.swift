import Foundation
import HikidashiPreferences
import HikidashiWidgetTesting
import HikidashiWidgets
import TestSupport
import TimelineKit
import XCTest

@testable import Timeline

/// Emoji of servers in names and texts.
final class EmojiCellTests: XCTestCase {
  @MainActor
  private static func post(_ name: String, code: String, _ address: String) -> Post {
    var post = ReadingRoom.post(name, minutes: 1, text: "Good night :\(code): and 10:30")
    post.emoji = [Post.Emoji(code, address: address)]
    post.html = "<p>Good <b>night :\(code):</b> and <a href='https://example.org/'>10:30</a></p>"
    return post
  }

  func testAnEmojiIsAPictureThatIsReadByItsName() throws {
    try onLoop {
      let room = try ReadingRoom()
      try await room.launch()
      let reader = try room.reader
      let post = Self.post("one", code: "cat", "https://example.org/cat.png")
      try await room.add([post])
      XCTAssertEqual(
        reader.emoji(in: post.text, of: post),
        [try InlinePicture(11..<16, XCTUnwrap(URL(string: "https://example.org/cat.png")))])
      let dump = try room.stage.dump()
      XCTAssertTrue(dump.contains("Good night :cat: and 10:30"), dump)
      // A picture is asked for only where the reader wants any.
      try room.preferences.set(room.settings.showsPictures, to: false)
      XCTAssertEqual(reader.emoji(in: post.text, of: post), [])
      try await room.quit()
    }
  }

  func testAnOpenedPostHasItsEmojiAndItsLinks() throws {
    try onLoop {
      let room = try ReadingRoom()
      try await room.launch()
      try await room.add([Self.post("one", code: "cat", "https://example.org/cat.png")])
      try await room.stage.press("F6")
      try await room.stage.press("Down")
      try await room.stage.press("Return")
      try await until("the post") { ((try? room.timeline.open) ?? nil) != nil }
      let reader = try XCTUnwrap(room.timeline.open).text
      // Nothing loads here, and the letters are seen again.
      try await until("the letters") { reader.text.contains("night \u{2060}:cat: and 10:30") }
      var opened: [String] = []
      reader.onLink = { opened.append($0) }
      try await room.stage.press("Tab")
      try await room.stage.press("Return")
      XCTAssertEqual(opened, ["https://example.org/"])
      try await room.quit()
    }
  }
}
