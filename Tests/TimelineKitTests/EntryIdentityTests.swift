import Foundation
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing
import TimelineKit

/// An address is no identity: entries of one feed are posts of their own, whatever they share, and one entry stays one
/// post, whatever its publisher changes of it.
struct EntryIdentityTests {
  /// An entry as a feed has it; what is empty is left out.
  private struct Item {
    var id = ""
    var link = ""
    var title = ""
    var day = 0
    var text = ""

    var rss: String {
      let date = DateFormatter()
      date.locale = Locale(identifier: "en_US_POSIX")
      date.timeZone = TimeZone(identifier: "UTC")
      date.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
      let parts = [
        ("guid", id), ("link", link), ("title", title), ("description", text),
        ("pubDate", day > 0 ? date.string(from: moment(Double(day) * 86_400)) : ""),
      ]
      let lines = parts.filter { !$0.1.isEmpty }.map { "<\($0.0)>\($0.1)</\($0.0)>" }
      return "<item>\(lines.joined())</item>"
    }
  }

  private let folder: ScratchFolder
  private let store: TimelineStore

  init() throws {
    folder = try ScratchFolder()
    store = try TimelineStore(folder: folder.url.path)
  }

  private func source(_ host: String = "show.example") -> TimelineSource {
    TimelineSource(.feed, title: host, address: "https://\(host)/feed.xml")
  }

  @discardableResult
  private func fetch(
    _ items: [Item], from host: String = "show.example", page: String = "https://show.example/",
    at day: Double = 300
  ) throws -> TimelineStore.Added {
    let source = source(host)
    try store.put(source)
    let rss = "<rss version='2.0'><channel><title>\(host)</title><link>\(page)</link>"
    let text = rss + items.map(\.rss).joined() + "</channel></rss>"
    let received = moment(day * 86_400)
    return try store.add(parse(FeedPostsParser(source.id, received: received), text))
  }

  private func titles(_ filter: TimelineFilter = TimelineFilter()) throws -> [String] {
    try rows(filter).map { try #require(try store.post($0.shown.id)).title }
  }

  private func rows(_ filter: TimelineFilter = TimelineFilter()) throws -> [TimelineThing] {
    try store.list(filter: filter).rows.compactMap {
      if case .post(let thing) = $0 { thing } else { nil }
    }
  }

  // MARK: - Entries of one feed

  @Test func episodesThatShareAPageAreRowsOfTheirOwn() throws {
    func episode(_ number: Int) -> Item {
      Item(
        id: "e\(number)", link: "https://show.example/all", title: "Episode \(number)", day: number)
    }
    try fetch([episode(3), episode(2), episode(1)])
    #expect(try titles() == ["Episode 3", "Episode 2", "Episode 1"])
    #expect(try store.unreadCounts().all == 3)
    try store.mark(try rows().flatMap { $0.items.map(\.id) })
    #expect(try fetch([episode(5), episode(4), episode(3)]).new.count == 2)
    #expect(try titles().prefix(2) == ["Episode 5", "Episode 4"])
    #expect(try store.unreadCounts().all == 2)
    // Alone in its feed, and no other's place either.
    #expect(try fetch([episode(6)]).new.count == 1)
    #expect(try titles().count == 6)
  }

  @Test func entriesWithoutIDsThatShareALinkAreAllThere() throws {
    func item(_ number: Int) -> Item {
      Item(link: "https://show.example/all", title: "News \(number)", day: number)
    }
    #expect(try fetch([item(4), item(3), item(2), item(1)]).new.count == 4)
    #expect(try fetch([item(4), item(3), item(2), item(1)]).new.isEmpty)
    #expect(try fetch([item(5), item(4)]).new.count == 1)
    // The last one that has the link, and then another one.
    #expect(try fetch([item(5)]).new.isEmpty)
    #expect(try fetch([item(6)]).new.count == 1)
    #expect(try titles() == (1...6).reversed().map { "News \($0)" })
  }

  @Test func anIDOfSeveralIsNoneOfTheirs() throws {
    let items = [
      Item(id: "x", title: "One", day: 3), Item(id: "x", title: "Two", day: 2),
      Item(id: "x", title: "Two", day: 1),
    ]
    #expect(try fetch(items).new.count == 3)
    #expect(try fetch(items).new.isEmpty)
    #expect(try titles() == ["One", "Two", "Two"])
  }

  @Test func entriesOfOneIDWithoutDatesAreNotDoubled() throws {
    let items = [
      Item(id: "x", title: "One"), Item(id: "x", title: "Two"), Item(id: "x", text: "3"),
    ]
    #expect(try fetch(items).new.count == 3)
    #expect(try fetch(items, at: 301).new.isEmpty)
  }

  @Test func whatIsTwiceInAFeedIsOnePost() throws {
    let item = Item(id: "x", link: "https://show.example/1", title: "One", day: 3)
    #expect(try fetch([item, item]).new.count == 1)
  }

  @Test func thePageOfTheFeedIsNoEntrys() throws {
    for link in ["https://show.example/", "https://show.example", "http://www.show.example/"] {
      let folder = try ScratchFolder()
      let store = try TimelineStore(folder: folder.url.path)
      try store.put(source())
      let text =
        "<rss><channel><link>https://show.example/</link><item><guid>1</guid>"
        + "<link>\(link)</link><title>One</title></item></channel></rss>"
      try store.add(parse(FeedPostsParser(source().id, received: moment(0)), text))
      #expect(
        try store.newest().first { _ in true }?[PostFields.subject].hasPrefix("feed ") == true)
    }
  }

