import FoundationEssentials
import HikidashiFeeds
import Testing

/// Pages that mean harm, and pages that are broken.
@Suite struct ArticleSafetyTests {
  @Test func aPageThatIsReadInPartSaysSo() throws {
    let words = (0..<40).map { "word\($0)" }.joined(separator: " ")
    func page(_ breaks: Int) -> String {
      "<article><p>\(words).</p>" + String(repeating: "<i>x</i>", count: breaks) + "</article>"
    }
    #expect(try #require(WebArticle(html: page(100), page: nil)).isWhole)
    let long = try #require(WebArticle(html: page(WebArticle.mostParts), page: nil))
    #expect(!long.isWhole && long.text.contains("word39"))
  }

  private static let page = URL(string: "https://example.org/news/1.html")!

  private static let words = """
    The harbour wakes early, and boats leave before the light, while the keepers of the old tower
    count the lamps, write the weather down, and wait for the first of the gulls to come.
    """

  private static func read(_ html: String) -> WebArticle? {
    WebArticle(html: html, page: page)
  }

  private static let harm = [
    "<script>alert(1)</script>",
    "<p onclick='alert(1)'>click here</p>",
    "<a href='javascript:alert(1)'>go there</a>",
    "<a href=' java&#10;script:alert(1)'>go there</a>",
    "<a href='data:text/html,alert(1)'>go there</a>",
    "<a href='vbscript:alert(1)'>go there</a>",
    "<img src='javascript:alert(1)'>",
    "<img src=x onerror=alert(1)>",
    "<img src='/a\" onerror=\"alert(1)' alt='\"><script>alert(1)</script>'>",
    "<img data-src='javascript:alert(1)'>",
    "<img srcset='javascript:alert(1) 2x'>",
    "<svg onload=alert(1)><script>alert(1)</script></svg>",
    "<iframe src='javascript:alert(1)'></iframe>",
    "<object data=x></object><embed src=x>",
    "<form action=/x><input name=a></form>",
    "<style>p { background: url(javascript:alert(1)) }</style>",
    "<p style='background: url(javascript:alert(1))'>styled words</p>",
    "<math><mi xlink:href='javascript:alert(1)'>x</mi></math>",
    "<base href='javascript:alert(1)'><a href='x'>go there</a>",
    "<template><script>alert(1)</script></template>",
    "<noscript><p title='</noscript><script>alert(1)</script>'></noscript>",
  ]

  @Test(arguments: harm.indices) func nothingDoesAnything(index: Int) throws {
    // Among words, as a line that is a link only is left out.
    let harm = "<div>Some words before \(Self.harm[index]) and some behind.</div>"
    let html = "<article><p>\(Self.words)</p>\(harm)<p>The end.</p></article>"
    let article = try #require(Self.read(html))
    #expect(article.text.contains("first of the gulls"))
    for tag in article.html.split(separator: "<").dropFirst().map({ $0.prefix { $0 != ">" } }) {
      let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }
      #expect(["p", "a", "img", "noscript", "em"].contains(name), "\(name)")
      // Of attributes only these are written, each in quotes.
      let rest = tag.drop { $0 != " " }.split(separator: "\"", omittingEmptySubsequences: false)
      for name in stride(from: 0, to: rest.count, by: 2).map({ rest[$0] }) {
        #expect(["", " href=", " src=", " alt="].contains(name), "\(name)")
      }
    }
    for word in ["script:", "<script", "data:", "url("] {
      #expect(!article.html.contains(word), "\(word)")
    }
  }

  @Test(arguments: ["div", "article", "table", "blockquote", "ul", "span", "b", "section"])
  func depthIsNoHarm(name: String) throws {
    let open = String(repeating: "<\(name)>", count: 20_000)
    let close = String(repeating: "</\(name)>", count: 20_000)
    let article = try #require(Self.read(open + "<p>\(Self.words)</p>" + close))
    #expect(article.text.contains("first of the gulls"))
    let unclosed = try #require(Self.read(open + "<p>\(Self.words)"))
    #expect(unclosed.text.contains("first of the gulls"))
  }

  @Test func linksInLinksAreNoHarm() {
    // All words are within a link, and an article has others.
    let open = String(repeating: "<a href=x>", count: 20_000)
    #expect(Self.read(open + "<p>\(Self.words)</p>") == nil)
  }

  @Test(.timeLimit(.minutes(5)), arguments: ["<div>", "<div class=card>", "<div>a</div>", "<a b>"])
  func aPageOfFiveMegabytesIsRead(piece: String) throws {
    let count = 5_000_000 / piece.utf8.count
    let rest = String(repeating: piece, count: count)
    let article = try #require(Self.read("<article><p>\(Self.words)</p></article>" + rest))
    #expect(article.text.contains("first of the gulls"))
  }

  @Test func truncatedPagesAreRead() {
    var random = Splits(state: 7)
    var found = 0
    for turn in 0..<300 {
      let bytes = Array(ArticleLayouts.all[turn % ArticleLayouts.all.count].html.utf8)
      let end = Int(random.next() % UInt64(bytes.count))
      let half = String(decoding: bytes[..<end], as: UTF8.self)
      guard let article = Self.read(half) else { continue }
      found += 1
      #expect(!article.html.contains("scripted") || end < bytes.count)
      #expect(!article.text.isEmpty)
    }
    // Most pages have some of their article before they end.
    #expect(found > 75 && found < 300)
  }

  @Test func halvesOfPagesAreRead() {
    // The end is there, and the beginning is not.
    var random = Splits(state: 11)
    for turn in 0..<100 {
      let bytes = Array(ArticleLayouts.all[turn % ArticleLayouts.all.count].html.utf8)
      let start = Int(random.next() % UInt64(bytes.count))
      let article = Self.read(String(decoding: bytes[start...], as: UTF8.self))
      #expect(article?.text.isEmpty != true)
    }
  }

  /// Numbers that are the same in each run.
  private struct Splits: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
  }
}
