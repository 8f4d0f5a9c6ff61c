import Foundation
import HikidashiLoading
import HikidashiLoadingTesting
import HikidashiPreferences
import HikidashiWidgetTesting
import HikidashiWidgets
import TestSupport
import TimelineKit
import XCTest

@testable import Timeline

/// Of a post's files only images are loaded; films, sounds and documents are rows that are opened when the reader says so.
final class PostFilesTests: XCTestCase {
  @MainActor
  private static func post() -> Post {
    var post = ReadingRoom.post("one", minutes: 1, text: "An episode")
    post.title = "An episode"
    var sound = Post.Picture("https://e.example/1.mp3", alternative: "The harbour", type: "audio")
    (sound.byteCount, sound.seconds) = (104_857_600, 3_725)
    var large = Post.Picture("https://e.example/8.jpg")
    large.byteCount = 104_857_600
    post.pictures = [
      sound, large, Post.Picture("https://e.example/2.mp4", type: "video"),
      Post.Picture("https://e.example/3.pdf", type: "file"),
      Post.Picture("https://e.example/4", type: "unknown"),
      // What earlier versions have kept.
      Post.Picture("https://e.example/5.zip", type: "application"),
      Post.Picture(
        "https://e.example/6.mp4", preview: "https://e.example/6.png", alternative: "A film",
        type: "video"),
      Post.Picture("https://e.example/7.png", alternative: "A cat"),
    ]
    return post
  }

  @MainActor
  private static func room() throws -> (ReadingRoom, ScriptedTransport) {
    let room = try ReadingRoom()
    let transport = ScriptedTransport { _ in TransferScript(status: 404) }
    room.connector = Connector(transports: [transport])
    return (room, transport)
  }

  @MainActor
  private static func open(_ room: ReadingRoom) async throws {
    try await room.stage.press("F6")
    try await room.stage.press("Down")
    try await room.stage.press("Return")
    try await until("the post") { ((try? room.timeline.open) ?? nil) != nil }
    try await room.settle()
  }

  @MainActor
  private static func asked(_ transport: ScriptedTransport) -> [String] {
    transport.transfers.map { "\($0.request.target)" }.sorted()
  }

  func testOnlyImagesAreLoadedAndFilesAreRows() throws {
    try onLoop {
      let (room, transport) = try Self.room()
      try await room.launch()
      try await room.add([Self.post()])
      let images = ["https://e.example/6.png", "https://e.example/7.png"]
      try await until("the list's pictures") { Self.asked(transport) == images }
      try await Self.open(room)
      let dump = try room.stage.dump()
      for words in [
        "The harbour", "Sound · 1:02:05 · 105 MB", "2.mp4", "Film", "3.pdf", "5.zip",
        "8.jpg", "Picture · 105 MB",
      ] {
        XCTAssertTrue(dump.contains(words), "\(words) in \(dump)")
      }
      // What has failed is not asked for again.
      XCTAssertEqual(Self.asked(transport), images)
      try await room.quit()
    }
  }

  func testNothingIsLoadedWhereTheReaderWantsNoPictures() throws {
    try onLoop {
      let (room, transport) = try Self.room()
      try room.preferences.set(room.settings.showsPictures, to: false)
      try await room.launch()
      try await room.add([Self.post()])
      try await Self.open(room)
      XCTAssertEqual(Self.asked(transport), [])
      XCTAssertTrue(try room.stage.dump().contains("The harbour"))
      try await room.quit()
    }
  }

  func testWhatIsHiddenIsLoadedWhenItIsAskedFor() throws {
    try onLoop {
      let (room, transport) = try Self.room()
      try await room.launch()
      var post = Self.post()
      post.isSensitive = true
      try await room.add([post])
      try await Self.open(room)
      XCTAssertEqual(Self.asked(transport), [])
      try await room.stage.click("button", "Show")
      try await until("the pictures") { Self.asked(transport).count == 2 }
      try await room.quit()
    }
  }

  func testATextOfEachSourceCanBeRead() throws {
    try onLoop {
      let (room, _) = try Self.room()
      try await room.launch()
      var ann = ReadingRoom.post("a", of: 0, minutes: 1, text: "Ann likes it")
      var ben = ReadingRoom.post("b", of: 1, minutes: 2, text: "Ben does not")
      (ann.title, ben.title) = ("Ann on it", "Ben on it")
      ann.subject = "https://paper.example/1"
      ben.subject = ann.subject
      try await room.add([ann, ben])
      try await Self.open(room)
      let text = try XCTUnwrap(room.timeline.open).text.text
      XCTAssertTrue(text.contains("Ann likes it") && text.contains("Ben does not"), text)
      try await room.quit()
    }
  }

  func testPicturesStandInTheTextAndTheOthersBelowIt() throws {
    try onLoop {
      let (room, transport) = try Self.room()
      try await room.launch()
      var post = ReadingRoom.post("one", minutes: 1, text: "Two pictures")
      post.html = """
        <p>Two pictures</p><img src="https://e.example/1.png" alt="The quay">\
        <a href="https://e.example/page"><img src="https://e.example/2.png"></a>\
        <img src="https://e.example/tracker.gif"><p>and words</p>\
        <img src="data:image/gif;base64,R0" data-src="https://e.example/ä 4.png">
        """
      post.pictures = [
        Post.Picture("https://e.example/1.png", alternative: "The quay"),
        Post.Picture("https://e.example/2.png"),
        Post.Picture("https://e.example/3.png", alternative: "Apart"),
        Post.Picture("https://e.example/%C3%A4%204.png"),
      ]
      try await room.add([post])
      try await Self.open(room)
      let open = try XCTUnwrap(room.timeline.open)
      XCTAssertEqual(open.text.text.count { $0 == "\u{FFFC}" }, 3, open.text.text)
      let dump = try room.stage.dump()
      XCTAssertTrue(dump.contains("Apart"), dump)
      XCTAssertFalse(dump.contains("button “The quay”"), dump)
      XCTAssertFalse(Self.asked(transport).contains("https://e.example/tracker.gif"))
      // A picture opens large, unless its post links it to a page.
      var shown: [Int] = []
      open.onPicture = { shown.append($0) }
      try await room.stage.press("Tab")
      try await room.stage.press("Return")
      XCTAssertEqual(shown, [0])
      var followed: [String] = []
      open.text.onLink = { followed.append($0) }
      try await room.stage.press("Tab")
      try await room.stage.press("Return")
      XCTAssertEqual(followed, ["https://e.example/page"])
      try room.preferences.set(room.settings.showsPictures, to: false)
      try await room.stage.press("Left", holding: .alt)
      try await until("the list") { ((try? room.timeline.open) ?? nil) == nil }
      try await Self.open(room)
      let plain = try XCTUnwrap(room.timeline.open).text.text
      XCTAssertTrue(plain.contains("The quay") && !plain.contains("\u{FFFC}"), plain)
      try await room.quit()
    }
  }
}