  // MARK: - What changes of an entry

  @Test(arguments: [
    // The id, with link and title, with date and title, or with link and date the same.
    (
      ["a", "https://show.example/1", "One", "1"], ["b", "https://show.example/1", "One", "2"], true
    ),
    (["a", "", "One", "1"], ["b", "", "One", "1"], true),
    (
      ["a", "https://show.example/1", "One", "1"], ["b", "https://show.example/1", "Uno", "1"], true
    ),
    (
      ["a", "https://show.example/1", "One", "1"], ["b", "https://show.example/new/1", "One", "1"],
      true
    ),
    // An id that stays is enough.
    (
      ["a", "https://show.example/1", "One", "1"], ["a", "https://show.example/2", "Two", "2"], true
    ),
    // One of them alone is not.
    (
      ["a", "https://show.example/1", "Weekly", "1"],
      ["b", "https://show.example/2", "Weekly", "8"], false
    ),
    (
      ["a", "https://show.example/1", "One", "1"], ["b", "https://show.example/2", "Two", "1"],
      false
    ),
    (
      ["a", "https://show.example/1", "One", "1"], ["b", "https://show.example/1", "Two", "2"],
      false
    ),
    // An id that is only a link, of which nothing else stays, is another entry's.
    (
      ["", "https://show.example/1", "One", "1"], ["", "https://show.example/1", "Two", "2"], false
    ),
    (
      ["", "https://show.example/1", "One", "1"], ["", "https://show.example/1", "One", "2"], true
    ),
  ])
  func anEntryIsRecognizedByWhatStaysTheSame(
    _ before: [String], _ after: [String], _ isSame: Bool
  ) throws {
    func item(_ parts: [String]) -> Item {
      Item(id: parts[0], link: parts[1], title: parts[2], day: Int(parts[3]) ?? 0)
    }
    let first = try fetch([item(before)]).new
    try store.mark(first)
    let added = try fetch([item(after)])
    #expect(added.new.isEmpty == isSame)
    #expect(try store.newest().count == (isSame ? 1 : 2))
    #expect(try store.unreadCounts().all == (isSame ? 0 : 1))
  }

  @Test func aTextThatStaysCountsAsMuchAsATitle() throws {
    let text = "The harbour was frozen in the morning."
    try fetch([Item(id: "a", title: "One", day: 1, text: text)])
    #expect(try fetch([Item(id: "b", title: "Another", day: 1, text: text)]).new.isEmpty)
    #expect(try fetch([Item(id: "c", title: "Third", day: 2, text: text)]).new.count == 1)
  }

