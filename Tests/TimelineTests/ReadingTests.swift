import Foundation
import HikidashiLoading
import HikidashiOutlines
import HikidashiPreferences
import HikidashiRecords
import HikidashiStorage
import HikidashiWidgetTesting
import HikidashiWidgets
import TestSupport
import TimelineKit
import XCTest

@testable import Timeline

/// What a reader does with posts and sources.
final class ReadingTests: XCTestCase {
  @MainActor
  private static func open() async throws -> ReadingRoom {
    let room = try ReadingRoom()
    try await room.launch(width: 900, height: 640)
    try await room.add((0..<6).map { ReadingRoom.post("p\($0)", of: $0 % 2, minutes: Double($0)) })
    return room
  }

  func testAllIsMarkedAsReadAndTakenBack() throws {
    try onLoop {
      let room = try await Self.open()
      let reader = try room.reader
      try await until("six") { reader.count(of: .all) == 6 }
      try await room.stage.press("a", holding: [.control, .shift])
      try await until("none") { reader.count(of: .all) == 0 }
      try await until("the toast") { !((try? room.stage.all("button", "Undo")) ?? []).isEmpty }
      try await room.stage.settle()
      try await room.stage.click("button", "Undo")
      try await until("six again") { reader.count(of: .all) == 6 }
      try await room.quit()
    }
  }

  func testASourceIsRemovedAndTakenBackWithItsPosts() throws {
    try onLoop {
      let room = try await Self.open()
      let timeline = try room.timeline
      let source = ReadingRoom.source(1)
      timeline.choose(.source(source.id))
      try await room.settle()
      try await until("its posts") { timeline.posts.content.list.count == 3 }
      // Among the posts the key removes nothing.
      try await room.stage.press("F6")
      try await room.stage.press("Delete", holding: .control)
      await timeline.reader.settled()
      XCTAssertNotNil(timeline.reader.source(source.id))
      try await room.stage.press("F6", holding: .shift)
      try await until("the row of the source") { timeline.sidebar.focused != nil }
      XCTAssertEqual(timeline.sidebar.focused, .source(source.id))
      try await room.stage.press("Delete", holding: .control)
      try await until("the others") {
        timeline.posts.shown == .all && timeline.posts.content.list.count == 3
      }
      try await until("the toast") { !((try? room.stage.all("button", "Undo")) ?? []).isEmpty }
      try await room.stage.settle()
      try await room.stage.click("button", "Undo")
      try await until("its posts again") {
        timeline.posts.shown == .source(source.id) && timeline.posts.content.list.count == 3
          && timeline.reader.source(source.id) != nil
      }
      // Ctrl+Z does not undo again after the toast.
      try await room.stage.press("F6", holding: .shift)
      try await room.stage.press("Delete", holding: .control)
      try await until("the others") { timeline.posts.shown == .all }
      try await room.stage.press("z", holding: .control)
      try await until("its posts once more") { timeline.posts.shown == .source(source.id) }
      try await room.stage.press("z", holding: .control)
      await timeline.reader.settled()
      XCTAssertEqual(timeline.posts.shown, .source(source.id))
      try await room.quit()
    }
  }

  func testASourceThatCannotBeHadIsToldQuietly() throws {
    try onLoop {
      let room = try await Self.open()
      let reader = try room.reader
      await reader.refresh([ReadingRoom.source(0)])
      try await until("the row") { (try? room.stage.find("button", "Retry")) != nil }
      XCTAssertTrue(try room.stage.all("alert").isEmpty)
      let dump = try room.stage.dump()
      XCTAssertTrue(dump.contains("Source 0: "), dump)
      try await room.quit()
    }
  }

  func testARuleHidesPostsAndSaysSoBefore() throws {
    try onLoop {
      let room = try await Self.open()
      let timeline = try room.timeline
      try await room.add([ReadingRoom.post("football", minutes: 9, text: "Football again")])
      let rule = TimelineRule(id: "1", title: "No football", action: .mute, query: "football")
      let words = try await room.reader.preview(of: rule)
      XCTAssertEqual(words, "Hides 1 of the last 7.")
      let store = try room.reader.store
      try await store.rules.edit { try $0.upsert(rule.id) { rule.fill(&$0) } }
      try await until("the post to go") { timeline.posts.content.list.count == 6 }
      timeline.search.text = "football"
      try await room.settle()
      timeline.search.text = "word"
      let count = try room.reader.store.searchCount("word", isTyping: true)
      XCTAssertGreaterThan(count, 1)
      try await until("their number") { timeline.window?.title == "\(count) posts found" }
      timeline.search.text = ""
      try await until("the list again") { timeline.window?.title.hasPrefix("All posts") == true }
      try await room.quit()
    }
  }

