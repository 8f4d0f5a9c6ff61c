import FoundationEssentials
import HikidashiFeeds
import HikidashiLoading
import Testing

/// What readers of other programs have reported, as kinds.
struct FeedReportTests {
  private let address = "https://e.example/feed"

  private func entry(_ content: String) throws -> Feed.Entry {
    let feed = try readFeed(
      "<rss version='2.0'><channel><item>\(content)</item></channel></rss>", at: address)
    return try #require(feed.entries.first)
  }

  // MARK: - JSON with letters that it must not have

  @Test(arguments: [
    ("one\ntwo", "one\ntwo", 1), ("one\ttwo", "one\ttwo", 1), ("a\r\nb", "a\r\nb", 2),
    ("cut \\ud83d", "cut \u{FFFD}", 1),
    ("\\udfc6 cup", "\u{FFFD} cup", 1), ("\\ud83d\\ud83d\\udc31", "\u{FFFD}🐱", 1),
    ("a\\\"b\nc", "a\"b\nc", 1),
    ("\\\\ud83d\n", "\\ud83d", 1), ("\\uD83D x \\uDC31", "\u{FFFD} x \u{FFFD}", 2),
    ("🐱\nb", "🐱\nb", 1), ("\\ud83d\\n", "\u{FFFD}", 1),
  ])
  func lettersThatJSONForbids(written: String, read: String, count: Int) throws {
    for (key, path) in [
      ("content_text", \Feed.Entry.content?.value), ("content_html", \.content?.value),
      ("title", \.title?.value), ("summary", \.summary?.value),
    ] {
      let feed = try readFeed(
        "{\"version\": \"https://jsonfeed.org/version/1.1\","
          + " \"title\": \"T\",\n \"items\": [{\"id\": \"1\",\n"
          + " \"\(key)\": \"\(written)\"}, {\"id\": \"2\", \"\(key)\": \"\\ud83d\\udc31\"}]}")
      #expect(feed.entries.map { $0[keyPath: path] } == [read, "🐱"])
      #expect(feed.problems.first?.reason.hasPrefix("\(count) sign") == true)
      #expect(feed.problems.map(\.line) == [3])
    }
  }

  @Test func textsWithinAreMendedToo() throws {
    let feed = try readFeed(
      """
      {"version": "https://jsonfeed.org/version/1.1", "title": "T\\ud83d", "authors": [{"name": "A\\ud83d"}],
       "items": [{"id": "1", "authors": [{"name": "Jo\\udc31"}], "attachments":
       [{"url": "https://e.example/a.mp3", "title": "a\tb"}]}]}
      """)
    #expect(feed.title?.value == "T\u{FFFD}" && feed.authors.first?.name == "A\u{FFFD}")
    #expect(feed.entries.first?.authors.first?.name == "Jo\u{FFFD}")
    #expect(feed.entries.first?.enclosures.first?.title == "a\tb")
    #expect(feed.problems.map(\.reason) == ["4 signs that JSON does not allow in texts"])
  }

  @Test func goodJSONHasNoProblem() throws {
    let feed = try readFeed(
      "{\"version\": \"https://jsonfeed.org/version/1.1\",\n\t\"items\": [{\"id\": \"1\","
        + " \"title\": 3}]}"
    )
    #expect(feed.problemCount == 0)
  }

  // MARK: - Values in the text in place of an attribute, and the other way round