  @Test func anotherEntryOfTheFeedIsNotTakenForIt() throws {
    // Both are there: the second is no new name of the first.
    let first = Item(id: "a", title: "Weather", day: 1)
    try fetch([first])
    #expect(try fetch([first, Item(id: "b", title: "Weather", day: 1)]).new.count == 1)
  }

  // MARK: - Several feeds

  @Test func twoWhoLinkToOneArticleAreOneRowOfBoth() throws {
    let link = "https://paper.example/article"
    try fetch([Item(id: "1", link: link, title: "Ann on it", day: 5)], from: "ann.example")
    try fetch([Item(id: "9", link: link, title: "Ben on it", day: 2)], from: "ben.example")
    let row = try #require(try rows().first)
    #expect(try rows().count == 1)
    // What was kept first says where the row stands and what it shows.
    #expect(try titles() == ["Ann on it"])
    #expect(row.place.date == moment(5 * 86_400))
    #expect(row.sources == [source("ann.example").id, source("ben.example").id])
    #expect(try titles(TimelineFilter(source: source("ben.example").id)) == ["Ben on it"])
  }

  @Test(arguments: ["https://bank.example/account", "https://www.bank.example/account"])
  func noFeedTakesThePlaceOfAnothersArticle(_ link: String) throws {
    let evil = Item(id: "1", link: link, title: "Your account is locked", day: 4)
    let own = Item(id: "a", link: link, title: "New opening hours", day: 5)
    try fetch([evil], from: "evil.example")
    try fetch([own], from: "bank.example", page: "https://bank.example/")
    #expect(try titles() == ["New opening hours"])
    #expect(try rows().first?.place.date == moment(5 * 86_400))
    #expect(try rows().first?.sources.first == source("bank.example").id)
  }

  @Test func unreadNumbersAgreeWithTheRows() throws {
    let link = "https://paper.example/article"
    try fetch([Item(id: "1", link: link, title: "Ann", day: 5)], from: "ann.example")
    try fetch([Item(id: "9", link: link, title: "Ben", day: 2)], from: "ben.example")
    let (ann, ben) = (source("ann.example").id, source("ben.example").id)
    try store.mark(try rows(TimelineFilter(source: ann)).flatMap { $0.items.map(\.id) })
    let counts = try store.unreadCounts()
    #expect(counts.all == 0 && counts[ann] == 0 && counts[ben] == 0)
    let list = try store.list(filter: TimelineFilter(source: ben))
    #expect(list.unreadCount() == 0)
  }

  @Test func marksBelongToTheMergedPostAndStayWithIt() throws {
    let link = "https://paper.example/article"
    let (ann, ben) = (source("ann.example"), source("ben.example"))
    let first = try fetch([Item(id: "1", link: link, title: "A", day: 5)], from: "ann.example").new
    try store.edit(first[0]) { draft throws(RecordError) in
      draft[PostFields.isBookmarked] = true
      draft[PostFields.note] = "Read again"
    }
    try store.mark(first)
    let second = try fetch([Item(id: "9", link: link, title: "B", day: 2)], from: "ben.example").new
    try store.remove(source: ann.id)
    let record = try #require(try store.record(second[0]))
    #expect(record[PostFields.isBookmarked] && record[PostFields.note] == "Read again")
    #expect(record[PostFields.isRead])
    #expect(try titles(TimelineFilter(query: PostFields.isBookmarked == true)) == ["B"])
    // A note is added to what there was, wherever that is.
    try store.put(ann)
    let third = try fetch([Item(id: "5", link: link, title: "C", day: 3)], from: "cy.example").new
    try store.edit(third[0]) { draft throws(RecordError) in draft[PostFields.note] = "Twice" }
    for id in first + second + third {
      #expect(try store.record(id)?[PostFields.isBookmarked] == true)
      #expect(try store.annotation(of: id) == (true, "Twice"))
    }
    // Taken away of one, it is taken away of both.
    try store.put(ann)
    try store.edit(second[0]) { draft throws(RecordError) in
      draft[PostFields.isBookmarked] = false
    }
    #expect(try store.record(first[0])?[PostFields.isBookmarked] == false)
    #expect(try store.unreadCounts()[ben.id] == 0)
  }

