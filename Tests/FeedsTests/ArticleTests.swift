import FoundationEssentials
import HikidashiFeeds
import Testing

/// Articles of web pages.
@Suite struct ArticleTests {
  private static let page = URL(string: "https://example.org/news/1.html")!

  private static func read(_ html: String) -> WebArticle? {
    WebArticle(html: html, page: page)
  }

  /// A page whose article has enough words, and ends in `rest`.
  private static func page(_ rest: String) -> String {
    var words = ArticleLayout.Words()
    return "<title>Words</title><article><p>\(words.a(40))</p>\(rest)</article>"
  }

  // MARK: - Layouts

  @Test func layoutsAreMany() {
    #expect(ArticleLayouts.all.count >= 30)
    #expect(Set(ArticleLayouts.all.map(\.name)).count == ArticleLayouts.all.count)
  }

  @Test(arguments: ArticleLayouts.all.map(\.name)) func theArticleComesBack(name: String) throws {
    let layout = ArticleLayouts.named(name)
    #expect(layout.article.count > 10 && !layout.others.isEmpty)
    #expect(layout.article.isDisjoint(with: layout.others))
    let article = try #require(Self.read(layout.html))
    let words = ArticleLayout.words(article.text)
    let found = layout.article.intersection(words).count
    let foreign = words.count { layout.others.contains($0) }
    #expect(Double(found) >= Double(layout.article.count) * 0.95, "\(found) words")
    #expect(Double(foreign) <= Double(words.count) * 0.05, "\(foreign) words")
    #expect(article.title == ArticleLayout.title)
    // The title is not repeated, and scripts have no words.
    #expect(!article.html.contains("<h1"))
    #expect(!article.html.contains("scripted") && !article.html.contains("color: red"))
  }

  @Test func wordsStandInTheirOrder() throws {
    let layout = ArticleLayouts.named("several sections")
    let text = try #require(Self.read(layout.html)).text
    let words = ArticleLayout.words(text).filter { layout.article.contains($0) }
    var expected = ArticleLayout.Words()
    #expect(words == ArticleLayout.words(expected.a(words.count)))
  }

  // MARK: - No article

  @Test func aFormToLogInIsNone() {
    var words = ArticleLayout.Words()
    let form = """
      <form action=/login><label>\(words.o(1))</label><input name=u>
      <input type=password name=p><button>\(words.o(1))</button></form>
      """
    #expect(Self.read("<body><h1>Log in</h1>\(form)<p>\(words.o(6))</p>") == nil)
    let blurb = "<div class=box><p>\(words.o(40))</p>"
    #expect(Self.read("<body><h1>Log in</h1>\(blurb)\(form)</div>") == nil)
    // Without the form the same words are an article.
    #expect(Self.read("<body><h1>Log in</h1>\(blurb)</div>") != nil)
  }

  @Test func aListOfLinksIsNone() {
    var words = ArticleLayout.Words()
    #expect(Self.read("<h1>Links</h1><div>\(words.links(60, words: 9))</div>") == nil)
    #expect(Self.read("<h1>Links</h1><main>\(words.links(60, words: 9))</main>") == nil)
  }

  @Test(arguments: [24, 25]) func anArticleHasSoManyWords(count: Int) {
    var words = ArticleLayout.Words()
    #expect((Self.read("<article><p>\(words.a(count))</p></article>") != nil) == (count == 25))
  }

  @Test(arguments: ["article", "div"]) func aPageOfBeginningsIsNone(name: String) {
    var words = ArticleLayout.Words()
    func entries(_ count: Int) -> String {
      (0..<count).map {
        "<\(name) class=post><h2><a href=/\($0)>\(words.a(4))</a></h2>\(words.p(40))</\(name)>"
      }.joined()
    }
    #expect(Self.read("<main>\(entries(6))</main>") == nil)
    #expect(Self.read("<main>\(entries(1))</main>") != nil)
  }

  @Test(arguments: ["", " ", "<", "<html>", "<p>", "\0", "<article></article>", "&"])
  func nothingIsNone(html: String) {
    #expect(Self.read(html) == nil)
  }

  // MARK: - The article

