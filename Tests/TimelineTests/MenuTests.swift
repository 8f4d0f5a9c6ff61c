import Foundation
import HikidashiBase
import HikidashiLoading
import HikidashiLoadingTesting
import HikidashiOutlines
import HikidashiWidgetTesting
import HikidashiWidgets
import TestSupport
import TimelineKit
import XCTest

@testable import Timeline

/// Posts and sources have menus for the mouse, and words for a screen reader.
final class MenuTests: XCTestCase {
  @MainActor
  private static func open() async throws -> ReadingRoom {
    let room = try ReadingRoom()
    room.connector = Connector(transports: [
      ScriptedTransport { _ in TransferScript(status: 404) }
    ])
    try await room.launch(width: 900, height: 640)
    try await room.add((0..<3).map { ReadingRoom.post("p\($0)", minutes: Double($0)) })
    return room
  }

  /// Opens the menu of the row that has the keyboard, and returns its entries.
  @MainActor
  private static func menu(_ room: ReadingRoom) async throws -> String {
    try await room.stage.press("F10", holding: .shift)
    try await until("the menu") { (try? room.stage.all("menu-item").isEmpty) == false }
    let dump = try room.stage.dump()
    try await room.stage.press("Escape")
    try await until("the menu to go") { (try? room.stage.all("menu-item").isEmpty) == true }
    return dump
  }

  func testAPostHasAllItsActionsInItsMenu() throws {
    try onLoop {
      let room = try await Self.open()
      let timeline = try room.timeline
      try await room.stage.press("F6")
      try await room.stage.press("Down")
      let titles = try await Self.menu(room)
      for title in [
        "Open", "Mark as Read", "Mark All Above as Read", "Bookmark", "Write a Note …",
        "Open in Browser", "Copy Link", "Send by Email",
      ] {
        XCTAssertTrue(titles.contains("“\(title)”"), "\(title) in \(titles)")
      }
      let post = try XCTUnwrap(timeline.post)
      timeline.toggleBookmark(of: post)
      timeline.posts.mark([post.id])
      await timeline.reader.settled()
      let later = try await Self.menu(room)
      XCTAssertTrue(later.contains("“Remove Bookmark”") && later.contains("“Mark as Unread”"))
      XCTAssertFalse(later.contains("“Mark as Read”"), "\(later)")
      try await room.quit()
    }
  }

  func testSpaceGoesThroughWhatIsUnread() throws {
    try onLoop {
      let room = try await Self.open()
      let timeline = try room.timeline
      let reader = timeline.reader
      let things = timeline.posts.content.list.rows.compactMap { row -> TimelineThing? in
        if case .post(let thing) = row { thing } else { nil }
      }
      XCTAssertEqual(things.count, 3)
      // The keyboard begins at a post, not at the heading of its day.
      try await room.stage.press("F6")
      try await until("a post") { timeline.posts.focused == things[0] }
      timeline.posts.mark(things[1].items.map(\.id))
      try await room.stage.press("space")
      try await until("the next unread one") { timeline.posts.focused == things[2] }
      try await room.stage.press("space")
      XCTAssertTrue(try room.stage.dump().contains("No unread posts below."))
      XCTAssertEqual(timeline.posts.focused, things[2])
      try await room.stage.press("space", holding: .shift)
      try await until("the one before") { timeline.posts.focused == things[0] }
      // In an opened post it leads on where the end is in view.
      try await room.stage.press("Return")
      try await until("the post") { timeline.open?.post.id == things[0].shown.id }
      try await room.settle()
      try await room.stage.press("space")
      try await until("the unread one") { timeline.open?.post.id == things[2].shown.id }
      try await until("all to be read") { reader.count(of: .all) == 0 }
      try await room.quit()
    }
  }

  func testSpaceGoesOnFromWhereOneHasScrolled() throws {
    try onLoop {
      let room = try await Self.open()
      let timeline = try room.timeline
      try await room.add((3..<80).map { ReadingRoom.post("p\($0)", minutes: Double($0)) })
      try await until("all") { timeline.posts.content.list.count == 80 }
      try await room.stage.press("F6")
      try await until("a post") { timeline.posts.focused != nil }
      try await room.scroll(by: 2_000)
      let view = timeline.posts.view
      let top = try XCTUnwrap(view.scrollPlace.flatMap { view.outline.row(of: $0.node) })
      XCTAssertGreaterThan(top, 10)
      try await room.stage.press("space")
      try await until("a post in view") { (view.focusedRow ?? 0) >= top }
      try await room.quit()
    }
  }

