import FoundationEssentials
import HikidashiFeeds
import HikidashiLoading
import TestSupport
import Testing

/// Feeds that are found from the address of a page.
@Suite struct FeedFinderTests {
  private func find(
    _ text: some Collection<UInt8>, at address: String = "https://example.org/blog/",
    pieces: Int = 1 << 16,
    type: String = "text/html"
  ) throws -> FeedFinder.Found {
    var finder = FeedFinder()
    let head = ResponseHead(
      http: 200, headers: ["Content-Type": type], url: URL(string: address))
    _ = try finder.begin(head)
    var rest = Array(text)[...]
    while !rest.isEmpty {
      if try finder.feed(Array(rest.prefix(pieces))) == .enough { break }
      rest = rest.dropFirst(pieces)
    }
    return try finder.finish()
  }

  private func addresses(_ text: String, pieces: Int = 1 << 16) throws -> [String] {
    guard case .page(_, let feeds) = try find(text.utf8, pieces: pieces) else { return ["a feed"] }
    return feeds.map(\.address.absoluteString)
  }

  private static let page = """
    <!DOCTYPE html><html><head><title>Ann’s
      blog</title>
    <link rel=stylesheet href=/style.css>
    <LINK REL="Alternate Home" TYPE="Application/RSS+XML; charset=utf-8" title=" All  posts " HREF="feed.xml">
    <link rel="alternate" type="application/atom+xml" href="//example.net/atom?a=1&amp;b=2">
    <link rel="alternate" type="application/feed+json" href="/feed.json">
    <link rel="alternate" type="application/rss+xml" href="feed.xml#again">
    <link rel="alternate" type="application/rss+xml" href="/blog/feed.xml">
    <link rel="alternate" type="application/json" href="/wp-json/1">
    <link rel="alternate" hreflang="de" href="/de/">
    <link rel="alternate" type="application/rss+xml" href="javascript:alert(1)">
    <link rel="alternate" type="application/rss+xml" href="file:///etc/passwd">
    <script>"<link rel=alternate type=application/rss+xml href=/script.xml>"</script>
    </head><body><p>Words</p></body></html>
    """

  @Test(arguments: [1, 100, 1 << 16]) func aPageNamesItsFeeds(pieces: Int) throws {
    guard case .page(let title, let feeds) = try find(Self.page.utf8, pieces: pieces) else {
      Issue.record("no page")
      return
    }
    #expect(title == "Ann’s blog")
    #expect(feeds.first?.words == "All posts")
    #expect(
      feeds.map(\.address.absoluteString) == [
        "https://example.org/blog/feed.xml", "https://example.net/atom?a=1&b=2",
        "https://example.org/feed.json", "https://example.org/blog/feed.xml#again",
      ])
  }

  @Test func relativeAddressesBeginAtTheBase() throws {
    let link = "<link rel=alternate type=application/atom+xml href=a.xml>"
    #expect(
      try addresses("<html><base href='/other/'>\(link)") == ["https://example.org/other/a.xml"])
    #expect(
      try addresses("<html><base href='https://example.net/'><base href='/no/'>\(link)")
        == ["https://example.net/a.xml"])
  }

  @Test(arguments: [
    "<?xml version='1.0'?><!DOCTYPE html><html xmlns='http://www.w3.org/1999/xhtml'><head>",
    "<!-- made by hand --><html><head>", "\n\n<head>", "",
  ])
  func aPageMayBeginAsItLikes(start: String) throws {
    let link = "<link rel='alternate' type='application/rss+xml' href='/a.xml'/>"
    #expect(try addresses(start + link) == ["https://example.org/a.xml"])
  }

  @Test func aFeedIsAFeed() throws {
    let text = """
      <rss version="2.0"><channel><title>News</title><link>https://example.org/</link>
      <item><title>One</title><guid>1</guid></item></channel></rss>
      """
    guard case .feed(let feed) = try find(text.utf8, pieces: 7) else {
      Issue.record("no feed")
      return
    }
    #expect(feed.title?.plain == "News" && feed.entries.count == 1)
  }

  @Test func aPageWithoutFeedsIsAPage() throws {
    #expect(
      try find("<html><title>Log in</title><form></form>".utf8)
        == .page(title: "Log in", feeds: []))
  }

  @Test(arguments: ["", "  ", "%PDF-1.7", "just words", "[1, 2]", "<a-b/>"])
  func whatIsNeitherIsRefusedAsAFeed(text: String) {
    #expect(throws: ParserError.self) { try find(text.utf8) }
  }

  @Test func anEncodingIsThatOfThePage() throws {
    let bytes = Array("<html><meta charset=iso-8859-1><title>caf".utf8) + [0xE9]
    #expect(try find(bytes) == .page(title: "café", feeds: []))
  }

  @Test func noMoreThanTheBeginningOfAPageIsRead() throws {
    let filler = String(repeating: "<p>words</p>", count: FeedFinder.pageLimit / 12 + 1)
    let link = "<link rel=alternate type=application/rss+xml href=/a.xml>"
    #expect(try addresses("<html>" + filler + link, pieces: 4_096).isEmpty)
    #expect(try addresses("<html>" + link + filler, pieces: 4_096).count == 1)
  }
}
