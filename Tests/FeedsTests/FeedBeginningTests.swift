import Foundation
import HikidashiFeeds
import HikidashiLoading
import Testing

/// What is before feeds, and texts that are not what they should be.
struct FeedBeginningTests {
  private static let mark = "\u{FEFF}"
  private static let feed =
    "<?xml version='1.0' encoding='UTF-8'?>\n<rss version='2.0'><channel><title>Café</title>"
    + "<item><title>One</title></item></channel></rss>"

  @Test(arguments: [
    mark + mark, mark + mark + mark, "\n" + mark, "\n\n" + mark + "\n", " " + mark + " " + mark,
    mark + "\n",
    mark + "\r\n" + mark, "\t" + mark, "\r\n" + mark, mark + mark + "\n\n",
    mark + " " + mark + " " + mark,
  ])
  func marksAndBlanks(start: String) throws {
    for text in [
      Self.feed, FeedSamples.atom, FeedSamples.json, String(Self.feed.drop { $0 != "\n" }),
    ] {
      let plain = try readFeed(text)
      let bytes = Array((start + text).utf8)
      let feed = try readFeed([bytes])
      #expect(feed.title == plain.title && feed.entries == plain.entries && feed.isWhole)
      #expect(try readFeed(bytes.map { [$0] }) == feed)
    }
  }

  @Test(arguments: [
    "Notice: cache is not writable\n", "<br />\n<b>Notice</b>:  session already started<br />\n",
    "x", "<p>Warning</p>", "<script>var a = '<b>';</script>\n", "0\r\n\r\n", "�",
    "<div>\n<pre>error</pre></div>",
    "2026-03-02 08:00 [info] done\n", String(repeating: "Warning: line\n", count: 400), "]]>",
  ])
  func wordsBeforeTheFeed(junk: String) throws {
    for text in [Self.feed, String(Self.feed.dropFirst(39))] {
      let bytes = Array((junk + text).utf8)
      let feed = try readFeed([bytes])
      #expect(feed.title?.value == "Café" && feed.entries.count == 1 && feed.isWhole)
      let reason = feed.problems.first?.reason ?? ""
      #expect(reason.contains("before the feed"), "\(reason)")
      #expect(try readFeed(bytes.map { [$0] }) == feed)
    }
  }

  @Test(
    arguments: [
      ("windows-1251", [0xCF, 0xF0], "Пр"), ("koi8-r", [0xF0, 0xD2], "Пр"),
      ("Shift_JIS", [0x93, 0x8C, 0x8B, 0x9E], "東京"), ("euc-jp", [0xC5, 0xEC, 0xB5, 0xFE], "東京"),
      ("gbk", [0xB6, 0xAB], "东"), ("big5", [0xAA, 0x46], "東"), ("euc-kr", [0xB5, 0xBF], "동"),
      ("iso-8859-2", [0xB1], "ą"), ("windows-1250", [0xB9], "ą"), ("iso-8859-7", [0xE1], "α"),
      ("windows-1253", [0xE1], "α"),
    ] as [(String, [UInt8], String)])
  func encodingsBehindWords(name: String, bytes: [UInt8], text: String) throws {
    for junk in ["Notice: x\n", "\n<br />\n<b>x</b>\n", String(repeating: "x", count: 700)] {
      let body =
        Array("\(junk)<?xml version='1.0' encoding='\(name)'?><rss><channel><title>".utf8) + bytes
        + Array("</title></channel></rss>".utf8)
      #expect(try readFeed([body]).title?.value == text)
    }
  }

  @Test func problemsBehindWordsHaveTheirLine() throws {
    let feed = try readFeed("Notice: a\nNotice: b\n" + Self.feed + "\n &")
    #expect(feed.problems.map(\.line) == [1, 5, 5] || feed.problems.map(\.line) == [1, 5])
    #expect(feed.problems.first?.reason == "20 bytes before the feed")
  }

  @Test(arguments: [
    "<!DOCTYPE html><html><body><?xml version='1.0'?><rss ></rss>", "just words",
    "[\"<?xml ?><rss >\"]",
    "<svg><title>x</title></svg>", "%PDF-1.7", String(repeating: "words ", count: 40_000) + feed,
  ])
  func whatIsNoFeedStaysOne(text: String) {
    #expect(throws: ParserError.self) { try readFeed(text) }
  }

