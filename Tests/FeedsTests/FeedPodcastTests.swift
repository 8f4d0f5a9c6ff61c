import FoundationEssentials
import HikidashiFeeds
import HikidashiLoading
import TestSupport
import Testing

/// What podcasts and films say of themselves in vocabularies of their own.
struct FeedPodcastTests {
  private func entry(_ content: String, feed: String = "") throws -> Feed.Entry {
    let feed = try readFeed(
      "<rss version='2.0'><channel>\(feed)<item>\(content)</item></channel></rss>",
      at: "https://example.org/feed")
    return try #require(feed.entries.first)
  }

  @Test(arguments: [
    ("<itunes:summary>Of dust.</itunes:summary>", "Of dust."),
    ("<itunes:subtitle>Dust</itunes:subtitle>", "Dust"),
    (
      "<itunes:subtitle>Dust</itunes:subtitle><itunes:summary>Of dust.</itunes:summary>", "Of dust."
    ),
    ("<itunes:summary>No</itunes:summary><description>Yes</description>", "Yes"),
    ("<description> </description><itunes:summary>Yes</itunes:summary>", "Yes"),
    ("<googleplay:description>Yes</googleplay:description>", "Yes"),
    ("<media:description>A\nb</media:description>", "A\nb"),
    ("<media:group><media:description>Yes</media:description></media:group>", "Yes"),
    (
      "<media:group><media:content url='/a.mp4'><media:description>Yes</media:description>"
        + "</media:content></media:group>",
      "Yes"
    ),
    (
      "<media:content url='/a.mp4'><media:description>No</media:description></media:content>"
        + "<media:description>Yes</media:description>",
      "Yes"
    ),
    ("<media:description>No</media:description><itunes:summary>Yes</itunes:summary>", "Yes"),
    ("<summary>Yes</summary>", "Yes"), ("<dcterms:abstract>Yes</dcterms:abstract>", "Yes"),
    ("<dc:description>Yes</dc:description>", "Yes"),
    ("<itunes:summary>Tom &amp;amp; Eva</itunes:summary>", "Tom & Eva"),
  ])
  func summariesAreInManyElements(content: String, summary: String) throws {
    #expect(try entry(content).summary?.value == summary)
  }

  @Test(arguments: [
    ("<content:encoded>Notes</content:encoded>", "Notes"),
    ("<body xmlns='http://www.w3.org/1999/xhtml'><p>Notes</p></body>", "<p>Notes</p>"),
    ("<xhtml:div><xhtml:p>Notes</xhtml:p></xhtml:div>", "<p>Notes</p>"),
    ("<itunes:summary>Short</itunes:summary><content:encoded>Notes</content:encoded>", "Notes"),
  ])
  func showNotesAreTheContent(content: String, notes: String) throws {
    #expect(try entry(content).content?.value == notes)
  }

  /// It describes the film or the picture, and not what is written beside it.
  @Test func whatIsSaidOfAFilmDoesNotCountBesideAContent() throws {
    let entry = try entry(
      "<content:encoded>Long</content:encoded><media:description>Photo: Ann</media:description>")
    #expect(entry.summary == nil && entry.content?.value == "Long")
  }