  @Test func aListWhoseNewestAreShownFarBelowIsNotEmpty() throws {
    // More of them than a list looks at, each the second of an article of long ago.
    let links = (0..<30).map { "https://paper.example/\($0)" }
    try fetch(links.map { Item(id: $0, link: $0, title: "Old", day: 1) }, from: "old.example")
    try fetch(links.map { Item(id: $0, link: $0, title: "New", day: 9) }, from: "new.example")
    let list = try store.list(reach: 5)
    #expect(list.rows.count { if case .post = $0 { true } else { false } } > 0)
  }

  // MARK: - Stores of 0.2

  /// As an earlier version has kept them: with their link as subject.
  private func keepAsBefore(_ posts: [(id: String, day: Double, html: String, text: String)]) throws
  {
    let source = source()
    try store.put(source)
    try store.posts.put([
      PostFields.id.column(posts.map { source.id + "\n" + $0.id }),
      PostFields.source.column(posts.map { _ in source.id }),
      PostFields.name.column(posts.map(\.id)),
      PostFields.subject.column(posts.map { _ in "https://show.example/all" }),
      PostFields.kind.column(posts.map { _ in Post.Kind.article }),
      PostFields.title.column(posts.map(\.id)),
      PostFields.page.column(posts.map { _ in "https://show.example/all" }),
      PostFields.published.column(posts.map { moment($0.day * 86_400) }),
      PostFields.html.column(posts.map { Data($0.html.utf8) }),
      PostFields.text.column(posts.map(\.text)),
    ])
  }

  @Test func hiddenPostsComeBackUnreadOnce() throws {
    try keepAsBefore([("a", 1, "", "a"), ("b", 2, "", "b"), ("c", 3, "", "c")])
    #expect(try titles() == ["a"])
    try store.mark(["a", "b", "c"].map { source().id + "\n" + $0 })
    #expect(store.needsMending)
    #expect(try store.mend().shown == 2)
    #expect(try titles() == ["c", "b", "a"])
    #expect(try store.unreadCounts().all == 2)
    #expect(!store.needsMending)
    try store.mark(["b", "c"].map { source().id + "\n" + $0 })
    let again = try TimelineStore(folder: folder.url.path)
    #expect(!again.needsMending)
    #expect(try again.mend() == TimelineStore.Mended())
    #expect(try again.unreadCounts().all == 0)
  }

  @Test func textsThatWereCutAreMadeAnew() throws {
    let html =
      "<p>Start <a href='https://e.example/1'>one</a>.</p>"
      + (0..<400).map { "<p>word\($0)</p>" }.joined() + "<a href='/2'>last</a>"
    try keepAsBefore([("a", 1, html, "Start one."), ("b", 2, "<p>whole</p>", "whole")])
    try store.mark([source().id + "\na"])
    var told: [Double] = []
    #expect(try store.mend { told.append($0) }.completed == 1)
    #expect(told.last == 1)
    let post = try #require(try store.post(source().id + "\na"))
    #expect(post.text.hasSuffix("last") && post.text.contains("word399"))
    #expect(post.links.map(\.address) == ["https://e.example/1", "https://show.example/2"])
    #expect(try store.search("word399").count == 1)
    #expect(try store.record(post.id)?[PostFields.isRead] == true)
  }

  // MARK: - Dates

  @Test func datesThatCannotBeAreThoseOfArrival() throws {
    try fetch(
      [
        Item(id: "now", title: "Now", day: 299), Item(id: "far", title: "Far", day: 2_900_000),
        Item(id: "soon", title: "Soon", day: 400), Item(id: "hours", title: "In hours", day: 300),
      ], at: 299.5)
    try fetch([Item(id: "later", title: "Later", day: 301)], at: 301)
    #expect(try titles().first == "Later")
    #expect(try store.newest().allSatisfy { $0[PostFields.published] <= moment(301 * 86_400) })
  }
}
