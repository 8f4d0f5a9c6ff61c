import Foundation
import HikidashiFeeds
import HikidashiLoading
import Testing

/// Feeds that are not as they should be.
struct FeedMendingTests {
  private func title(_ title: String) throws -> Feed {
    try readFeed("<rss><channel><title>\(title)</title></channel></rss>")
  }

  @Test(arguments: [
    ("AT&T", "AT&T"), ("Tom & Jerry", "Tom & Jerry"), ("a&b=1;", "a&b=1;"),
    ("caf&eacute;&nbsp;", "café\u{A0}"), ("&unknown;", "&unknown;"), ("1 < 2 <3", "1 < 2 <3"),
    ("&#150;&#x2014;", "–—"), ("&#0;&#xD800;", "\u{FFFD}&#xD800;"), ("a\u{0B}b", "ab"),
    ("&", "&"), ("&amp;&lt;&#38;", "&<&"), ("&#38", "&#38"), ("a\u{FFFF}b", "ab"),
  ])
  func textIsKept(_ written: String, _ read: String) throws {
    let feed = try title(written)
    #expect(feed.title?.value == read)
    let isOrdinary = ["&#150;&#x2014;", "&amp;&lt;&#38;"].contains(written)
    #expect((feed.problemCount == 0) == isOrdinary || written.hasPrefix("&#0"))
    #expect(feed.problems.allSatisfy { $0.line == 1 && $0.column > 20 })
    #expect(feed.isWhole)
  }

  @Test func problemsHaveTheirPlace() throws {
    let feed = try readFeed("<rss>\n<channel>\n<title>é &\nb & c</title></channel></rss>")
    #expect(feed.problems.map { [$0.line, $0.column] } == [[3, 11], [4, 3]])
  }

  @Test func addressesKeepTheirParameters() throws {
    let feed = try readFeed(
      "<rss><channel><link>http://a.example/?b=1&c=2&copy=3</link>"
        + "<item><enclosure url='http://a.example/?x=1&y=2'/></item></channel></rss>")
    #expect(feed.address?.absoluteString == "http://a.example/?b=1&c=2&copy=3")
    #expect(
      feed.entries.first?.enclosures.first?.address.absoluteString == "http://a.example/?x=1&y=2")
  }

  @Test func sectionsAreLeftAsTheyAre() throws {
    let feed = try title("<![CDATA[a & b < c &eacute;]]><!-- & < -->")
    #expect(feed.title?.value == "a & b < c é")
    #expect(feed.problemCount == 0)
  }

  @Test func prefixesThatNobodyDeclared() throws {
    let feed = try readFeed(
      "<rss><channel><item><dc:creator>Jo</dc:creator><content:encoded>x</content:encoded>"
        + "</item></channel></rss>")
    #expect(feed.entries.first?.authors == [Feed.Author(name: "Jo")])
    #expect(feed.entries.first?.content?.value == "x")
    #expect(feed.problemCount == 2)
  }

  @Test func elementsThatAreNotClosed() throws {
    let feed = try readFeed(
      "<rss><channel><item><title>1</item><item><title>2</title></item></channel></rss>")
    #expect(feed.entries.map(\.title?.value) == ["1", "2"])
    #expect(feed.problemCount > 0)
    let html = try title("a<br>b &amp; &#38; &lt; &eacute; &")
    #expect(html.title?.value == "ab & & < é &")
  }

  @Test func whatBreaksOffIsNotWhole() throws {
    let text = "<rss><channel><title>T</title><item><title>1</title></item><item><title>2</ti"
    let feed = try readFeed(text)
    #expect(feed.entries.map(\.title?.value) == ["1"])
    #expect(!feed.isWhole && feed.problemCount > 0)
    #expect(throws: ParserError.self) { try readFeed("<rss><channel><tit") }
  }

  @Test func blanksBeforeTheDeclaration() throws {
    let feed = try readFeed("\n\n <?xml version='1.0'?><rss><channel/>\n&</rss>")
    #expect(feed.problems.map(\.line) == [3, 4])
  }

  @Test(
    arguments: [
      ("utf-8", nil, [0xE2, 0x82, 0xAC], "€", 0), ("utf-8", nil, [0xE9, 0x61], "éa", 1),
      ("utf-8", nil, [0x80], "€", 1), ("iso-8859-1", nil, [0xE9], "é", 0),
      ("iso-8859-1", nil, [0x93], "“", 0), ("iso-8859-1", nil, [0xC3, 0xA9], "é", 1),
      (nil, "text/xml; charset=ISO-8859-1", [0xE9], "é", 0),
      ("utf-8", "text/xml; charset=ISO-8859-1", [0xC3, 0xA9], "é", 0),
      ("utf-8", "text/xml; charset=ISO-8859-1", [0xE9], "é", 0),
      ("windows-1251", nil, [0xCF, 0xF0], "Пр", 0),
      ("Shift_JIS", nil, [0x93, 0x8C, 0x8B, 0x9E], "東京", 0),
      ("euc-jp", nil, [0xC5, 0xEC, 0xB5, 0xFE], "東京", 0),
      ("iso-8859-1", "text/xml; charset=euc-jp", [0xC5, 0xEC], "東", 0),
      ("Shift_JIS", nil, [0xFF, 0x61], "\u{FFFD}a", 1), ("utf-16", nil, [0xC3, 0xA9], "é", 0),
      ("no-such", nil, [0xC3, 0xA9], "é", 0),
      ("gb18030", nil, [0x81, 0x30, 0x81, 0x30], "\u{80}", 0),
    ] as [(String?, String?, [UInt8], String, Int)])
  func encodings(
    _ declared: String?, _ type: String?, _ bytes: [UInt8], _ text: String, _ problems: Int
  ) throws {
    let declaration = declared.map { "<?xml version='1.0' encoding='\($0)'?>" } ?? ""
    let body =
      Array("\(declaration)<rss><channel><title>".utf8) + bytes
      + Array("</title></channel></rss>".utf8)
    let feed = try readFeed([body], type: type)
    #expect(feed.title?.value == text)
    #expect(feed.problemCount == problems, "\(feed.problems)")
    #expect(try readFeed(body.map { [$0] }, type: type) == feed)
  }

  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf16])
  func utf16(_ encoding: String.Encoding) throws {
    for sample in FeedSamples.all {
      let bytes = Array(try #require(sample.data(using: encoding)))
      let plain = try readFeed(sample)
      #expect(try readFeed([bytes]) == plain)
    }
  }

  @Test func aMarkOfOrderWins() throws {
    let text = "<?xml version='1.0' encoding='iso-8859-1'?><rss><channel><title>é</title>"
    let bytes = [0xEF, 0xBB, 0xBF] + Array((text + "</channel></rss>").utf8)
    let feed = try readFeed([bytes], type: "text/xml; charset=koi8-r")
    #expect(feed.title?.value == "é")
    #expect(feed.problemCount == 0)
  }
}