  func testASourceHasAMenuAndIsRemovedByIt() throws {
    try onLoop {
      let room = try await Self.open()
      let timeline = try room.timeline
      timeline.choose(.source(ReadingRoom.source(0).id))
      try await room.settle()
      try await room.stage.press("F6", holding: .shift)
      try await until("its row") { timeline.sidebar.focused == .source(ReadingRoom.source(0).id) }
      let titles = try await Self.menu(room)
      for title in [
        "Show", "Refresh", "Mark All as Read", "Name and Group …", "Copy Address", "Remove",
      ] {
        XCTAssertTrue(titles.contains("“\(title)”"), "\(title) in \(titles)")
      }
      SourceDialogs(timeline).remove(ReadingRoom.source(0))
      try await until("it to go") { timeline.reader.sources.isEmpty }
      timeline.undo()
      try await until("it again") { !timeline.reader.sources.isEmpty }
      try await room.quit()
    }
  }

  func testTheSidebarSaysWhatIsUnreadAndWhatFailed() throws {
    try onLoop {
      let room = try await Self.open()
      let timeline = try room.timeline
      try await until("the count") { timeline.reader.count(of: .all) == 3 }
      try await until("the words") {
        (try? room.stage.dump().contains("list-item “Source 0, 3 unread”")) ?? false
      }
      let feed = TimelineSource(.feed, title: "Lost", address: "https://example.org/lost.xml")
      timeline.reader.put(feed)
      await timeline.reader.settled()
      await timeline.reader.refresh([feed])
      try await until("why it failed") {
        (try? room.stage.dump().contains("list-item “Lost, ")) ?? false
      }
      timeline.choose(.source(feed.id))
      try await until("the page") {
        (try? room.stage.dump().contains("Couldn’t update “Lost”")) ?? false
      }
      _ = try room.stage.find("button", "Try Again")
      try await until("the row") { timeline.sidebar.view.outline.selectedIDs.count == 1 }
      try await room.quit()
    }
  }

  func testAFeedThatIsGoneCanBeRemovedWhereItIsTold() throws {
    try onLoop {
      let room = try ReadingRoom()
      room.connector = Connector(transports: [
        ScriptedTransport { _ in TransferScript(status: 410) }
      ])
      try await room.launch(width: 900, height: 640)
      let timeline = try room.timeline
      let feed = TimelineSource(.feed, title: "Gone", address: "https://example.org/gone.xml")
      timeline.reader.put(feed)
      await timeline.reader.settled()
      await timeline.reader.refresh([feed])
      try await until("the button") { (try? room.stage.find("button", "Remove")) != nil }
      try await room.stage.click("button", "Remove")
      try await until("it to go") { timeline.reader.sources.isEmpty }
      try await room.quit()
    }
  }

  func testThePostBehindIsOneKeyAway() throws {
    try onLoop {
      let room = try await Self.open()
      let timeline = try room.timeline
      try await room.stage.press("F6")
      try await room.stage.press("Down")
      try await room.stage.press("Return")
      try await until("a post") { timeline.open != nil }
      let first = try XCTUnwrap(timeline.open?.post.name)
      try await room.stage.press("Down", holding: .alt)
      try await until("another") { timeline.open.map { $0.post.name != first } ?? false }
      try await room.stage.press("Up", holding: .alt)
      try await until("the first") { timeline.open?.post.name == first }
      try await room.quit()
    }
  }

  func testKeysDoNothingToAPostThatIsNotSeen() throws {
    try onLoop {
      let room = try await Self.open()
      let timeline = try room.timeline
      try await until("the count") { timeline.reader.count(of: .all) == 3 }
      try await room.stage.press("f", holding: .control)
      try await room.stage.press("u", holding: .control)
      try await room.stage.press("d", holding: .control)
      await timeline.reader.settled()
      XCTAssertEqual(timeline.reader.count(of: .all), 3)
      for number in 0..<3 {
        XCTAssertFalse(
          timeline.reader.isBookmarked(Post.id(ReadingRoom.source(0).id, "p\(number)")))
      }
      try await room.quit()
    }
  }
}
