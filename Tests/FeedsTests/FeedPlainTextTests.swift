import HikidashiFeeds
import HikidashiLoading
import Testing

/// What a person reads of a text, whatever it is written in.
struct FeedPlainTextTests {
  @Test(arguments: [
    ("", ""), ("words", "words"), ("1 &lt; 2 &amp; 3&nbsp;€ &#x732B;", "1 < 2 & 3 € 猫"),
    ("<p>One\n two</p> <p>three<br>four</p>", "One two\n\nthree\nfour"),
    ("a<b>b</b> <i> c</i>", "ab c"),
    ("<ul><li>one</li><li>two <b>2</b></li></ul>after", "• one\n• two 2\n\nafter"),
    ("<style>p { color: red }</style><script>run('<p>')</script>seen", "seen"),
    ("<h1>Head</h1><pre>a  b\n  c</pre><div>d</div><div>e</div>", "Head\n\na  b\n  c\n\nd\ne"),
    ("<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>", "1 2\n3"),
    ("never <b closed>and so on", "never and so on"),
    ("<!-- not this -->日本語 <img src=x alt=y>end", "日本語 end"),
    ("a<br><br><br><br>b", "a\n\nb"), ("&unknown; &", "&unknown; &"),
  ])
  func htmlIsReadWithoutItsMarkup(html: String, words: String) {
    #expect(Feed.Text(html, kind: .html).plain == words)
  }

  @Test func plainTextIsAsItIs() {
    #expect(Feed.Text("1 < 2 <b>").plain == "1 < 2 <b>")
    #expect(Feed.Text("<p>x &lt; <b>y</b></p>", kind: .xhtml).plain == "x < y")
  }

  /// However deep elements stand in one another, and whatever bytes come.
  @Test func nothingIsTooOddToBeRead() {
    let deep = String(repeating: "<div>", count: 20_000) + "end"
    #expect(Feed.Text(deep, kind: .html).plain.utf8.count <= deep.utf8.count)
    let odd = String(decoding: (0...255).map { UInt8($0) }, as: UTF8.self)
    #expect(Feed.Text("a" + odd, kind: .html).plain.hasPrefix("a"))
  }
}