  @Test func markupIsTold() throws {
    let words =
      "<itunes:summary><![CDATA[<p>Dust &amp; <a href='/x'>more</a></p>]]></itunes:summary>"
    let html = try entry("<link>/1/</link>" + words)
    #expect(html.summary?.kind == .html && html.summary?.plain == "Dust & more")
    #expect(html.summary?.references.links.first?.address.absoluteString == "https://example.org/x")
    #expect(
      try entry("<media:description type='html'>a &lt;b>b&lt;/b></media:description>").summary?
        .plain == "a b")
    #expect(try entry("<media:description>a &lt; b</media:description>").summary?.kind == .plain)
  }

  @Test(arguments: [
    ("<itunes:author>Ann</itunes:author>", ["Ann"]),
    ("<author>Ben</author><itunes:author>Ann</itunes:author>", ["Ben"]),
    ("<itunes:author>Ann</itunes:author><dc:creator>Ben</dc:creator>", ["Ben"]),
    ("<googleplay:author>Ann</googleplay:author>", ["Ann"]),
    ("<media:credit role='author'>Ann</media:credit>", ["Ann"]),
    ("<media:credit role='producer'>Ann</media:credit>", ["Show"]), ("", ["Show"]),
    ("<itunes:author> </itunes:author>", ["Show"]),
  ])
  func authors(content: String, names: [String]) throws {
    let entry = try entry(content, feed: "<itunes:author>Show</itunes:author>")
    #expect(entry.authors.map(\.name) == names)
  }

  @Test func theOwnerOfAPodcastIsItsAuthor() throws {
    let owner =
      "<itunes:owner><itunes:name>Ann</itunes:name><itunes:email>a@example.org</itunes:email>"
      + "</itunes:owner>"
    for feed in [owner, owner + "<itunes:author>Ann</itunes:author>"] {
      #expect(
        try entry("", feed: feed).authors == [Feed.Author(name: "Ann", email: "a@example.org")])
    }
    #expect(
      try entry("", feed: "<managingEditor>Eve</managingEditor>" + owner).authors.map(\.name)
        == ["Eve"])
  }

  @Test(arguments: [
    ("<itunes:keywords>a, b,,  c </itunes:keywords>", ["a", "b", "c"]),
    ("<media:keywords>a, b</media:keywords>", ["a", "b"]),
    ("<media:category>a/b</media:category>", ["a/b"]),
    ("<category>a</category><itunes:keywords>b, a</itunes:keywords>", ["a", "b"]),
    ("<media:group><media:category scheme='x'>a</media:category></media:group>", ["a"]),
    ("<media:group><media:keywords>a,b</media:keywords></media:group>", ["a", "b"]),
    ("<itunes:category text='a'/>", ["a"]), ("<category term='a'/>", ["a"]),
    ("<itunes:keywords>R&amp;D</itunes:keywords>", ["R&D"]),
    ("<media:content url='/a.mp4'><media:keywords>a</media:keywords></media:content>", ["a"]),
  ])
  func keywords(content: String, categories: [String]) throws {
    #expect(try entry(content).categories == categories)
  }

  @Test(arguments: [
    ("<itunes:image href='/a.png'/>", ["/a.png"]),
    ("<itunes:image>/a.png</itunes:image>", ["/a.png"]),
    ("<itunes:image url='/a.png'/>", ["/a.png"]), ("<googleplay:image href='/a.png'/>", ["/a.png"]),
    ("<image><url>/a.png</url><title>No</title><link>/no</link></image>", ["/a.png"]),
    ("<media:thumbnail url='/a.png'/><itunes:image href='/a.png'/>", ["/a.png"]),
    ("<media:thumbnail>/a.png</media:thumbnail>", ["/a.png"]),
    (
      "<media:group><media:thumbnail url='/a.png'/><media:thumbnail url='/b.png'/></media:group>",
      ["/a.png", "/b.png"]
    ),
  ])
  func pictures(content: String, places: [String]) throws {
    let entry = try entry(content)
    #expect(entry.pictures.map(\.address.path) == places)
    #expect(entry.title == nil && entry.link == nil)
  }

  @Test(arguments: [
    ("<itunes:image href='/a.png'/>", "/a.png"),
    ("<image><url>/b.png</url></image><itunes:image href='/a.png'/>", "/a.png"),
    ("<image><url>/a.png</url><title>No</title><link>/no</link></image>", "/a.png"),
    ("<media:thumbnail url='/a.png'/>", "/a.png"),
    ("<media:thumbnail url='/b.png'/><image><url>/a.png</url></image>", "/a.png"),
    ("<googleplay:image href='/a.png'/>", "/a.png"), ("<title>T</title>", nil),
    ("<image><title>No</title></image>", nil),
    ("<item><itunes:image href='/b.png'/></item>", nil), ("<itunes:image/>", nil),
  ])
  func picturesOfFeeds(content: String, place: String?) throws {
    let feed = try readFeed(
      "<rss><channel>\(content)</channel></rss>", at: "https://example.org/feed")
    #expect(feed.picture?.path == place)
    #expect(feed.address == nil)
  }

  @Test func picturesOfOtherFeeds() throws {
    let atom = "<feed xmlns='http://www.w3.org/2005/Atom'>"
    #expect(
      try readFeed("\(atom)<icon>/i.ico</icon><logo>/a.png</logo></feed>", at: "https://e.example/")
        .picture?.path == "/a.png")
    #expect(
      try readFeed("\(atom)<icon>/i.ico</icon></feed>", at: "https://e.example/").picture?.path
        == "/i.ico")
    let json = "{\"version\": \"https://jsonfeed.org/version/1\", \"items\": [], "
    #expect(
      try readFeed(
        json + "\"favicon\": \"/f.ico\", \"icon\": \"/a.png\"}", at: "https://e.example/"
      )
      .picture?.path == "/a.png")
  }

  /// Titles of podcasts are spare ones, and that of a film within is the film's.
  @Test(arguments: [
    ("<itunes:title>Yes</itunes:title>", "Yes"),
    ("<itunes:title>No</itunes:title><title>Yes</title>", "Yes"),
    ("<media:title>No</media:title><itunes:title>Yes</itunes:title>", "Yes"),
    ("<media:title>Yes</media:title>", "Yes"),
    ("<media:content url='/a.mp4'><media:title>No</media:title></media:content>", nil),
  ])
  func titles(content: String, title: String?) throws {
    #expect(try entry(content).title?.value == title)
  }

  @Test func textsOfTheFeed() throws {
    let feed = try readFeed(
      "<rss><channel><itunes:subtitle>No</itunes:subtitle><itunes:summary>Yes</itunes:summary>"
        + "<media:title>Title</media:title></channel></rss>")
    #expect(feed.summary?.value == "Yes" && feed.title?.value == "Title")
  }

  /// As the largest place of films writes them.
  @Test func filmsOfAChannel() throws {
    let feed = try readFeed(
      """
      <feed xmlns:yt="http://www.youtube.com/xml/schemas/2015"
        xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom">
      <title>Kites</title><entry><id>yt:video:k1</id><title>A kite</title>
      <link rel="alternate" href="https://video.example/watch?v=k1"/>
      <media:group><media:title>A kite</media:title>
      <media:content url="https://video.example/v/k1?version=3" type="application/x-shockwave-flash"/>
      <media:thumbnail url="https://video.example/vi/k1.jpg" width="480" height="360"/>
      <media:description>You need washi.
      The plan: https://plans.example/kite</media:description></media:group></entry></feed>
      """)
    let entry = try #require(feed.entries.first)
    #expect(entry.summary?.value.hasPrefix("You need washi.\n") == true)
    #expect(entry.pictures.map(\.width) == [480] && entry.enclosures.count == 1)
    #expect(entry.enclosures.first?.kind == nil)
  }
}