  func testTheSampleIsThereAtOnce() throws {
    try onLoop {
      let room = try ReadingRoom()
      try await room.launch(width: 900, height: 640)
      try await Sample.add(to: room.reader, in: room.path)
      try await until("the sample") { (try? room.timeline.posts.content.list.count) ?? 0 > 20 }
      try await room.settle()
      XCTAssertTrue(try room.place().id.hasSuffix("\nh1"))
      // Its dates are before the present of the list.
      let dump = try room.stage.dump()
      XCTAssertTrue(dump.contains("12 min. ago"), dump)
      XCTAssertFalse(dump.contains(", in "), dump)
      try await room.quit()
    }
  }

  func testWhatIsScrolledOverIsReadAndTheRestIsNot() throws {
    try onLoop {
      let room = try ReadingRoom()
      try room.preferences.set(room.settings.marksPassed, to: true)
      try await room.launch()
      try await room.add((0..<80).map { ReadingRoom.post("p\($0)", minutes: Double($0)) })
      let reader = try room.reader
      try await until("all") { reader.count(of: .all) == 80 }
      try await room.scroll(by: 900)
      let top = try room.place().id
      try await until("fewer") { reader.count(of: .all) < 80 }
      try await room.reader.settled()
      XCTAssertFalse(reader.isRead(top))
      XCTAssertTrue(reader.isRead(Post.id(ReadingRoom.source(0).id, "p79")))
      try room.preferences.set(room.settings.marksPassed, to: false)
      let count = reader.count(of: .all)
      try await room.scroll(by: 900)
      XCTAssertFalse(reader.isRead(try room.place().id))
      XCTAssertEqual(reader.count(of: .all), count)
      try await room.quit()
    }
  }

  func testAGapIsARowThatIsFilledByEnterAndStaysWhereItCannotBe() throws {
    try onLoop {
      let room = try await Self.open()
      let address = "https://example.org/api/v1/timelines/public"
      let source = TimelineSource(.mastodon, title: "Example", address: address)
      let store = try room.reader.store
      @Sendable func page(_ names: [Int]) -> PostPage {
        var page = PostPage()
        page.posts = names.map { name in
          var post = ReadingRoom.post("\(name)", minutes: Double(name))
          post.source = source.id
          return post
        }
        return page
      }
      try await Task.detached {
        try store.put(source)
        try store.add(page([101]))
      }.value
      let loader = TimelineLoader(
        store, Connector(transports: []), loadPage: { _, _ throws(LoadError) in page([120, 119]) })
      _ = try await loader.refresh(source, pages: 1)
      try room.reader.postsChanged()
      let list = try room.timeline.posts
      try await until("the gap") { list.content.list.gaps.count == 1 }
      try await room.settle()
      let row = try XCTUnwrap(
        list.content.list.rows.firstIndex { if case .gap = $0 { true } else { false } })
      try await until("the row of the gap") {
        (try? room.stage.all("list-item", "Posts are missing here").isEmpty) == false
      }
      list.view.focus(row: row)
      try await room.stage.press("Return")
      try await until("why it cannot be") { (try? room.stage.find("button", "Retry")) != nil }
      XCTAssertEqual(list.content.list.gaps.count, 1)
      try await room.quit()
    }
  }

  func testFramesAreLoggedWhereThatIsAskedFor() throws {
    let folder = try ScratchFolder()
    let log = folder.url.appendingPathComponent("frames").path
    try inOwnProcess(environment: ["HIKIDASHI_FRAMES": log]) {
      try onLoop {
        let room = try ReadingRoom()
        try await room.launch()
        try await room.add((0..<90).map { ReadingRoom.post("p\($0)", minutes: Double($0)) })
        try await room.quit()
      }
    }
    guard let text = folder.read("frames") else { return }
    let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
    XCTAssertTrue(lines.contains { $0[0] == "frame" && $0.count == 4 && $0[3] == "91" }, text)
    XCTAssertTrue(lines.contains { $0[0] == "work" && $0.count == 3 }, text)
  }
}
