import FoundationEssentials
import HikidashiFeeds
import HikidashiLoading
import TestSupport
import Testing

/// Vocabularies, however their names are spelled.
struct FeedNamespaceTests {
  @Test(arguments: [
    "http://cyber.law.harvard.edu/rss/rss.html", "http://www.w3.org/1999/xhtml",
    "http://www.w3.org/2005/Atom", "urn:made:up", "http://backend.userland.com/rss2", "",
    "http://purl.org/rss/2.0/", "https://rssboard.org/rss-specification", "rss",
    "http://purl.org/dc/terms/",
  ])
  func theDefaultOfAnRSSRootIsRSS(space: String) throws {
    for root in ["<rss version='2.0' xmlns='\(space)'>", "<RSS xmlns='\(space)'>"] {
      let end = root.hasPrefix("<RSS") ? "</RSS>" : "</rss>"
      let feed = try readFeed(
        "\(root)<channel><title>T</title><item><title>I</title><guid>1</guid></item>"
          + "</channel>\(end)"
      )
      #expect(feed.title?.value == "T")
      #expect(feed.entries.map(\.title?.value) == ["I"])
      #expect(
        feed.problemCount == (space == "rss" || space == "urn:made:up" ? feed.problemCount : 0))
    }
  }

  @Test(arguments: [
    "http://purl.org/rss/1.0/modules/content/", "https://purl.org/rss/1.0/modules/content/",
    "http://purl.org/rss/1.0/modules/content", "HTTP://PURL.org/rss/1.0/modules/content/",
    "http://www.purl.org/rss/1.0/modules/content//", " http://purl.org/rss/1.0/modules/content/ ",
    "https://www.purl.org/rss/1.0/modules/content", "purl.org/rss/1.0/modules/content",
    "http://purl.org/RSS/1.0/modules/content/", "http://purl.org/rss/1.0/modules/content/#",
  ])
  func theFullContent(space: String) throws {
    let feed = try readFeed(
      "<rss xmlns:c='\(space)'><channel><item><c:encoded>Long</c:encoded></item></channel></rss>")
    #expect(feed.entries.first?.content?.value == "Long")
  }

  @Test(arguments: [
    ("itunes", "http://www.itunes.com/dtds/podcast-1.0.dtd"),
    ("itunes", "http://www.itunes.com/DTDs/Podcast-1.0.dtd"),
    ("i", "https://www.itunes.com/dtds/podcast-1.0.dtd"),
    ("x", "http://itunes.com/dtds/podcast-1.0.dtd/"),
    ("itunes", "http://somewhere.example/podcasts"), ("dc", "https://purl.org/dc/elements/1.1"),
    ("d", "http://purl.org/dc/elements/1.1"), ("dcterms", "https://purl.org/dc/terms"),
    ("dc", "http://purl.org/dc/elements/9.9/"), ("d", "https://www.purl.org/dc/terms/"),
  ])
  func authors(prefix: String, space: String) throws {
    let name = space.contains("purl") ? "creator" : "author"
    let feed = try readFeed(
      "<rss xmlns:\(prefix)='\(space)'><channel><item><\(prefix):\(name)>Jo</\(prefix):\(name)>"
        + "</item>"
        + "</channel></rss>")
    #expect(feed.entries.first?.authors == [Feed.Author(name: "Jo")])
  }

  @Test(arguments: [
    "http://purl.org/rss/1.0/", "https://purl.org/rss/1.0/", "http://purl.org/rss/1.0", "urn:x",
    "http://www.purl.org/rss/1.0/", "http://my.netscape.com/rdf/simple/0.9/",
    "https://my.netscape.com/rdf/simple/0.9", "http://purl.org/net/rss1.1#", "",
    "http://purl.org/rss/0.9/",
  ])
  func itemsOfRDF(space: String) throws {
    for rdf in [
      "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "https://w3.org/1999/02/22-rdf-syntax-ns",
    ] {
      let feed = try readFeed(
        "<rdf:RDF xmlns:rdf='\(rdf)' xmlns='\(space)'><channel><title>T</title></channel>"
          + "<item rdf:about='u'><title>I</title></item></rdf:RDF>")
      #expect(feed.format == .rdf && feed.title?.value == "T")
      #expect(feed.entries.map(\.id) == ["u"])
    }
  }

  @Test(arguments: [
    "http://www.w3.org/2005/Atom", "https://www.w3.org/2005/Atom", "http://www.w3.org/2005/Atom/",
    "http://w3.org/2005/Atom", "http://www.w3.org/2005/atom", "http://purl.org/atom/ns#",
    "https://purl.org/atom/ns", "http://www.w3.org/2005/Atom#", "https://w3.org/2005/Atom/", "",
  ])
  func atom(space: String) throws {
    let feed = try readFeed(
      "<feed xmlns='\(space)'><entry><id>1</id><title>I</title></entry></feed>")
    #expect(feed.format == .atom && feed.entries.map(\.title?.value) == ["I"])
  }

  /// On any element, as some write it.
  @Test(arguments: ["channel", "item", "title"]) func defaultsWithin(name: String) throws {
    var text = "<rss><channel><item><title>I</title></item></channel></rss>"
    text.replace("<\(name)>", with: "<\(name) xmlns='urn:x'>")
    #expect(try readFeed(text).entries.map(\.title?.value) == ["I"])
  }

  @Test(arguments: [
    ("<rss xmlns:x='urn:x'><channel><title>T</title><x:item/><x:item/></channel></rss>", 2),
    ("<rss><channel><title>T</title><wrap><item/></wrap></channel></rss>", 1),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><title>T</title><item/></feed>", 1),
    ("<rss><channel><title>T</title><entry/><entry/><entry/></channel></rss>", 3),
    (
      "<rss><channel><title>T</title><a:entry xmlns:a='http://www.w3.org/2005/Atom'/></channel>"
        + "</rss>",
      1
    ),
    ("<feed><title>T</title><x:entry xmlns:x='urn:x'/></feed>", 1),
    (
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:r='urn:x'>"
        + "<r:item/></rdf:RDF>",
      1
    ),
    ("<rss><channel><title>T</title><x:Item xmlns:x='urn:x'/></channel></rss>", 1),
    ("<feed><title>T</title><entries><entry/></entries></feed>", 1),
    ("<rss><channel><title>T</title><image><item/></image></channel></rss>", 1),
  ])
  func anEmptyFeedSaysWhy(text: String, count: Int) throws {
    let feed = try readFeed(text)
    #expect(feed.entries.isEmpty)
    #expect(
      feed.problems.map(\.reason).contains {
        $0.hasPrefix("\(count) element")
          && $0.hasSuffix("called item or entry, and no entry of this format")
      })
  }

  /// A default that is also another vocabulary does not take its elements.
  @Test(arguments: [
    ("itunes", "http://www.itunes.com/dtds/podcast-1.0.dtd", "<itunes:author>Jo</itunes:author>"),
    ("dc", "http://purl.org/dc/elements/1.1/", "<dc:creator>Jo</dc:creator>"),
    (
      "media", "http://search.yahoo.com/mrss/",
      "<media:credit role='author'>Jo</media:credit><media:thumbnail url='http://e.example/a.png'/>"
    ),
    (
      "a", "http://www.w3.org/2005/Atom",
      "<a:author><a:name>Jo</a:name></a:author><a:link rel='self' href='http://e.example/no'/>"
    ),
  ])
  func defaultsThatAreAlsoOthers(prefix: String, space: String, content: String) throws {
    let feed = try readFeed(
      "<rss xmlns='\(space)' xmlns:\(prefix)='\(space)'><channel><item><title>I</title>"
        + "\(content)</item></channel></rss>")
    #expect(feed.entries.map(\.title?.value) == ["I"])
    #expect(feed.entries.first?.authors == [Feed.Author(name: "Jo")])
    #expect(feed.entries.first?.pictures.count == (prefix == "media" ? 1 : 0))
    #expect(feed.entries.first?.link == nil)
  }

  @Test func aFeedWithoutEntriesIsAFeed() throws {
    #expect(try readFeed("<rss><channel><title>T</title></channel></rss>").problemCount == 0)
  }

  @Test func rss11() throws {
    let feed = try readFeed(
      """
      <Channel xmlns="http://purl.org/net/rss1.1#" rdf:about="http://e.example/rss.rdf"
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <title>Old</title><link>http://e.example/</link><description>Words</description>
      <image rdf:parseType="Resource"><title>L</title><url>http://e.example/l.png</url></image>
      <items rdf:parseType="Collection">
        <item rdf:about="http://e.example/1"><title>One</title><link>http://e.example/1.html</link></item>
        <item rdf:about="http://e.example/2"><title>Two</title><description>D</description></item>
      </items></Channel>
      """)
    #expect(feed.format == .rdf && feed.title?.value == "Old" && feed.summary?.value == "Words")
    #expect(feed.picture?.path == "/l.png" && feed.isWhole && feed.problemCount == 0)
    #expect(feed.entries.map(\.title?.value) == ["One", "Two"])
    #expect(feed.entries.map(\.id) == ["http://e.example/1", "http://e.example/2"])
    #expect(feed.entries.first?.link?.path == "/1.html")
  }

  @Test(arguments: ["", "a:"]) func anEntryAloneIsAFeedOfOne(prefix: String) throws {
    let space = prefix.isEmpty ? "xmlns" : "xmlns:a"
    let feed = try readFeed(
      "<?xml version='1.0'?>"
        + "<\(prefix)entry \(space)='http://www.w3.org/2005/Atom' xml:base='http://e.example/b/'>"
        + "<\(prefix)id>1</\(prefix)id><\(prefix)title>T</\(prefix)title><\(prefix)link href='x'/>"
        + "</\(prefix)entry>")
    #expect(feed.format == .atom && feed.isWhole)
    #expect(feed.entries.map(\.id) == ["1"] && feed.entries.map(\.title?.value) == ["T"])
    #expect(feed.entries.first?.link?.absoluteString == "http://e.example/b/x")
  }

  @Test func anEntryOfSomethingElseIsNoFeed() {
    #expect(throws: ParserError.self) { try readFeed("<entry><id>1</id></entry>") }
    #expect(throws: ParserError.self) { try readFeed("<entry xmlns='urn:x'><id>1</id></entry>") }
  }
}
