import FoundationEssentials
import HikidashiFeeds
import HikidashiLoading
import Testing

/// What is beyond a limit is told, and costs nothing else.
struct FeedLimitTests {
  private func feed(_ element: String, blockSize: Int = 8 << 10) throws -> Feed {
    let text =
      "<rss><channel><title>T</title>\n<item><guid>1</guid>\(element)</item>"
      + "<item><guid>2</guid></item></channel></rss>"
    return try readFeed(
      [Array(text.utf8)], at: "https://e.example/", parser: FeedParser(blockSize: blockSize))
  }

  @Test(arguments: [
    "<x%>", "<x%/>", "<x%></x>", "<media:content url='/a.mp4'%/>", "<description%>d</description>",
    "<link%>/l</link>", "<x a='1'\n%>", "<x%%>", "<x><y%/></x>", "<x%/><x%/>",
  ])
  func attributes(pattern: String) throws {
    let many = (0..<300).map { " a\($0)='v &amp; w>'" }.joined()
    for size in [8 << 10, 1_000, 77] {
      let feed = try feed(
        pattern.replacing("%%", with: many + many).replacing("%", with: many), blockSize: size)
      #expect(feed.entries.contains { $0.id == "1" } && feed.entries.contains { $0.id == "2" })
      let told = feed.problems.filter { $0.reason.contains("attributes, of which") }
      #expect(told.count == (pattern == "<x%/><x%/>" ? 2 : 1))
      #expect(told.allSatisfy { $0.line == (pattern.contains("\n") ? 3 : 2) })
    }
  }

  @Test func theFirst256AreKept() throws {
    let many = (0..<250).map { " a\($0)=''" }.joined()
    let more = (250..<400).map { " a\($0)='>\"'" }.joined()
    let feed = try feed("<enclosure\(many) url='/a.mp3' type=\"audio/mpeg\"\(more) length='3'/>")
    let file = try #require(feed.entries.first?.enclosures.first)
    #expect(file.address.path == "/a.mp3" && file.type == "audio/mpeg" && file.byteCount == nil)
    #expect(
      feed.problems.map(\.reason) == ["an element with 403 attributes, of which 256 are kept"])
  }

  @Test func thoseThatAreThereTwiceDoNotCount() throws {
    let twice = String(repeating: " a='b'", count: 400)
    let feed = try feed("<enclosure\(twice) url='/a.mp3'/>")
    #expect(feed.entries.first?.enclosures.map(\.address.path) == ["/a.mp3"])
    #expect(feed.problems.contains { $0.reason.hasPrefix("an element with 401 attributes") })
  }

  @Test func valuesOfMegabytes() throws {
    let long = String(repeating: "v", count: 3 << 20)
    let feed = try feed("<x y='\(long)' z='1'/><enclosure url='/a.mp3'/>")
    #expect(feed.entries.map(\.id) == ["1", "2"])
    #expect(feed.entries.first?.enclosures.count == 1)
    let told = try #require(feed.problems.first)
    #expect(told.reason.hasPrefix("a tag is longer than 1048576 bytes: ") && told.line == 2)
  }

  @Test(arguments: [200, 201, 202, 250, 256, 257, 300, 400, 1_000, 5_000]) func depth(count: Int)
    throws
  {
    let feed = try feed(
      String(repeating: "<a>", count: count) + "x" + String(repeating: "</a>", count: count))
    #expect(feed.entries.map(\.id) == ["1", "2"] && feed.isWhole)
    let deep = count + 3 - FeedParser.depthLimit
    #expect(
      feed.problems.first?.reason.hasPrefix("\(deep) elements are nested deeper than 200") == true)
    #expect(feed.problems.first?.line == 2)
  }

  @Test func whatIsDeepKeepsItsWords() throws {
    let deep =
      String(repeating: "<b>", count: 300) + "words" + String(repeating: "</b>", count: 300)
    let feed = try readFeed(
      "<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>1</id><content type='xhtml'>"
        + "<div xmlns='http://www.w3.org/1999/xhtml'>\(deep) and more</div></content></entry>"
        + "</feed>"
    )
    #expect(feed.entries.first?.content?.plain == "words and more" && feed.isWhole)
  }

  @Test func depthHasAnEnd() {
    #expect(throws: ParserError.self) {
      try feed(String(repeating: "<a>", count: 200_000))
    }
  }

  @Test func entriesBeyondTheGreatestNumberAreCounted() throws {
    let items = String(repeating: "<item/>", count: FeedParser.entryLimit + 3)
    let feed = try readFeed("<rss><channel>\(items)</channel></rss>")
    #expect(feed.entries.count == FeedParser.entryLimit && feed.isWhole)
    let reason = "3 entries are left out, as there are more than 100000"
    #expect(feed.problems.map(\.reason) == [reason])
    let list = String(repeating: "{},", count: FeedParser.entryLimit + 2) + "{}"
    let json = try readFeed("{\"title\": \"a\", \"items\": [\(list)]}")
    #expect(json.entries.count == FeedParser.entryLimit)
    #expect(json.problems.map(\.reason).contains(reason))
  }
}
