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
        #expect(try store.mark([page.posts[0].id]).count == 1)
        try store.keep(place, in: TimelineStore.mergedList)
      }
      let store = try TimelineStore(folder: folder)
      #expect(try store.post(page.posts[0].id) == page.posts[0])
      #expect(try store.post(page.posts[1].id) == page.posts[1])
      #expect(try store.record(page.posts[0].id)?[PostFields.isRead] == true)
      #expect(store.place(in: TimelineStore.mergedList) == place)
      #expect(try store.users.count() == 3)
      #expect(store.sources.table.count == 1)
    }
  }

  @Test func sourcesStandAsTheirReaderLooksForThem() throws {
    try withFolder { folder in
      let store = try TimelineStore(folder: folder)
      let titles = [
        ("news", "Feed 10"), ("News", "Zed"), ("news", "feed 2"), ("", "übersicht"), ("", "Umlaut"),
        ("News", "arch"), ("Blogs", "x"), ("", "Apfel"),
      ]
      try store.put(
        titles.map {
          TimelineSource(.feed, title: $1, address: "https://example.org/\($1)", group: $0)
        })
      let sorted = store.sortedSources.map { "\($0.group)/\($0.title)" }
      #expect(
        sorted == [
          "/Apfel", "/übersicht", "/Umlaut", "Blogs/x", "News/arch", "News/Zed", "news/feed 2",
          "news/Feed 10",
        ])
      for title in ["List 10", "list 9"] {
        let list = SmartList(id: title, title: title, query: "text ~ a")
        try store.lists.edit { try $0.upsert(list.id) { list.fill(&$0) } }
      }
      #expect(store.sortedLists.map(\.title) == ["list 9", "List 10"])
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
      #expect(try store.record(page.posts[2].id)?[PostFields.isRead] == true)
      #expect(try store.record(third.id)?[PostFields.isRead] == false)
    }
  }

  @Test func anEntryWithoutADateKeepsItsPlace() throws {
    let folder = try ScratchFolder()
    let store = try TimelineStore(folder: folder.url.path) { _ in .memory }
    func feed(_ entries: [String], at second: Double) throws -> PostPage {
      let items = entries.map { "<item><guid>\($0)</guid><title>\($0)</title></item>" }
      let text = "<rss version=\"2.0\"><channel>\(items.joined())</channel></rss>"
      return try parse(FeedPostsParser("feed x", received: moment(second)), text)
    }
    #expect(try store.add(feed(["b", "a"], at: 0)).new.count == 2)
    let again = try store.add(feed(["b", "a"], at: 100))
    #expect(again.known == 2 && again.changed.isEmpty)
    #expect(try store.add(feed(["c", "b", "a"], at: 200)).new.count == 1)
    // The order of the feed, and the times at which it was read.
    let posts = try store.newest().map { Post($0) }
    #expect(posts.map(\.title) == ["c", "b", "a"])
    #expect(posts.map { $0.published.timeIntervalSince(moment(0)).rounded() } == [200, 0, 0])
  }

  @Test func postsAreFoundByTheirWords() throws {
    try withFolder { folder in
      let page = try page()
      let store = try TimelineStore(folder: folder)
      try store.add(page)
      #expect(try store.search("old news") == [page.posts[1].id])
      #expect(try store.search("draw", isTyping: true) == [page.posts[0].id])
      #expect(try store.search("href").isEmpty)
      #expect(try store.searchCount("old") == 1)
      var changed = page
      changed.posts[1].text = "Drawers"
      try store.add(changed)
      #expect(try store.search("old").isEmpty)
      #expect(try store.search("draw", isTyping: true) == page.posts.map(\.id))
      #expect(try store.search("\"cat on a\"") == [page.posts[0].id])
      #expect(try store.search("draw* -cat").count == 1)
    }
  }

  @Test func whatTheReaderDoesStaysAndIsUndone() throws {
    try withFolder { folder in
      let store = try TimelineStore(folder: folder)
      var page = try page()
      try store.put(TimelineSource(.mastodon, title: "All", address: Self.address))
      try store.add(page)
      let (newer, older) = (page.posts[0], page.posts[1])
      #expect(try store.edit(newer.id) { $0[PostFields.isBookmarked] = true })
      #expect(try !store.edit("none") { $0[PostFields.note] = "" })
      page.posts[0].text = "Changed"
      #expect(try store.add(page).changed == [newer.id])
      #expect(try store.record(newer.id)?[PostFields.isBookmarked] == true)
      let place = TimelinePlace(id: newer.id, date: newer.published)
      #expect(try store.newCount(since: TimelinePlace(id: older.id, date: older.published)) == 1)
      let marks = try store.markRead(.newer, of: place)
      #expect(marks.count == 1)
      let counts = try store.unreadCounts()
      #expect(counts.all == 1 && counts[newer.source] == 1 && counts["none"] == 0)
      #expect(try store.markRead(.older, of: place, source: newer.source).count == 1)
      try store.undo(marks)
      #expect(try store.record(newer.id)?[PostFields.isRead] == false)
      #expect(try store.record(older.id)?[PostFields.isRead] == true)
      // A change of the post leaves the mark.
      try store.edit(older.id) { $0[PostFields.note] = "Mine" }
      #expect(try TimelineStore(folder: folder).record(older.id)?[PostFields.isRead] == true)
    }
  }

  private static let address = MastodonTimeline("example.org", .public(isLocal: false)).address

  @Test func aRemovedSourceKeepsItsPostsUnlessTheyAreForgotten() throws {
    try withFolder { folder in
      let store = try TimelineStore(folder: folder)
      let page = try page()
      try store.add(page)
      try store.remove(source: page.posts[0].source)
      #expect(try store.posts.count() == 2)
      try store.remove(source: page.posts[0].source, isForgotten: true)
      #expect(try store.posts.count() == 0)
      #expect(try store.search("old").isEmpty)
    }
  }
}