  @Test(arguments: [
    ("type='text/html' mode='base64'", "<p>é</p>", Feed.Text.Kind.html),
    ("mode='base64'", "wörds", .plain),
    ("type='text/plain' mode='base64'", "a < b", .plain),
    ("type='html' mode='base64'", "<b>x</b>", .html),
    ("type='application/xhtml+xml' mode='base64'", "<div>x</div>", .html),
    ("type='text' mode='BASE64'", "x", .plain),
    ("type='text/markdown' mode='base64'", "# x", .plain),
    ("type='xhtml' mode='base64'", "<p>x</p>", .html),
    ("type='text/plain; charset=utf-8' mode='base64'", "日本語", .plain),
    ("type='' mode='base64'", "x", .plain),
  ])
  func base64(attributes: String, text: String, kind: Feed.Text.Kind) throws {
    let coded = Data(text.utf8).base64EncodedString()
    for name in ["content", "summary", "title"] {
      let feed = try readFeed(
        "<feed xmlns='http://purl.org/atom/ns#'><entry><id>1</id>"
          + "<\(name) \(attributes)>\n \(coded.prefix(4))\n"
          + "\(coded.dropFirst(4))\n</\(name)></entry></feed>")
      let entry = try #require(feed.entries.first)
      let found = entry.content ?? entry.summary ?? entry.title
      #expect(found?.value == text && found?.kind == kind)
    }
  }

  @Test func base64ThatIsNoneIsTold() throws {
    let feed = try readFeed(
      "<feed xmlns='http://purl.org/atom/ns#'>\n<entry><id>1</id>"
        + "<content mode='base64'>abcde</content></entry></feed>"
    )
    #expect(feed.entries.first?.content == nil)
    #expect(feed.problems.map(\.reason) == ["5 bytes are left out, as they are not base64"])
    #expect(feed.problems.map(\.line) == [2])
    let file = try readFeed(
      "<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>1</id>"
        + "<content type='image/png'>aGFsbG8=</content></entry></feed>"
    )
    #expect(file.entries.first?.content == nil)
  }

  @Test(arguments: [
    (
      "<dcterms:created>2005-01-01</dcterms:created><dcterms:issued>2005-07-04</dcterms:issued>",
      "2005-07-04"
    ),
    (
      "<dcterms:issued>2005-07-04</dcterms:issued><dcterms:created>2005-01-01</dcterms:created>",
      "2005-07-04"
    ),
    (
      "<dcterms:created>2005-01-01</dcterms:created><pubDate>4 Jul 2005 00:00 GMT</pubDate>",
      "2005-07-04"
    ),
    ("<dcterms:created>2005-01-01</dcterms:created><dc:date>2005-07-04</dc:date>", "2005-07-04"),
    ("<dcterms:created>2005-07-04</dcterms:created>", "2005-07-04"),
    (
      "<dcterms:created>2005-01-01</dcterms:created>"
        + "<dcterms:available>2005-07-04</dcterms:available>",
      "2005-07-04"
    ),
    (
      "<dcterms:available>2005-01-01</dcterms:available><dc:date>2005-07-04</dc:date>", "2005-07-04"
    ),
    (
      "<published>2005-07-04</published><dcterms:created>2005-01-01</dcterms:created>", "2005-07-04"
    ),
    (
      "<dc:date>2005-07-04</dc:date><dcterms:created>2005-01-01</dcterms:created>", "2005-07-04"
    ),
    ("<dcterms:available>2005-07-04</dcterms:available>", "2005-07-04"),
    (
      "<dcterms:created>2005-01-01</dcterms:created><published>2005-07-04</published>",
      "2005-07-04"
    ),
    (
      "<dcterms:available>2005-07-04</dcterms:available>"
        + "<dcterms:created>2005-01-01</dcterms:created>", "2005-07-04"
    ),
    (
      "<dcterms:created>2005-01-01</dcterms:created><dc:date>2005-02-02</dc:date>"
        + "<dcterms:issued>2005-07-04</dcterms:issued>", "2005-07-04"
    ),
  ])
  func whenSomethingWasMadeCountsLast(content: String, day: String) throws {
    let expected = moment("\(day)T00:00:00Z")
    #expect(
      try readFeed("<rss><channel><item>\(content)</item></channel></rss>").entries.first?.published
        == expected)
    let other = content.replacing("pubDate", with: "published")
    #expect(
      try readFeed("<feed xmlns='http://www.w3.org/2005/Atom'><entry>\(other)</entry></feed>")
        .entries.first?
        .published == expected)
  }
}
