import Foundation
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing
import TimelineKit

/// What is kept, over restarts and second readings.
struct StoreTests {
  private func page() throws -> PostPage {
    try parse(
      MastodonTimeline("example.org", .public(isLocal: false)).parser(), Samples.mastodon)
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    try body(root.path)
  }

  @Test func postsAreThereAfterARestart() throws {
    try withFolder { folder in
      let page = try page()
      let place = TimelinePlace(id: page.posts[0].id, date: page.posts[0].published)
      do {
        let store = try TimelineStore(folder: folder)
        try store.put(TimelineSource(.feed, title: "News", address: "https://example.org/a"))
        #expect(try store.add(page).new == page.posts.map(\.id))
        #expect(try store.mark([page.posts[0].id]) == 1)
        try store.keep(place, in: TimelineStore.mergedList)
      }
      let store = try TimelineStore(folder: folder)
      #expect(store.posts.records[page.posts[0].id].map { Post($0) } == page.posts[0])
      #expect(store.posts.records[page.posts[1].id].map { Post($0) } == page.posts[1])
      #expect(store.posts.records[page.posts[0].id]?[PostFields.isRead] == true)
      #expect(store.place(in: TimelineStore.mergedList) == place)
      #expect(store.users.records.count == 3)
      #expect(store.sources.table.count == 1)
    }
  }

  @Test func aSecondReadingAddsOnlyWhatIsNew() throws {
    try withFolder { folder in
      let store = try TimelineStore(folder: folder)
      var page = try page()
      try store.add(page)
      try store.mark(page.posts.map(\.id))
      page.posts[1].text = "Changed"
      var third = page.posts[0]
      third.name = "111"
      page.posts.insert(third, at: 0)
      let added = try store.add(page)
      #expect(added.new == [third.id])
      #expect(added.changed == [page.posts[2].id])
      #expect(added.known == 1)
      #expect(store.posts.records[page.posts[2].id]?[PostFields.isRead] == true)
      #expect(store.posts.records[third.id]?[PostFields.isRead] == false)
    }
  }

  @Test func postsAreFoundByTheirWords() throws {
    try withFolder { folder in
      let page = try page()
      let store = try TimelineStore(folder: folder)
      try store.add(page)
      #expect(try store.search("old news") == [page.posts[1].id])
      #expect(try store.search("draw", isTyping: true) == [page.posts[0].id])
      #expect(try store.search("href").isEmpty)
      for name in try FileManager.default.contentsOfDirectory(atPath: folder)
      where name.hasPrefix("words.db") {
        try FileManager.default.removeItem(atPath: folder + "/" + name)
      }
      let again = try TimelineStore(folder: folder)
      #expect(try again.search("old").isEmpty)
      #expect(try again.mendIndex() == 2)
      #expect(try again.mendIndex() == 0)
      #expect(try again.search("old") == [page.posts[1].id])
    }
  }

  @Test func aRemovedSourceKeepsItsPostsUnlessTheyAreForgotten() throws {
    try withFolder { folder in
      let store = try TimelineStore(folder: folder)
      let page = try page()
      try store.add(page)
      try store.remove(source: page.posts[0].source)
      #expect(store.posts.records.count == 2)
      try store.remove(source: page.posts[0].source, isForgotten: true)
      #expect(store.posts.records.isEmpty)
      #expect(try store.search("old").isEmpty)
    }
  }
}
