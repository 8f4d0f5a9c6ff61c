import FoundationEssentials
import HikidashiFeeds
import HikidashiLoading
import Testing

/// Where the ids of entries come from.
struct FeedIdentityTests {
  @Test(arguments: [
    ("<guid>a</guid>", "a", true), ("<guid isPermaLink='false'> a </guid>", "a", true),
    ("<guid></guid><link>https://e.example/1</link>", "https://e.example/1", false),
    ("<guid> \n </guid><link>https://e.example/1</link>", "https://e.example/1", false),
    ("<guid/><link>https://e.example/1</link>", "https://e.example/1", false),
    ("<link>https://e.example/1</link>", "https://e.example/1", false),
    ("<atom:id xmlns:atom='http://www.w3.org/2005/Atom'>a</atom:id>", "a", true),
    ("<dc:identifier>a</dc:identifier>", "a", true), ("<guid></guid><guid>a</guid>", "a", true),
    ("<guid>&#xA0;</guid><link>https://e.example/1</link>", "https://e.example/1", false),
  ])
  func ofRSS(content: String, id: String, isOwn: Bool) throws {
    let feed = try readFeed("<rss><channel><item>\(content)</item></channel></rss>")
    #expect(feed.entries.map(\.id) == [id])
    #expect(feed.entries.map(\.hasOwnID) == [isOwn])
  }

  @Test func ofOthers() throws {
    let atom = try readFeed(
      "<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>a</id></entry><entry><id> </id>"
        + "<link href='https://e.example/1'/>"
        + "</entry><entry><title>T</title></entry></feed>")
    #expect(atom.entries.map(\.hasOwnID) == [true, false, false])
    let rdf = try readFeed(
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'>"
        + "<item rdf:about='a'/><item rdf:about=' '><title>T</title></item><item>"
        + "<title>U</title></item></rdf:RDF>"
    )
    #expect(rdf.entries.map(\.hasOwnID) == [true, false, false])
    let json = try readFeed(
      """
      {"version": "https://jsonfeed.org/version/1", "items": [{"id": "a"}, {"id": 2}, {"id": " "},
       {"url": "https://e.example/1"}, {"title": "T"}]}
      """)
    #expect(json.entries.map(\.hasOwnID) == [true, true, false, false, false])
    #expect(json.entries[3].id == "https://e.example/1")
  }

  /// They are kept by apps, and must not change.
  @Test func derivedIDsAreAsTheyWere() throws {
    let feed = try readFeed(FeedSamples.rss)
    #expect(feed.entries.map(\.id) == ["tag:1", "https://example.org/2", "hash:b79827bba74cb3ac"])
    #expect(feed.entries.map(\.hasOwnID) == [true, true, false])
    let status = try readFeed(
      "<rss><channel><item><title>Down</title><description>Since 9.</description>"
        + "<pubDate>Mon, 02 Mar 2026 08:00:00 GMT</pubDate></item></channel></rss>")
    #expect(status.entries.map(\.id) == ["hash:4a75a4b671ae991d"])
  }
}
