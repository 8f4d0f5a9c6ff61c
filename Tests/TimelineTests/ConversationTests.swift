import Foundation
import HikidashiLoading
import HikidashiLoadingTesting
import HikidashiWidgetTesting
import HikidashiWidgets
import TestSupport
import TimelineKit
import XCTest

@testable import Timeline

/// The conversation and the whole article of an opened post are loaded from their servers.
final class ConversationTests: XCTestCase {
  private static let address = "https://example.org/api/v1/timelines/public"

  private static func status(_ id: String, _ parent: String?, _ words: String) -> String {
    let parent = parent.map { "\"\($0)\"" } ?? "null"
    return
      #"{"id": "\#(id)", "created_at": "2026-01-02T03:04:05Z", "content": "<p>\#(words)</p>", "#
      + #""in_reply_to_id": \#(parent), "account": {"id": "1", "acct": "ann"}}"#
  }

  @MainActor
  private static func room(
    _ answer: @escaping @Sendable (String) -> TransferScript
  ) async throws -> ReadingRoom {
    let room = try ReadingRoom()
    room.connector = Connector(transports: [ScriptedTransport { answer("\($0.target)") }])
    try await room.launch(width: 900, height: 640)
    return room
  }

  @MainActor
  private static func openPost(
    _ source: TimelineSource, _ text: String, in room: ReadingRoom
  ) async throws {
    let store = try room.reader.store
    var page = PostPage()
    var post = ReadingRoom.post("5", minutes: 1, text: text)
    post.source = source.id
    page.posts = [post]
    let added = page
    try await Task.detached {
      try store.put(source)
      try store.add(added)
    }.value
    try room.reader.postsChanged()
    try await room.shows([post.id])
    try await until("the source") { (try? room.reader.source(source.id)) != nil }
    try await room.settle()
    try await room.stage.press("F6")
    try await room.stage.press("Down")
    try await room.stage.press("Return")
    try await until("the post") { ((try? room.timeline.open) ?? nil) != nil }
  }

  func testAServersConversationStandsAroundAPostAsATree() throws {
    try onLoop {
      let room = try await Self.room { target in
        guard target.contains("/statuses/5/context") else { return TransferScript(status: 404) }
        let before = Self.status("4", nil, "A question")
        let after = [
          Self.status("6", "5", "An answer"), Self.status("7", "6", "Below it"),
          Self.status("8", "5", "Another"),
        ].joined(separator: ",")
        return TransferScript(text: "{\"ancestors\": [\(before)], \"descendants\": [\(after)]}")
      }
      let source = TimelineSource(.mastodon, title: "Example", address: Self.address)
      try await Self.openPost(source, "The post itself", in: room)
      let text = try XCTUnwrap(room.timeline.open?.text)
      try await until("the conversation") { text.text.contains("Another") }
      let words = ["A question", "The post itself", "An answer", "Below it", "Another"]
      let places = words.map { text.text.range(of: $0)?.lowerBound }
      XCTAssertFalse(places.contains(nil), text.text)
      XCTAssertEqual(places.compactMap(\.self), places.compactMap(\.self).sorted())
      let reader = try room.reader
      let post = try XCTUnwrap(room.timeline.open?.post)
      XCTAssertEqual(reader.conversation(of: post).depths, [1, 2, 1])
      try await room.quit()
    }
  }

  func testWhyTheRestOfAConversationIsMissingIsSaid() throws {
    try onLoop {
      let room = try await Self.room { _ in TransferScript(status: 500) }
      let source = TimelineSource(.mastodon, title: "Example", address: Self.address)
      try await Self.openPost(source, "The post itself", in: room)
      let text = try XCTUnwrap(room.timeline.open?.text)
      try await until("the reason") {
        text.text.contains("The rest of the conversation couldn’t be loaded")
      }
      XCTAssertTrue(text.text.contains("The post itself"))
      try await room.quit()
    }
  }

  func testTheWholeArticleIsLoadedWhenAskedForAndFoundLater() throws {
    try onLoop {
      let words = (0..<80).map { "walrus\($0)" }.joined(separator: " ")
      let room = try await Self.room { _ in
        TransferScript([
          .deliver(
            .head(
              ResponseHead(
                http: 200, headers: ["Content-Type": "text/html"],
                url: URL(string: "https://example.org/5")))),
          .deliver(
            .chunk(
              Array("<html><body><nav>Menu</nav><article><p>\(words).</p></article>".utf8))),
          .deliver(.finished(TransferMetrics(receivedBytes: 1_000))),
        ])
      }
      let source = TimelineSource(.feed, title: "News", address: "https://example.org/feed.xml")
      try await Self.openPost(source, "The beginning …", in: room)
      let text = try XCTUnwrap(room.timeline.open?.text)
      XCTAssertFalse(text.text.contains("walrus79"))
      try await room.stage.click("button", "Load Whole Article")
      try await until("the article") { text.text.contains("walrus79") }
      XCTAssertFalse(text.text.contains("Menu"))
      let store = try room.reader.store
      XCTAssertEqual(try store.search("walrus42").count, 1)
      XCTAssertEqual(try store.searchCount("walrus42"), 1)
      XCTAssertEqual(try store.search("beginning walrus42").count, 0)
      try await room.quit()
      // It is there without a network, too.
      try await room.launch(width: 900, height: 640)
      let post = try XCTUnwrap(room.reader.posts([Post.id(source.id, "5")]).first)
      XCTAssertTrue(try room.reader.article(of: post.id)?.contains("walrus79") ?? false)
      try await room.quit()
    }
  }
}
