import FoundationEssentials
import HikidashiFeeds
import HikidashiLoading
import Testing

/// Titles and names that publishers write HTML into.
struct FeedTitleTests {
  private static let titles: [(String, String)] = [
    ("R&uuml;ckblick 2025", "Rückblick 2025"),
    ("The cat&#8217;s tail &#038; more", "The cat’s tail & more"),
    ("They said &quot;stay&quot; &ndash; and left", "They said \"stay\" – and left"),
    ("Ben &amp; Ann", "Ben & Ann"), ("&#x1F431; &hellip;", "🐱 …"), ("a&nbsp;b", "a\u{A0}b"),
    ("Win&#146;t &#150; so", "Win’t – so"), ("5 &gt; 3 &lt; 4", "5 > 3 < 4"),
    ("<b>Bold</b> words &amp; <i>more</i>", "Bold words & more"),
    ("<em>H<sub>2</sub>O</em> and <code>x&lt;y</code>", "H2O and x<y"),
    ("<a href=\"https://e.example/?a=1&amp;b=2\" title='a > b'>Link</a>!", "Link!"),
    ("One<br>two<br />three", "One two three"), ("<p>Words</p>", "Words"),
    ("<SPAN CLASS=x>Loud</SPAN>", "Loud"), ("<font color=red>Red</font> <u>line</u>", "Red line"),
    ("Cat <img src=\"a.png\" alt=\"🐱 &amp; co\"> here", "Cat 🐱 & co here"),
    ("<q>x</q> <s>y</s> <small>z</small> <abbr title=\"A B\">AB</abbr>", "x y z AB"),
    ("<cite>Emma</cite>", "Emma"), ("<strong>1</strong><sup>st</sup>", "1st"),
  ]
  private static let kept = [
    "A guide to <head> elements", "a < b", "a <b and c> d", "Vector<Int> & Set<String>", "x <y> z",
    "<html> and <body>", "<3 you", "->", "AT&T and R&D; a & b", "&nosuch; &#xD800; &;", "&amp",
    "Use <script> here", "<b", "The <img> element", "a <- b", "\\&amp", "1 <2> 3", "<bold>",
  ]

  @Test(arguments: titles) func titlesOfRSS(written: String, read: String) throws {
    let feed = try readFeed(
      "<rss><channel><title><![CDATA[\(written)]]></title><item><title><![CDATA[\(written)]]>"
        + "</title></item></channel></rss>")
    #expect(feed.title == Feed.Text(read))
    #expect(feed.entries.first?.title == Feed.Text(read))
  }

  @Test(arguments: titles) func titlesOfJSONFeed(written: String, read: String) throws {
    let written = written.replacing("\"", with: "\\\"")
    let feed = try readFeed(
      """
      {"version": "https://jsonfeed.org/version/1.1", "title": "\(written)",
       "description": "\(written)", "items": [{"id": "1", "title": "\(written)",
       "summary": "\(written)", "tags": ["\(written)"], "authors": [{"name": "\(written)"}]}]}
      """)
    #expect(feed.title == Feed.Text(read) && feed.summary == Feed.Text(read))
    let entry = try #require(feed.entries.first)
    #expect(entry.title == Feed.Text(read) && entry.summary == Feed.Text(read))
    #expect(entry.categories == [read] && entry.authors == [Feed.Author(name: read)])
  }

  @Test(arguments: titles) func namesAndCategories(written: String, read: String) throws {
    let words = "<![CDATA[\(written)]]>"
    let feed = try readFeed(
      """
      <rss><channel><item><dc:creator>\(words)</dc:creator><category>\(words)</category></item>
      <item><author>\(words)</author><dc:subject>\(words)</dc:subject></item>
      <item><itunes:author>\(words)</itunes:author><media:category>\(words)</media:category></item>
      <item><media:credit role="author">\(words)</media:credit></item></channel></rss>
      """)
    #expect(feed.entries.map { $0.authors.map(\.name) } == Array(repeating: [read], count: 4))
    #expect(feed.entries.prefix(3).map(\.categories) == Array(repeating: [read], count: 3))
  }

  @Test(arguments: titles) func titlesOfPodcastsAndFilms(written: String, read: String) throws {
    let words = "<![CDATA[\(written)]]>"
    let feed = try readFeed(
      """
      <rss><channel><itunes:title>\(words)</itunes:title>
      <item><itunes:title>\(words)</itunes:title></item>
      <item><media:title>\(words)</media:title></item>
      <item><media:group><media:title>\(words)</media:title></media:group></item>
      <item><dc:title>\(words)</dc:title></item></channel></rss>
      """)
    #expect(feed.title?.value == read)
    #expect(feed.entries.map(\.title?.value) == Array(repeating: read, count: 4))
  }

  /// What is not markup of words is what the publisher writes of.
  @Test(arguments: kept) func otherSignsStay(title: String) throws {
    let feed = try readFeed(
      "<rss><channel><title><![CDATA[\(title)]]></title></channel></rss>")
    #expect(feed.title?.value == title)
  }

  /// Escaped for XML, and once more for HTML.
  @Test func onceMoreIsEnough() throws {
    for (written, read) in [
      ("&amp;amp;", "&"), ("&amp;amp;amp;", "&amp;"), ("&amp;lt;b&amp;gt;", "<b>"),
      ("&lt;b&gt;x&lt;/b&gt;", "x"), ("&amp;#8217;", "’"), ("&amp;uuml;", "ü"),
    ] {
      let feed = try readFeed("<rss><channel><title>\(written)</title></channel></rss>")
      #expect(feed.title?.value == read, "\(written)")
    }
  }

  /// Atom says what its titles are written in.
  @Test func titlesOfAtomAreAsTheySay() throws {
    for (type, read) in [("", "&amp; <b>x</b>"), ("type='text'", "&amp; <b>x</b>")] {
      let feed = try readFeed(
        "<feed xmlns='http://www.w3.org/2005/Atom'><title \(type)>&amp;amp; &lt;b>x&lt;/b>"
          + "</title></feed>"
      )
      #expect(feed.title == Feed.Text(read))
    }
    let html = try readFeed(
      "<feed xmlns='http://www.w3.org/2005/Atom'><title type='html'>&amp;amp; &lt;b>x&lt;/b>"
        + "</title></feed>"
    )
    #expect(html.title?.plain == "& x" && html.title?.kind == .html)
  }

  @Test func aTitleOfTagsAloneIsNone() throws {
    let feed = try readFeed(
      "<rss><channel><title><![CDATA[<b></b>]]></title><item><title>&lt;br&gt;</title></item>"
        + "</channel></rss>")
    #expect(feed.title == nil && feed.entries.first?.title == nil)
  }
}
