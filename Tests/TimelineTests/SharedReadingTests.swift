import Foundation
import HikidashiRecords
import HikidashiStorage
import HikidashiWidgetTesting
import HikidashiWidgets
import TestSupport
import TimelineKit
import XCTest

@testable import Timeline

/// A window beside another machine, through a database.
final class SharedReadingTests: XCTestCase {
  private static func share(_ store: TimelineStore, _ folder: ScratchFolder) -> TimelineSharing {
    let path = folder.url.path
    return TimelineSharing(
      store, at: { .sqlite(path + "/shared.db", table: $0) },
      bytes: { try SQLiteStorage(path + "/bytes.db") })
  }

  func testANewMachineBeginsWhereTheOtherIs() throws {
    try onLoop {
      let (shared, folder) = (try ScratchFolder(), try ScratchFolder())
      let other = try TimelineStore(folder: folder.url.path)
      try other.put(ReadingRoom.source(0))
      var page = PostPage()
      page.posts = (0..<80).map { ReadingRoom.post("p\($0)", minutes: Double($0)) }
      try other.add(page)
      let place = TimelinePlace(id: page.posts[40].id, date: page.posts[40].published)
      try other.keep(place, in: TimelineStore.mergedList)
      let sharing = Self.share(other, shared)
      try await sharing.meet()

      let room = try ReadingRoom()
      try await room.launch(width: 900, height: 640)
      let reader = try room.reader
      reader.sharing.begin(Self.share(reader.store, shared)) { reader.postsChanged() }
      try await until("the place of the other") {
        guard (try? room.timeline.posts.view.scrollPlace) != nil else { return false }
        return (try? room.place().id) == place.id
      }
      // And back.
      try await room.settle()
      try await room.scroll(by: 400)
      let here = try room.place().id
      XCTAssertNotEqual(here, place.id)
      let meeting = Task { await sharing.run { _ in } }
      try await until("the place on the other machine") {
        other.place(in: TimelineStore.mergedList)?.id == here
      }
      meeting.cancel()
      await meeting.value
      XCTAssertEqual(reader.troubles, "")
      try await room.quit()
    }
  }
}
