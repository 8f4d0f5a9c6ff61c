import Foundation
import HikidashiLoading
import HikidashiLoadingTesting
import HikidashiStorage
import HikidashiWidgetTesting
import HikidashiWidgets
import TestSupport
import TimelineKit
import XCTest

@testable import Timeline

/// Sources that are added in the window.
final class AddingTests: XCTestCase {
  private static let page = """
    <html><title>Blog</title><link rel=alternate type=application/rss+xml title=Posts href=/a.xml>
    <link rel=alternate type=application/rss+xml title=Answers href=/b.xml>
    """

  @MainActor
  private static func open() async throws -> ReadingRoom {
    let room = try ReadingRoom()
    room.connector = Connector(transports: [
      ScriptedTransport { request in
        let address = "\(request.target)"
        if address.contains(".xml") {
          return TransferScript(
            text: """
              <rss version="2.0"><channel><title>News</title><item><title>One of \(address)</title>
              <guid>1</guid></item></channel></rss>
              """)
        }
        let head = ResponseHead(
          http: 200, headers: HeaderFields(), url: URL(string: "https://example.org/"))
        let text = address.contains("none") ? "<html><title>None</title>" : page
        return TransferScript([
          .deliver(.head(head)), .deliver(.chunk(Array(text.utf8))),
          .deliver(.finished(TransferMetrics(receivedBytes: text.utf8.count))),
        ])
      }
    ])
    try await room.launch(width: 900, height: 640)
    return room
  }

  /// Types an address into the dialog, and presses Enter.
  @MainActor
  private static func add(_ address: String, to room: ReadingRoom) async throws {
    try await room.stage.press("Insert")
    let dialog = try await room.stage.dialog()
    try await dialog.type(address)
    try await dialog.press("Return")
    try await until("the dialog to go") { dialog.window.native == nil }
  }

  func testWhatOtherProgramsHandOverIsAskedAbout() throws {
    try onLoop {
      let room = try await Self.open()
      let app = try XCTUnwrap(room.app)
      let folder = try ScratchFolder()
      try folder.write("<rss/>", to: "a b.xml", mode: 0o644)
      let file = folder.url.appendingPathComponent("a b.xml")
      let handed = Task {
        try await app.onOpen?(["feed://example.org/c.xml", file.absoluteString])
      }
      for address in ["https://example.org/c.xml", file.path(percentEncoded: false)] {
        let dialog = try await room.stage.dialog()
        XCTAssertTrue(dialog.dump().contains(address), dialog.dump())
        try await dialog.press("Return")
        try await until("the dialog to go") { dialog.window.native == nil }
      }
      try await handed.value
      XCTAssertEqual(
        Set(try room.reader.sources.map(\.address)),
        ["https://example.org/c.xml", file.absoluteString])
      try await room.quit()
    }
  }

  func testASourceThatComesDuringARefreshIsAskedForAtOnce() throws {
    try onLoop {
      let room = try await Self.open()
      let reader = try room.reader
      let feeds = ["a", "b"].map {
        TimelineSource(.feed, title: $0, address: "https://example.org/\($0).xml")
      }
      reader.put(feeds[0])
      await reader.settled()
      async let all: Void = reader.refresh()
      reader.put(feeds[1])
      await reader.settled()
      await reader.refresh([feeds[1]])
      await all
      XCTAssertEqual(try reader.store.posts.count(), 2)
      XCTAssertNil(reader.progress)
      try await room.quit()
    }
  }

  func testAPageWithSeveralFeedsAsksWhichOne() throws {
    try onLoop {
      let room = try await Self.open()
      try await Self.add("example.org/blog", to: room)
      let dialog = try await room.stage.dialog()
      let dump = dialog.dump()
      XCTAssertTrue(dump.contains("Posts (/a.xml)") && dump.contains("Answers (/b.xml)"), dump)
      try await dialog.click("checkbox", "Answers (/b.xml)")
      try await dialog.click("checkbox", "Posts (/a.xml)")
      try await dialog.click("button", "Add")
      let reader = try room.reader
      try await until("the source") { !reader.sources.isEmpty }
      XCTAssertEqual(reader.sources.map(\.address), ["https://example.org/b.xml"])
      XCTAssertEqual(reader.sources.map(\.title), ["Answers"])
      try await until("its post") { (try? room.timeline.posts.content.list.count) == 1 }
      try await room.quit()
    }
  }

  func testAPageWithoutFeedsIsToldAndAddsNothing() throws {
    try onLoop {
      let room = try await Self.open()
      try await room.stage.press("Insert")
      let first = try await room.stage.dialog()
      try await first.type("https://example.org/none")
      try await first.press("Return")
      try await until("the reason") {
        Window.all.contains { Stage($0).dump().contains("names no feed") }
      }
      let dialog = try await room.stage.dialog()
      let dump = dialog.dump()
      XCTAssertTrue(dump.contains("is a web page that names no feed"), dump)
      // It asks again, with the address as it was typed.
      XCTAssertTrue(dump.contains("https://example.org/none"), dump)
      try await dialog.press("Escape")
      XCTAssertTrue(try room.reader.sources.isEmpty)
      try await room.quit()
    }
  }
}