  @Test func addressesAreWhole() throws {
    let html = Self.page(
      """
      <p>Some more <a href="../a?b=1&amp;c">words</a>, and <a href="#n">others</a>.</p>
      <p><img src="i.png" alt="An &quot;i&quot;"></p>
      """)
    let article = try #require(Self.read(html))
    #expect(article.html.contains(#"<a href="https://example.org/a?b=1&amp;c">words</a>"#))
    #expect(article.html.contains(#"<a href="https://example.org/news/1.html#n">others</a>"#))
    #expect(
      article.html.contains(
        #"<img src="https://example.org/news/i.png" alt="An &quot;i&quot;">"#))
    let based = try #require(Self.read("<base href='https://example.net/x/'>" + html))
    #expect(based.html.contains("https://example.net/a?b=1&amp;c"))
    #expect(based.html.contains("https://example.net/x/i.png"))
  }

  private static let pictures = [
    "<img src=/blank.gif data-src=/real.jpg>",
    "<img data-original=/real.jpg>",
    "<img class=lazy src='data:image/gif;base64,R0' data-lazy-src=/real.jpg>",
    "<img src=/placeholder.png srcset='/small.jpg 300w, /real.jpg 900w, /mid.jpg 600w'>",
    "<img data-srcset='/small.jpg 1x, /real.jpg 2x'>",
    "<img src=/placeholder.png><noscript><img src=/real.jpg>No scripts</noscript>",
    "<img data-src=/real.jpg><noscript><img src=/real.jpg></noscript>",
    "<picture><source srcset='/small.jpg 300w, /real.jpg 900w'><img class=lazy></picture>",
    "<a href=/full><figure><img src=/real.jpg></figure></a>",
  ]

  @Test(arguments: pictures.indices) func picturesThatAreLoadedLaterAreKept(index: Int) throws {
    let html = try #require(Self.read(Self.page(Self.pictures[index]))).html
    #expect(html.components("src=\"https://example.org/real.jpg\"") == 1)
    #expect(!html.contains("small") && !html.contains("No scripts"))
  }

  @Test func emojiAreLettersAndPicturesKeepTheirSize() throws {
    let html = Self.page(
      """
      <p>A long snake <img class=emoji alt="🐍" src=/e.png> among words.</p>
      <img src=/a.png width=400 style="height: 300.4px">
      """)
    let article = try #require(Self.read(html))
    #expect(article.html.contains("snake 🐍 among"))
    #expect(
      article.html.contains(
        #"<img src="https://example.org/a.png" alt="" width="400" height="300">"#))
  }

  @Test func aPictureOfAPixelIsNoPicture() throws {
    let html = try #require(Self.read(Self.page("<img src=/p.gif width=1 height=1>"))).html
    #expect(!html.contains("<img"))
  }

  @Test func structureIsKept() throws {
    let html = try #require(
      Self.read(
        Self.page(
          """
          <h2>Of lists</h2><ol start=3><li>one <b>bold</b></li>
          <li>two<ul><li>deep</li></ul></li></ol>
          <table><tr><th>Head</th><th>More</th></tr><tr><td colspan=2>Cell</td></tr></table>
          <pre>a
            b</pre><blockquote>Said <em>so</em></blockquote><p>x<sup>2</sup></p>
          """))
    ).html.filter { $0 != "\n" }
    #expect(html.contains("<h2>Of lists</h2>"))
    #expect(html.contains("<ol start=\"3\"><li>one <b>bold</b></li>"))
    #expect(html.contains("<ul><li>deep</li></ul></li></ol>"))
    #expect(html.contains("<tr><th>Head</th><th>More</th></tr>"))
    #expect(html.contains("<td colspan=\"2\">Cell</td></tr>"))
    #expect(html.contains("<pre>a  b</pre><blockquote><p>Said <em>so</em></p></blockquote>"))
    #expect(html.contains("<p>x<sup>2</sup></p>"))
  }

  @Test func aHeadingGoesWithItsLinks() throws {
    var words = ArticleLayout.Words()
    let links = "<h2>See also</h2>\(words.links(4))"
    let html = Self.page("<h2>Kept</h2><p>Few words.</p>\(links)<h2>Last</h2><p>Words.</p>\(links)")
    let article = try #require(Self.read(html))
    #expect(article.text.hasSuffix("Kept\n\nFew words.\n\nLast\n\nWords."))
  }

  private static let unseen = [
    "<p style='color: red; display: none'>unseen</p>", "<p style='visibility:hidden'>unseen</p>",
    "<p hidden>unseen</p>", "<p aria-hidden=true>unseen</p>",
    "<p>A <b class=sr-only>unseen</b></p>",
    "<dialog>unseen</dialog>", "<noscript><p>unseen</p></noscript>",
  ]

  @Test(arguments: unseen.indices) func hiddenElementsAreLeftOut(index: Int) throws {
    let article = try #require(Self.read(Self.page(Self.unseen[index] + "<p>Seen.</p>")))
    #expect(!article.html.contains("unseen") && article.text.hasSuffix("Seen."))
  }

  @Test func breaksMakeParagraphs() throws {
    var words = ArticleLayout.Words()
    let (first, second) = (words.a(20), words.a(20))
    let article = try #require(Self.read("<div>\(first)<br><br>\(second)<br>End.</div>"))
    #expect(article.html.contains("<p>\(first)</p>"))
    #expect(article.html.contains("<p>\(second)<br>End.</p>"))
    #expect(article.text == "\(first)\n\n\(second)\nEnd.")
  }

  @Test func titlesHaveAnOrder() {
    let page = Self.page("")
    let shared = "<meta property=og:title content='Shared &amp; known'>"
    #expect(Self.read(page)?.title == "Words")
    #expect(Self.read("<h1> The  head </h1>" + page)?.title == "The head")
    #expect(Self.read(shared + "<h1>Head</h1>" + page)?.title == "Shared & known")
    #expect(Self.read(shared + "<h1>Shared</h1>" + page)?.title == "Shared")
  }

  @Test func bytesAreReadInTheirEncoding() throws {
    let start = Array("<meta charset=iso-8859-2>".utf8)
    let page = Array(Self.page("<p>Dobr~ den.</p>").utf8).map { $0 == 0x7E ? 0xFD : $0 }
    let named = WebArticle(bytes: start + page, charset: nil, page: Self.page)
    #expect(try #require(named).text.hasSuffix("Dobrý den."))
    let told = WebArticle(bytes: start + page, charset: "iso-8859-5", page: nil)
    #expect(try #require(told).text.hasSuffix("Dobr§ den."))
  }
}

extension String {
  /// How often a text stands in it.
  func components(_ text: String) -> Int { ranges(of: text).count }
}
