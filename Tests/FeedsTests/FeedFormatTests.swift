import Foundation
import HikidashiFeeds
import HikidashiLoading
import TestSupport
import Testing

/// What is read of each format.
struct FeedFormatTests {
  private let address = "https://example.org/feed"

  @Test func rss2() throws {
    let feed = try readFeed(FeedSamples.rss, at: address)
    #expect(feed.format == .rss)
    #expect(feed.title == Feed.Text("東京 & Kyōto"))
    #expect(feed.address?.absoluteString == "https://example.org/")
    #expect(feed.summary?.value == "All <b>news</b>")
    #expect(feed.summary?.kind == .html)
    #expect(feed.updated == moment("2026-04-30T16:53:35Z"))
    #expect(feed.isWhole)
    #expect(feed.problems.map(\.reason) == ["“soon” is no date"])
    try #require(feed.entries.count == 3)
    let entry = feed.entries[0]
    #expect(entry.id == "tag:1")
    #expect(entry.title == Feed.Text("One – “first”"))
    #expect(entry.link?.absoluteString == "https://example.org/1?a=1&b=2")
    #expect(entry.summary?.value == "<p>Short & sweet</p>")
    #expect(entry.content?.value == "<p>Long ]]&gt; story</p>")
    #expect(entry.content?.base == entry.link)
    #expect(
      entry.authors == [
        Feed.Author(name: "Jo"), Feed.Author(name: "Mo", email: "mo@example.org"),
      ])
    #expect(entry.published == moment("1994-11-06T13:49:00Z"))
    #expect(entry.categories == ["a", "b"])
    #expect(entry.enclosures.map(\.address.absoluteString) == ["https://example.org/one.mp3"])
    #expect(entry.enclosures.first?.type == "audio/mpeg")
    #expect(entry.enclosures.first?.byteCount == 12345)
  }

  @Test func aDateOfUnclearMeaningCountsWhereThereIsNoBetterOne() throws {
    let unclear = "<dc:date>2003-12-13T18:30:00Z</dc:date>"
    let better = "<pubDate>Sun, 06 Nov 1994 13:49:00 GMT</pubDate>"
    for (content, date) in [
      (unclear + better, "1994-11-06T13:49:00Z"), (better + unclear, "1994-11-06T13:49:00Z"),
      (unclear, "2003-12-13T18:30:00Z"),
    ] {
      let feed = try readFeed(
        """
        <rss xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
        <item>\(content)</item><item><title>No date</title></item></channel></rss>
        """)
      #expect(feed.entries.map(\.published) == [moment(date), nil])
    }
  }

  @Test func authorsWithoutANameAreNotTakenForOne() throws {
    let people = [
      "<email>a@example.org</email>", "<email>b@example.org</email>", "<name>C</name>",
      "<name>C</name>",
    ]
    let feed = try readFeed(
      "<feed xmlns='http://www.w3.org/2005/Atom'><entry>"
        + people.map { "<author>\($0)</author>" }.joined() + "</entry></feed>")
    #expect(
      feed.entries.first?.authors == [
        Feed.Author(email: "a@example.org"), Feed.Author(email: "b@example.org"),
        Feed.Author(name: "C"),
      ])
  }

  @Test func whatHasNoIDIsCalledByItsLinkOrAHash() throws {
    let entries = try readFeed(FeedSamples.rss).entries
    #expect(entries[1].link?.absoluteString == "https://example.org/2")
    #expect(entries[1].id == "https://example.org/2")
    #expect(entries[2].id == "hash:b79827bba74cb3ac")
    let linked = try readFeed(
      "<rss><channel><item><link>http://a.example/</link></item></channel></rss>")
    #expect(linked.entries.map(\.id) == ["http://a.example/"])
  }

  @Test(arguments: ["0.91", "0.92", "2.0"]) func oldRSS(_ version: String) throws {
    let feed = try readFeed(
      """
      <!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN"
        "http://my.netscape.com/publish/formats/rss-0.91.dtd">
      <rss version="\(version)"><channel><title>T</title>
      <item><title>I</title><link>http://a.example/</link></item></channel></rss>
      """)
    #expect(feed.title?.value == "T")
    #expect(feed.entries.map(\.title?.value) == ["I"])
    #expect(feed.problemCount == 0)
  }

  @Test func rdf() throws {
    let feed = try readFeed(FeedSamples.rdf)
    #expect(feed.format == .rdf)
    #expect(feed.title?.value == "RDF")
    #expect(feed.address?.absoluteString == "https://example.org/")
    #expect(feed.updated == moment("2003-12-13T18:30:00Z"))
    let entry = try #require(feed.entries.first)
    #expect(feed.entries.count == 1)
    #expect(entry.id == "https://example.org/a")
    #expect(entry.link?.absoluteString == "https://example.org/a.html")
    #expect(entry.authors == [Feed.Author(name: "Ann")])
    #expect(entry.categories == ["s"])
    #expect(entry.published == moment("2003-12-13T00:00:00Z"))
    #expect(feed.problemCount == 0 && feed.isWhole)
  }

  @Test func atom() throws {
    let feed = try readFeed(FeedSamples.atom, at: "http://elsewhere.example/")
    #expect(feed.format == .atom)
    #expect(feed.title?.value == "A &lt;b> <i>title</i>")
    #expect(feed.title?.kind == .html)
    #expect(feed.summary == Feed.Text("Sub"))
    #expect(feed.address?.absoluteString == "https://example.org/blog/")
    #expect(feed.updated == moment("2003-12-13T17:30:02Z")?.addingTimeInterval(0.25))
    let fred = Feed.Author(
      name: "Fred", email: "fred@example.org", address: URL(string: "https://example.org/blog/fred")
    )
    #expect(feed.authors == [fred])
    try #require(feed.entries.count == 3)
    let entry = feed.entries[0]
    #expect(entry.id == "urn:1")
    #expect(entry.link?.absoluteString == "https://example.org/blog/2003/one")
    #expect(entry.enclosures.map(\.address.absoluteString) == ["https://example.org/blog/one.ogg"])
    #expect(entry.published == moment("2003-12-13T12:29:29Z"))
    #expect(entry.updated == moment("2003-12-14T00:00:00Z"))
    #expect(entry.categories == ["x"])
    #expect(entry.summary == Feed.Text("1 < 2"))
    #expect(entry.content?.kind == .xhtml)
    #expect(entry.content?.value == "Hi <a href=\"two\">a &amp; b</a><br/><p></p>")
    #expect(entry.content?.base?.absoluteString == "https://example.org/blog/2003/")
    #expect(entry.authors == [fred])
    #expect(feed.entries[1].content?.value == "<p>")
    #expect(feed.entries[1].authors == [Feed.Author(name: "Eve")])
    #expect(feed.entries[2].link?.absoluteString == "https://example.org/blog/out.pdf")
    #expect(feed.problemCount == 0 && feed.isWhole)
  }

  @Test func oldAtom() throws {
    let feed = try readFeed(FeedSamples.atom03)
    #expect(feed.summary?.value == "Tag")
    #expect(feed.updated == moment("2003-12-13T18:30:02Z"))
    #expect(feed.entries.map(\.content?.value) == ["<b>x</b>", "<b>y</b>"])
    #expect(feed.entries.map(\.content?.kind) == [.html, .xhtml])
    #expect(feed.entries[0].published == moment("2003-12-13T12:29:29Z"))
  }

  @Test func json() throws {
    let feed = try readFeed(FeedSamples.json, at: "https://example.org/feeds/j.json")
    #expect(feed.format == .json)
    #expect(feed.title?.value == "J")
    #expect(feed.address?.absoluteString == "https://example.org/home")
    let ann = Feed.Author(name: "Ann", address: URL(string: "https://ann.example/"))
    #expect(feed.entries.map(\.authors) == [[ann], [Feed.Author(name: "Bob")]])
    #expect(feed.entries.map(\.id) == ["1", "2"])
    let entry = feed.entries[0]
    #expect(entry.link?.absoluteString == "https://example.org/feeds/one")
    #expect(entry.content?.kind == .html)
    #expect(entry.published == moment("2020-01-02T03:04:05Z"))
    #expect(entry.updated == nil)
    #expect(entry.categories == ["a", "b"])
    #expect(entry.enclosures.first?.byteCount == 9)
    #expect(feed.entries[1].content == Feed.Text("plain"))
    #expect(
      feed.problems.map(\.reason) == ["an item that is no object", "“never” is no date"])
  }

  @Test(.needsSharedData) func theRFCEditorsFeed() throws {
    let folder = try #require(Checkout.sharedData)
    let bytes = try Data(contentsOf: folder.appendingPathComponent("rfc/rfcrss.xml"))
    let feed = try readFeed([Array(bytes)], type: "text/xml")
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(feed.title?.value == "Recent RFCs")
    #expect(feed.entries.count == text.components(separatedBy: "<item>").count - 1)
    #expect(feed.updated == moment("2026-04-30T16:53:35Z"))
    #expect(feed.entries.allSatisfy { $0.title?.value.hasPrefix("RFC ") == true })
    #expect(Set(feed.entries.map(\.id)).count == feed.entries.count)
    #expect(feed.isWhole && feed.problems.isEmpty)
  }
}
