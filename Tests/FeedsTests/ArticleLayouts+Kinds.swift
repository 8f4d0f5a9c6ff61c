extension ArticleLayouts {
  /// Articles of many kinds.
  static let kinds: [ArticleLayout] = [
    ArticleLayout("live blog") { w in
      let posts = (0..<5).map { hour in
        """
        <article class="live-post" id="p\(hour)"><time>1\(hour):00</time><h2>\(w.a(5))</h2>
        \(w.p(24))<div class="share">\(w.o(2))</div></article>
        """
      }
      return """
        \(head())<body><nav>\(w.links(5))</nav><main>\(h1)<p>\(w.a(26))</p>
        <div class="live">\(posts.joined())</div></main><aside>\(w.q(30))</aside></body></html>
        """
    },
    ArticleLayout("recipe") { w in
      """
      \(head())<body><div class="nav-primary">\(w.links(6))</div><div class="content"><div
      class="recipe"><h1>\(ArticleLayout.title)</h1><p>\(w.a(30))</p><h2>\(w.a(1))</h2>
      <ul class="ingredients"><li>\(w.a(3))</li><li>\(w.a(2))</li><li>\(w.a(4))</li></ul>
      <h2>\(w.a(1))</h2><ol class="steps"><li>\(w.a(18))</li><li>\(w.a(22))</li><li>\(w.a(16))</li>
      </ol></div><div class="rating-widget"><p>\(w.o(9))</p></div></div>
      <div class="recommended-recipes">\(w.links(4, words: 4))</div></body></html>
      """
    },
    ArticleLayout("gallery with captions") { w in
      let figures = (0..<4).map {
        """
        <figure><a href="/full/\($0).jpg"><img src="/blank.gif" data-src="/i/\($0).jpg"></a>
        <figcaption>\(w.a(14))</figcaption></figure>
        """
      }
      return """
        \(head())<body><header><a href=/>\(w.o(2))</a></header><div class="gallery-page">\(h1)
        <p>\(w.a(22))</p>\(figures.joined())</div><footer>\(w.links(4))</footer></body></html>
        """
    },
    ArticleLayout("tutorial of code") { w in
      let blocks = (0..<4).map { _ in
        """
        <p>\(w.a(18))</p>
        <div class="highlight"><pre><code><span class="c comment">// \(w.a(4))</span>
        <span class="k">\(w.a(1))</span> \(w.a(6))
        </code></pre></div>
        """
      }
      return """
        \(head())<body><div class="navbar">\(w.links(5))</div><div class="post-body">\(h1)
        \(blocks.joined())<p>\(w.a(25))</p></div><div id="disqus_thread">\(w.o(9))</div>
        </body></html>
        """
    },
    ArticleLayout("release notes") { w in
      let releases = (0..<4).map {
        """
        <h2><a href="/v/\($0)">\(w.a(2))</a></h2>
        <ul><li>\(w.a(6)) (<a href="/i/1">\(w.a(1))</a>)</li>
        <li>\(w.a(7))</li><li>\(w.a(9))</li></ul>
        """
      }
      return """
        \(head())<body><div class="header">\(w.links(5))</div><div class="changelog">\(h1)
        <p>\(w.a(16))</p>\(releases.joined())</div><div class="footer">\(w.o(15))</div>
        </body></html>
        """
    },
    ArticleLayout("interview") { w in
      let turns = (0..<5).map { _ in "<h3>\(w.a(8))</h3>\(w.p(37))" }
      return """
        \(head())<body><div id=hd>\(w.links(5))</div><div class="interview"><h1>\(
          ArticleLayout.title)</h1>\(w.p(28))\(turns.joined())<h3>\(w.o(2))</h3>
        \(w.links(4, words: 6))</div></body></html>
        """
    },
    ArticleLayout("long footnotes") { w in
      let notes = (1..<6).map { "<li id=fn\($0)><p>\(w.a(21)) <a href=#r\($0)>↩</a></p></li>" }
      return """
        \(head())<body><nav>\(w.links(4))</nav><article>\(h1)<p>\(w.a(33))<sup><a href=#fn1>1</a>
        </sup></p>\(w.p(30))<footer class="footnotes" role="doc-endnotes"><hr>
        <ol>\(notes.joined())</ol></footer><footer>\(w.o(7))</footer></article></body></html>
        """
    },
    ArticleLayout("forum thread") { w in
      let replies = (0..<3).map { _ in
        """
        <div class="post"><div class="postauthor"><a href="/u">\(w.o(1))</a><p>\(w.o(5))</p></div>
        <div class="postbody"><div class="text">\(w.a(34))</div>
        <div class="signature">\(w.o(10))</div></div></div>
        """
      }
      return """
        \(head())<body><div id="navbar">\(w.links(4))</div><div id="wrap">\(h1)
        \(replies.joined())</div>
        <div class="jumpbox"><form><select><option>\(w.o(3))</select></form>
        </div></body></html>
        """
    },
    ArticleLayout("show notes") { w in
      """
      \(head())<body><div class="site-nav">\(w.links(5))</div><main class="episode">\(h1)
      <audio controls src="/e.mp3"></audio><p>\(w.a(36))</p><h2>\(w.a(2))</h2><ul>
      <li>00:00 \(w.a(4))</li><li>07:30 \(w.a(5)) <a href="/b">\(w.a(2))</a></li>
      <li>21:10 \(w.a(6))</li></ul><p>\(w.a(25))</p></main>
      <div class="subscribe-links">\(w.links(4, words: 2))</div></body></html>
      """
    },
    ArticleLayout("scientific abstract") { w in
      """
      \(head("<meta name=\"twitter:title\" content=\"\(ArticleLayout.title)\">"))
      <body><div class="journal-header">\(w.links(5))</div><div class="abs"><div
      class="dateline">2024-03-01</div><h2>\(w.a(1))</h2><div class="abstract"><p>\(w.a(90))</p>
      </div></div><div class="extra-services"><h2>\(w.o(2))</h2>\(w.links(7))</div></body></html>
      """
    },
    ArticleLayout("pull quotes and advertisements") { w in
      let parts = (0..<4).map {
        """
        <p>\(w.a(36))</p><div class="ad-slot ad-slot--\($0)"><p>\(w.o(12))</p></div>
        """
      }
      return """
        \(head())<body><div class="wrapper"><div class="story">\(h1)\(parts.joined())
        <aside class="pullquote"><p>\(w.a(11))</p></aside><p>\(w.a(31))</p>
        <div aria-hidden="true"><p>\(w.o(14))</p></div></div></div></body></html>
        """
    },
    ArticleLayout("microdata in two bodies") { w in
      """
      \(head())<body><div class="col"><div itemprop="articleBody">\(w.p(40, 33))</div>
      <div class="banner-slot"><p>\(w.o(9))</p></div>
      <div itemprop="articleBody">\(w.p(38, 27))</div>
      </div><div class="col2"><p>\(w.o(26))</p></div>\(h1)</body></html>
      """
    },
  ]
}
