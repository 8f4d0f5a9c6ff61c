import FoundationEssentials
import HikidashiFeeds
import HikidashiLoading
import Testing

/// Where relative addresses begin.
struct FeedBaseTests {
  private let address = "https://e.example/feeds/f.xml"
  private let link = "&lt;a href='x'>x&lt;/a>"

  private func links(_ text: String) throws -> [String] {
    let entry = try #require(try readFeed(text, at: address).entries.first)
    let body = entry.content ?? entry.summary
    return body?.references.links.map(\.address.absoluteString) ?? []
  }

  @Test(arguments: [
    ("", "", "<link>/blog/1/</link>", "", "/blog/1/x"),
    ("", "", "<link>/blog/1</link>", "", "/blog/x"),
    ("", "", "", "", "/feeds/x"), ("", "", "<guid>/blog/1/</guid>", "", "/blog/1/x"),
    ("", "", "<guid isPermaLink='false'>/blog/1/</guid>", "", "/feeds/x"),
    ("xml:base='/r/'", "", "<link>/blog/1/</link>", "", "/r/x"),
    ("", "xml:base='/c/'", "<link>/blog/1/</link>", "", "/c/x"),
    ("xml:base='/r/'", "xml:base='c/'", "", "", "/r/c/x"),
    ("", "", "<link>/blog/1/</link>", "xml:base='/t/'", "/t/x"),
    ("xml:base='/r/'", "", "<link>p/</link>", "xml:base='t/'", "/r/t/x"),
  ])
  func contentsOfRSS(root: String, channel: String, item: String, text: String, path: String) throws
  {
    for name in ["description", "content:encoded", "itunes:summary"] {
      let order = ["<\(name) \(text)>\(link)</\(name)>", item]
      for parts in [order, order.reversed()] {
        let found = try links(
          "<rss \(root)><channel \(channel)><item>\(parts.joined())</item></channel></rss>")
        #expect(found == ["https://e.example" + path], "\(name)")
      }
    }
  }

  @Test func baseOfAnItem() throws {
    let feed = try readFeed(
      "<rss><channel><item xml:base='https://o.example/i/'><link>p</link><guid>g/</guid>"
        + "<description>\(link)</description><enclosure url='a.mp3'/></item></channel></rss>",
      at: address)
    let entry = try #require(feed.entries.first)
    #expect(entry.link?.absoluteString == "https://o.example/i/p")
    #expect(entry.summary?.base?.absoluteString == "https://o.example/i/")
    #expect(entry.enclosures.first?.address.absoluteString == "https://o.example/i/a.mp3")
  }

  @Test(arguments: [
    ("abc123", "https://e.example/feeds/abc123"), ("/p/1", "https://e.example/p/1"),
    ("?p=1", "https://e.example/feeds/f.xml?p=1"), ("//o.example/1", "https://o.example/1"),
    ("https://o.example/1", "https://o.example/1"), ("../1", "https://e.example/1"),
    ("urn:x:1", nil),
    ("tag:e.example,2026:1", nil), ("a b", "https://e.example/feeds/a%20b"), ("http://[", nil),
  ])
  func permalinksAreResolved(guid: String, expected: String?) throws {
    let feed = try readFeed(
      "<rss><channel><item><guid>\(guid)</guid></item></channel></rss>", at: address)
    #expect(feed.entries.first?.link?.absoluteString == expected)
    #expect(feed.entries.first?.id == guid)
    #expect(feed.problemCount == 0)
  }

  @Test(arguments: [
    ("", "", "", "/feeds/x"), ("xml:base='/f/'", "", "", "/f/x"),
    ("xml:base='/f/'", "xml:base='e/'", "", "/f/e/x"),
    ("", "", "xml:base='/t/'", "/t/x"),
    ("xml:base='/f/'", "xml:base='e/'", "xml:base='t/'", "/f/e/t/x"),
  ])
  func contentsOfAtom(feed: String, entry: String, text: String, path: String) throws {
    for content in [
      "<content type='html' \(text)>\(link)</content>",
      "<summary type='html' \(text)>\(link)</summary>",
      "<content type='xhtml' \(text)><div xmlns='http://www.w3.org/1999/xhtml'><a href='x'>x</a>"
        + "</div></content>",
    ] {
      let found = try links(
        "<feed xmlns='http://www.w3.org/2005/Atom' \(feed)><entry \(entry)><link href='/blog/1/'/>"
          + "\(content)</entry></feed>")
      #expect(found == ["https://e.example" + path])
    }
  }