  @Test(arguments: [
    "<enclosure>https://e.example/a%20b.mp3</enclosure>",
    "<enclosure url=''>https://e.example/a%20b.mp3</enclosure>",
    "<enclosure href='https://e.example/a%20b.mp3'/>",
    "<enclosure src='https://e.example/a%20b.mp3'/>",
    "<enclosure type='audio/mpeg'> https://e.example/a%20b.mp3\n</enclosure>",
    "<enclosure><![CDATA[https://e.example/a%20b.mp3]]></enclosure>",
    "<enclosure>/a%20b.mp3</enclosure>",
    "<enclosure>/a b.mp3</enclosure>", "<media:content href='/a b.mp3'/>",
    "<enclosure length='12'>/a b.mp3</enclosure>",
  ])
  func filesWhoseAddressIsElsewhere(content: String) throws {
    let files = try entry(content).enclosures
    #expect(files.map(\.address.absoluteString) == ["https://e.example/a%20b.mp3"])
    #expect(files.first?.isAudio == true)
    if content.contains("length") { #expect(files.first?.byteCount == 12) }
  }

  @Test(arguments: [
    "<link href='/1'/>", "<link href='/1'></link>", "<link rel='alternate' href='/1'/>",
    "<link href='/no' rel='self'/><link>/1</link>",
    "<atom:link xmlns:atom='http://www.w3.org/2005/Atom' href='/1'/>",
  ])
  func linksWhoseAddressIsElsewhere(content: String) throws {
    #expect(try entry(content).link?.path == "/1")
  }

  // MARK: - Persons in parts

  @Test(arguments: [
    (
      "<author><name>Ann</name><title>Gardener</title><department>Roses</department></author>",
      "Ann", nil
    ),
    ("<author>\n <name>Ann</name>\n <email>a@e.example</email>\n</author>", "Ann", "a@e.example"),
    ("<author><email>a@e.example</email><name>Ann</name></author>", "Ann", "a@e.example"),
    ("<author><title>Gardener</title><name>Ann</name></author>", "Gardener", nil),
    ("<author><person><name>Ann</name></person></author>", "Ann", nil),
    ("<dc:creator><name>Ann</name><url>/ann</url></dc:creator>", "Ann", nil),
    (
      "<itunes:author><name>Ann</name><email>a@e.example</email></itunes:author>", "Ann",
      "a@e.example"
    ),
    ("<author><first>Ann</first><last>Example</last></author>", "Ann Example", nil),
    ("<author><name>Ann</name><company></company><uri>/ann</uri></author>", "Ann", nil),
    (
      "<dc:creator><f:Person xmlns:f='urn:f'><f:name>Ann</f:name></f:Person></dc:creator>", "Ann",
      nil
    ),
    ("<author><name>A&amp;uuml;n</name></author>", "Aün", nil),
  ])
  func personsInParts(content: String, name: String, email: String?) throws {
    let feed = try readFeed(
      "<rss><channel><item>\(content)<title>Tulips</title></item></channel></rss>", at: address)
    let entry = try #require(feed.entries.first)
    let expected = content.contains("Gardener</title><name>") ? "Gardener Ann" : name
    #expect(entry.authors.map(\.name) == [expected] && entry.authors.map(\.email) == [email])
    #expect(entry.title?.value == "Tulips")
  }

  @Test func personsOfAtomWithoutParts() throws {
    for (author, expected) in [
      ("<author>Ann</author>", Feed.Author(name: "Ann")),
      ("<author>a@e.example (Ann)</author>", Feed.Author(name: "Ann", email: "a@e.example")),
      ("<author><name>Ann</name></author>", Feed.Author(name: "Ann")),
    ] {
      let feed = try readFeed(
        "<feed xmlns='http://www.w3.org/2005/Atom'>\(author)<entry><id>1</id>\(author)</entry>"
          + "</feed>"
      )
      #expect(feed.authors == [expected] && feed.entries.first?.authors == [expected])
    }
  }

  // MARK: - Right before

  @Test(arguments: [
    (
      "<div xmlns='http://www.w3.org/1999/xhtml'><p>a</p></div>"
        + "<div xmlns='http://www.w3.org/1999/xhtml'><p>b</p></div>",
      "a\n\nb"
    ),
    (
      "before <div xmlns='http://www.w3.org/1999/xhtml'><p>in</p></div> after",
      "before\n\nin\n\nafter"
    ),
    ("<p xmlns='http://www.w3.org/1999/xhtml'>bare</p>", "bare"),
    ("<!-- x --><div>a &lt;div> b</div>", "a <div> b"),
  ])
  func contentsAroundTheWrapper(content: String, plain: String) throws {
    let feed = try readFeed(
      "<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>1</id>"
        + "<content type='xhtml'>\(content)</content></entry></feed>"
    )
    #expect(feed.entries.first?.content?.plain == plain)
  }

  @Test func entriesWithoutALink() throws {
    let feed = try readFeed(
      "<rss><channel><item><title>Down</title></item><item><title>Up</title></item></channel></rss>"
    )
    #expect(
      feed.entries.map(\.title?.value) == ["Down", "Up"]
        && feed.entries.allSatisfy { $0.link == nil })
    #expect(Set(feed.entries.map(\.id)).count == 2)
  }
}
