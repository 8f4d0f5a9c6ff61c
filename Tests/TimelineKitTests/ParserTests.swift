import Foundation
import HikidashiFeeds
import HikidashiLoading
import Testing
import TimelineKit

/// What the parsers make of what servers and files hold.
struct ParserTests {
  private let timeline = MastodonTimeline("example.org", .public(isLocal: false))

  @Test(arguments: [1, 7, 1 << 16])
  func aPageOfAServerIsRead(pieces: Int) throws {
    let headers: HeaderFields = [
      "Link":
        "<https://example.org/api/v1/timelines/public?max_id=108>; rel=\"next\", <https://evil.example/x>; rel=\"prev\"",
      "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "2026-01-02T03:05:00Z",
    ]
    let page = try parse(timeline.parser(), Samples.mastodon, pieces: pieces, headers: headers)
    #expect(page.posts.map(\.name) == ["110-a", "108"])
    #expect(page.problemCount == 1)
    #expect(page.older?.query() == "max_id=108")
    #expect(page.newer == nil)
    #expect(page.allowance?.wait(at: Feed.date("2026-01-02T03:04:00Z") ?? .now) == 60)
    #expect(page.users.map(\.id) == ["@ann@example.org", "@bob@example.com", "@cy@example.com"])
  }

  @Test func aStatusHasItsParts() throws {
    let post = try #require(try parse(timeline.parser(), Samples.mastodon).posts.first)
    #expect(post.text == "Look at this page no\n\n[two] {three}")
    #expect(post.links == [Post.Link("https://example.net/page", words: "this page")])
    #expect(post.warning == "Long")
    #expect(post.emoji == [Post.Emoji("cat", address: "https://example.org/cat-still.png")])
    #expect(post.isSensitive)
    #expect(post.tags == ["gtk"])
    #expect(
      post.pictures == [
        Post.Picture(
          "https://example.org/cat.png", alternative: "A cat on a drawer", width: 640, height: 480)
      ])
    #expect(post.published == moment(86_400 + 3 * 3_600 + 4 * 60 + 5.5))
  }

  @Test func aBoostIsAboutWhatWasPassedOn() throws {
    let post = try #require(try parse(timeline.parser(), Samples.mastodon).posts.last)
    #expect(post.kind == .boost)
    #expect(post.subject == "https://example.com/notes/90")
    #expect(post.author == "@cy@example.com")
    #expect(post.booster == "@bob@example.com")
    #expect(post.text == "Old news")
    #expect(post.quoted == "https://example.com/notes/5")
    #expect(post.published == moment(86_400 + 2 * 3_600))
  }

  @Test func aPartThatCannotBeReadCostsNoPost() throws {
    let text = """
      [{"id": "1", "created_at": "2026-01-01T00:00:00Z", "content": "Hi", "tags": [{"name": 1}, {"name": "b"}],
      "media_attachments": {"no": "list"}, "quote": 7, "account": {"id": "1", "acct": "ann", "emojis": "none"}}]
      """
    let post = try #require(try parse(timeline.parser(), text).posts.first)
    #expect(post.tags == ["b"])
    #expect(post.text == "Hi")
  }

  @Test func whatBreaksOffIsReadUpToThere() throws {
    let end = try #require(Samples.mastodon.range(of: "Old news"))
    let page = try parse(timeline.parser(), String(Samples.mastodon[..<end.lowerBound]))
    #expect(page.posts.map(\.name) == ["110-a"])
    #expect(!page.isWhole)
    #expect(page.problemCount == 2)
  }

  @Test(arguments: ["<!DOCTYPE html><title>Log in</title>", "", "  ", "upstream timed out"])
  func whatIsNoListIsRefused(text: String) {
    let error = #expect(throws: ParserError.self) { try parse(timeline.parser(), text) }
    // A page in place of a list is what a network gives that wants a reader to log in.
    #expect(error.map { "\($0)".contains("log in") } == text.hasPrefix("<"))
  }

  @Test func anEmptyPageIsNoError() throws {
    let page = try parse(timeline.parser(), "[]")
    #expect(page.posts.isEmpty && page.isWhole)
  }

  @Test func everyPrefixOfAPageIsReadWithoutTrapping() throws {
    let bytes = Array(Samples.mastodon.utf8)
    var most = 0
    for count in stride(from: 0, to: bytes.count, by: 5) {
      let text = String(decoding: bytes[..<count], as: UTF8.self)
      guard let page = try? parse(timeline.parser(), text, pieces: 64) else { continue }
      #expect(page.posts.count >= most)
      most = page.posts.count
    }
    #expect(most >= 1)
  }

  @Test func addressesOfTimelinesAreReadAgain() throws {
    let kinds: [MastodonTimeline.Kind] = [
      .public(isLocal: true), .public(isLocal: false), .home, .hashtag("日本/gtk"),
      .account(id: "9a/b"),
    ]
    for kind in kinds {
      let timeline = MastodonTimeline("example.org:8443", kind)
      #expect(MastodonTimeline(address: timeline.address) == timeline)
    }
    #expect(MastodonTimeline(address: "http://example.org/api/v1/timelines/home") == nil)
  }

  @Test func aTokenGoesToNoOtherServer() throws {
    let page = try #require(URL(string: "https://example.org.evil.example/api"))
    #expect(throws: TimelineError.foreignPage(server: "example.org")) {
      try timeline.request(.page(page), token: "secret")
    }
    #expect(throws: TimelineError.badServer("a@evil.example")) {
      try MastodonTimeline("a@evil.example", .home).request(token: "secret")
    }
    let request = try timeline.request(.after("9 9"), token: "secret")
    #expect(request.headers["Authorization"] == "Bearer secret")
    guard case .url(let url) = request.target else { return }
    #expect(url.query(percentEncoded: true) == "limit=40&min_id=9%209")
  }

  @Test func refusalsAreExplained() throws {
    let failure = LoadFailure(.url(try #require(URL(string: "https://example.org/"))))
    func error(_ status: Int, hasToken: Bool = false, wait: Duration? = nil) -> TimelineError {
      TimelineError(
        .status(failure, StatusProblem(status, retryAfter: wait)), server: "example.org",
        hasToken: hasToken)
    }
    #expect(error(401) == .needsToken(server: "example.org"))
    #expect(error(422) == .needsToken(server: "example.org"))
    #expect(error(401, hasToken: true) == .tokenRefused(server: "example.org"))
    #expect(
      error(429, wait: .seconds(30)) == .tooManyRequests(server: "example.org", wait: .seconds(30)))
    #expect("\(error(429, wait: .seconds(30)))".contains("30 seconds"))
    guard case .load = error(503) else {
      Issue.record("\(error(503))")
      return
    }
  }

  @Test func aFeedBecomesPosts() throws {
    let rss = """
      <rss version="2.0"><channel><title>News</title><link>https://example.org/</link>
      <item><guid isPermaLink="false">1</guid><title>One &amp; only</title><link>https://example.org/1</link>
      <description>&lt;p&gt;Hi &lt;img src="/cat.png" alt="A cat"&gt;&lt;a href="/more"&gt;more&lt;/a&gt;&lt;/p&gt;</description>
      <pubDate>Fri, 02 Jan 2026 03:04:05 GMT</pubDate></item>
      <item><guid>1</guid><title>Again</title></item>
      <item><title>No date</title><link>javascript:alert(1)</link></item>
      """
    let received = moment(200_000)
    let page = try parse(FeedPostsParser("feed x", received: received), rss)
    #expect(page.title == "News")
    // Two that share an id are two.
    #expect(page.posts.map(\.title) == ["One & only", "Again", "No date"])
    #expect(page.posts[0].subject == "https://example.org/1")
    #expect(page.posts[0].pictures.map(\.alternative) == ["A cat"])
    #expect(page.posts[0].links.map(\.address) == ["https://example.org/more"])
    // Behind what stands before it.
    #expect(page.posts[2].published == received.addingTimeInterval(-0.002))
    #expect(page.undated == Set(page.posts[1...].map(\.id)))
    #expect(page.posts[2].page == "")
    #expect(!page.isWhole)
    #expect(page.problemCount >= 1)
  }

  @Test func listsOfFeedsAreReadAndWritten() throws {
    let list = try parse(OPMLParser(), Samples.opml)
    #expect(
      list.sources.map(\.address) == ["https://example.org/a?x=1&y=2", "https://example.org/b"])
    #expect(list.sources[0].title == "A <B>")
    #expect(list.sources[0].group == "Rooms & drawers/Inner")
    #expect(list.problems.map(\.place) == ["Bad"])
    let again = try parse(OPMLParser(), OPML.text(of: list.sources, title: "\u{1}<x>"))
    #expect(again.sources == list.sources)
    #expect(again.problems.isEmpty)
    #expect(throws: ParserError.self) { try parse(OPMLParser(), "<html></html>") }
    let broken = try parse(OPMLParser(), String(Samples.opml.prefix(330)))
    #expect(broken.sources.count == 1 && !broken.problems.isEmpty)
  }

  @Test func aFileOfJSONBecomesPosts() throws {
    let lines = """
      {"id": 1, "name": "Ann", "text": "Hi", "date": "2026-01-01T00:00:00Z", "pictures": ["https://example.org/a.png", "file:///etc/passwd"]}

      {"name": "Bob", "html": "<p>Yes</p>", "created_at": "2026-01-01T00:00:01Z", "pictures": [{"url": "https://example.org/b.png", "alt": "B"}]}
      {"name": "No date"}
      {broken}
      """
    let page = try parse(JSONPostsParser(source: "json x"), lines, pieces: 3)
    #expect(page.posts[0].name == "1" && page.posts[1].name.hasPrefix("hash:"))
    #expect(page.posts.map(\.text) == ["Hi", "Yes"])
    #expect(page.posts[0].pictures.map(\.address) == ["https://example.org/a.png"])
    #expect(page.posts[1].pictures.map(\.alternative) == ["B"])
    #expect(page.problems.map(\.place) == ["line 4", "line 5"])
  }

  @Test func pollsAndCardsAreTextAndLinks() throws {
    let page = try parse(
      MastodonTimeline("example.org", .public(isLocal: false)).parser(),
      """
      [{"id": "1", "created_at": "2026-01-02T03:04:05Z", "content": "<p>Tea?</p>",
        "account": {"id": "1", "acct": "ann"},
        "poll": {"id": "2", "options": [{"title": "Yes & no", "votes_count": 3}, 7, {"title": "No"}]},
        "card": {"url": "https://example.net/tea", "title": "On <tea>"}},
       {"id": "2", "created_at": "2026-01-02T03:04:05Z", "content": "",
        "account": {"id": "1", "acct": "ann"}, "poll": 5, "card": {"url": "file:///etc/passwd"}}]
      """)
    #expect(page.problems.isEmpty)
    #expect(page.posts.map(\.text) == ["Tea?\n○ Yes & no (3)\n○ No\nOn <tea>", ""])
    #expect(page.posts[0].links == [Post.Link("https://example.net/tea", words: "On <tea>")])
    #expect(
      page.posts[0].html
        == "<p>Tea?</p><ul><li>Yes &amp; no (3)</li><li>No</li></ul>"
        + "<p><a href=\"https://example.net/tea\">On &lt;tea&gt;</a></p>")
    #expect(page.posts[1].links.isEmpty && page.posts[1].html.isEmpty)
  }
}
