import FoundationEssentials
import HikidashiFeeds
import Testing

/// Pages of kinds on which the readers of others lost a part of the article; see `Benchmarks/REPORTS.md`.
@Suite struct ArticleReportTests {
  private static let layouts = [
    // Words that stand in divisions, with an advertisement between them.
    ArticleLayout("words in divisions") { w in
      let divisions = (0..<12).map { _ in "<div class=text><div>\(w.a(35))</div></div>" }
      let box = "<div class=ad-slot><span>\(w.o(3))</span></div>"
      return """
        <title>\(ArticleLayout.title)</title><header>\(w.links(8))</header><main><article>
        <h1>\(ArticleLayout.title)</h1>\(divisions.joined(separator: box))</article></main>
        <footer>\(w.o(30))</footer>
        """
    },
    // The beginning stands in another section than the rest.
    ArticleLayout("a beginning of its own") { w in
      """
      <title>\(ArticleLayout.title)</title><nav>\(w.links(10))</nav>
      <div class=page><h1>\(ArticleLayout.title)</h1>
      <section class=intro>\(w.p(40))\(w.p(45))\(w.p(30))</section>
      <section class=body>\(w.p(60))\(w.p(60))\(w.p(60))\(w.p(60))\(w.p(60))</section></div>
      <footer>\(w.o(30))</footer>
      """
    },
    // Boxes with facts within the article.
    ArticleLayout("a box amid the article") { w in
      """
      <title>\(ArticleLayout.title)</title><div id=story><h1>\(ArticleLayout.title)</h1>
      \(w.p(50))\(w.p(50))
      <div class="factbox related-links"><h3>\(w.o(3))</h3><ul>\(w.links(4))</ul></div>
      \(w.p(50))\(w.p(50))\(w.p(50))</div><div class=sidebar>\(w.links(20))</div>
      """
    },
    // Every sentence cites something.
    ArticleLayout("paragraphs full of links") { w in
      let cited = (0..<6).map { place in
        "<p><a href=/c/\(place)>\(w.a(14))</a> \(w.a(5)) <a href=/d/\(place)>\(w.a(9))</a>.</p>"
      }
      return """
        <title>\(ArticleLayout.title)</title><nav>\(w.links(12))</nav><article>
        <h1>\(ArticleLayout.title)</h1>\(w.p(60))\(cited.joined())\(w.p(60))</article>
        """
    },
    // A highlighted quotation and a button parts of the article.
    ArticleLayout("a quotation and a button") { w in
      """
      <title>\(ArticleLayout.title)</title><main><h1>\(ArticleLayout.title)</h1>
      <div class=rich-text>\(w.p(60))</div>
      <div class=quote-block><blockquote><p>\(w.a(20))</p></blockquote></div>
      <div class=rich-text>\(w.p(60))</div>
      <div class=cta><a class=btn href=/guide>\(w.o(3))</a></div>
      <div class=rich-text>\(w.p(60))\(w.p(40))</div></main><footer>\(w.o(40))</footer>
      """
    },
    // The head of the page has more words than the article.
    ArticleLayout("a head longer than the article") { w in
      """
      <title>\(ArticleLayout.title)</title>
      <header class=site-header><div>\(w.o(120))</div><ul>\(w.links(30))</ul></header>
      <div class="post hentry"><h1>\(ArticleLayout.title)</h1>
      <div class=entry-content>\(w.p(45))\(w.p(40))</div></div>
      <div class=footer-widgets>\(w.o(60))</div>
      """
    },
  ]

  @Test(arguments: layouts.map(\.name)) func theArticleIsWhole(name: String) throws {
    let layout = try #require(Self.layouts.first { $0.name == name })
    let article = try #require(
      WebArticle(html: layout.html, page: URL(string: "https://example.org/1")!))
    let words = Set(ArticleLayout.words(article.text))
    let lost = layout.article.subtracting(words)
    let foreign = words.intersection(layout.others)
    #expect(lost.isEmpty, "\(lost.count) of \(layout.article.count) words")
    #expect(foreign.count * 20 <= words.count, "\(foreign.sorted())")
  }
}