  @Test(arguments: [
    ("<p xml:base='in/'>A <a href='x'>x</a></p>", ["/d/in/x"]),
    ("<p xml:base='/o/'><a href='x'>x</a></p><a href='y'>y</a>", ["/o/x", "/d/y"]),
    (
      "<p xml:base='a/'><b xml:base='b/'><a href='x'>x</a></b><a href='y'>y</a></p>",
      ["/d/a/b/x", "/d/a/y"]
    ),
    ("<a xml:base='a/' href='x'>x</a><a href='y'>y</a>", ["/d/a/x", "/d/y"]),
    ("<p xml:base=''><a href='x'>x</a></p>", ["/d/x"]),
    ("<p xml:base='http://['><a href='x'>x</a></p>", ["/d/x"]),
    (
      "<ul><li xml:base='1/'><a href='x'>x</a></li><li xml:base='2/'><a href='x'>x</a></li></ul>",
      ["/d/1/x", "/d/2/x"]
    ),
    ("<p xml:base='a/'><br/><img src='i.png'/></p><a href='x'>x</a>", ["/d/x"]),
    ("<p xml:base='a/'>words</p><p><a href='x'>x</a></p>", ["/d/x"]),
    ("<p xml:base='//o.example/'><a href='/x'>x</a></p>", ["https://o.example/x"]),
  ])
  func basesWithinXHTML(markup: String, expected: [String]) throws {
    let expected = expected.map { $0.hasPrefix("/") ? "https://e.example" + $0 : $0 }
    let space = "xmlns='http://www.w3.org/1999/xhtml'"
    #expect(
      try links(
        "<feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='xhtml' xml:base='/d/'>"
          + "<div \(space)>\(markup)</div></content></entry></feed>") == expected)
    #expect(
      try links(
        "<feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='xhtml'>"
          + "<div \(space) xml:base='/d/'>\(markup)</div></content></entry></feed>") == expected)
  }

  @Test func picturesHaveTheirBase() throws {
    let text = Feed.Text(
      "<div xml:base='a/'><img src='i.png'></div><img src='j.png'>", kind: .xhtml,
      base: URL(string: "https://e.example/d/"))
    #expect(text.references.pictures.map(\.address.path) == ["/d/a/i.png", "/d/j.png"])
  }

  @Test func contentsOfJSONFeed() throws {
    let html = "<a href='x'>x</a>"
    for (place, path) in [
      ("\"url\": \"/blog/1/\",", "/blog/1/x"), ("", "/feeds/x"),
      ("\"external_url\": \"https://o.example/\",", "/feeds/x"),
    ] {
      let found = try links(
        "{\"version\": \"https://jsonfeed.org/version/1\","
          + " \"items\": [{\(place) \"content_html\": \"\(html)\"}]}"
      )
      #expect(found == ["https://e.example" + path])
    }
  }

  @Test(arguments: [
    (
      "<link href='/a.pdf' type='application/pdf'/><link href='/a.html' type='text/html'/>",
      "/a.html"
    ),
    (
      "<link href='/a.html' type='text/html'/><link href='/a.pdf' type='application/pdf'/>",
      "/a.html"
    ),
    ("<link href='/a.json' type='application/json'/><link href='/a'/>", "/a"),
    ("<link href='/a'/><link href='/b' type='text/html'/>", "/a"),
    ("<link href='/a.pdf' type='application/pdf'/>", "/a.pdf"),
    (
      "<link href='/x' rel='self'/><link href='/a.xml' type='application/xml'/>"
        + "<link href='/b' type='application/xhtml+xml'/>",
      "/b"
    ),
    ("<link href='/a' type='Text/HTML; charset=utf-8'/><link href='/b' type='text/html'/>", "/a"),
    ("<link href='/x.xml' type='application/atom+xml'/><link href='/a'/>", "/a"),
    ("<link href='/x' type='image/png'/><link href='/a' type='text/html'/>", "/a"),
    ("<link href='/x' type='text/plain'/><link href='/a' type='TEXT/HTML'/>", "/a"),
    ("<link href='/x' type=' application/pdf '/><link href='/a' type=''/>", "/a"),
    ("<link href='/x' type='application/json'/><link rel='ALTERNATE' href='/a'/>", "/a"),
    ("<link>/a</link>", "/a"), ("<link rel='related' href='/x'/><link>/a</link>", "/a"),
  ])
  func ofTwoPagesTheOneToRead(links: String, path: String) throws {
    let feed = try readFeed(
      "<feed xmlns='http://www.w3.org/2005/Atom'>\(links)<entry><id>1</id>\(links)</entry></feed>",
      at: address)
    #expect(feed.entries.first?.link?.path == path && feed.address?.path == path)
  }
}
