/// Pages as sites of many kinds make them.
enum ArticleLayouts {
  static let all = sites + plain + kinds + bare

  static func named(_ name: String) -> ArticleLayout { all.first { $0.name == name }! }

  static func head(_ rest: String = "") -> String {
    "<!DOCTYPE html><html lang=en><head><meta charset=utf-8>"
      + "<title>\(ArticleLayout.title) | Site</title>\(rest)"
      + "<script>var words = 'scripted';</script><style>.a { color: red }</style></head>"
  }

  static let h1 = "<h1>\(ArticleLayout.title)</h1>"

  /// Sites of today.
  static let sites: [ArticleLayout] = [
    ArticleLayout("classic blog theme") { w in
      """
      \(head())<body class="single has-sidebar"><div id="page" class="hfeed site">
      <div id="header"><p id="blog-title"><a href="/">\(w.o(3))</a></p>
      <div id="access">\(w.links(6, class: "menu"))</div></div>
      <div id="container"><div id="content">
      <div id="nav-above" class="navigation"><a href="/prev">\(w.o(5))</a></div>
      <div id="post-12" class="post type-post hentry category-news tag-related tag-share">
      <h1 class="entry-title">\(ArticleLayout.title)</h1>
      <div class="entry-content">\(w.p(45, 60))<h2>\(w.a(4))</h2>\(w.p(38, 52))
      <div class="sharedaddy"><h3>\(w.o(2))</h3>\(w.links(4))</div></div>
      <div class="entry-utility"><a href="/c/news">\(w.o(2))</a></div></div>
      <div id="comments"><h3>\(w.o(4))</h3><ol class="commentlist"><li>\(w.q(40))</li></ol>
      <div id="respond"><form action="/c"><p>\(w.o(12))</p><textarea></textarea></form></div></div>
      </div></div>
      <div id="primary" class="widget-area"><ul><li class="widget-container">\(w.links(8))</li>
      </ul></div><div id="footer"><div id="colophon">\(w.o(14))</div></div></div></body></html>
      """
    },
    ArticleLayout("article with header and footer") { w in
      """
      \(head())<body><header class="site"><a href="/">\(w.o(2))</a><nav>\(w.links(5))</nav></header>
      <main><article><header>\(h1)<p class=lede>\(w.a(24))</p></header>
      \(w.p(50, 41))<blockquote><p>\(w.a(20))</p></blockquote>\(w.p(36))
      <footer><p>\(w.o(8))</p>\(w.links(3, class: "tags"))</footer></article></main>
      <footer><p>\(w.o(25))</p></footer></body></html>
      """
    },
    ArticleLayout("div soup") { w in
      """
      \(head())<body><div class="w1"><div class="w2"><div class="w3">\(w.links(9))</div></div>
      <div class="x1"><div class="x2"><div id="content"><div class="x4"><div>\(h1)</div>
      <div class="x5"><div><div>\(w.p(40, 30))</div><div>\(w.p(35))</div>\(w.p(28))</div></div>
      </div></div></div><div class="x9"><div>\(w.links(7, words: 5))</div></div></div>
      <div class="w9"><div>\(w.o(9))</div></div></div></body></html>
      """
    },
    ArticleLayout("news with related boxes") { w in
      """
      \(head("<meta property='og:title' content='\(ArticleLayout.title)'>"))
      <body><div class="topbar">\(w.o(6))</div><div class="page-layout"><div class="story-body">
      <h1>\(ArticleLayout.title)</h1><div class="story-body__byline">Ann Other</div>
      \(w.p(30, 34))<div class="story-related-box"><h3>\(w.o(3))</h3>\(w.links(3, words: 8))
      <p>\(w.o(22))</p></div>\(w.p(44))<aside class="inline-promo"><p>\(w.o(30))</p></aside>
      \(w.p(39))<div class="box"><h4>\(w.o(3))</h4>\(w.links(4, words: 7))</div>\(w.p(31))</div>
      <div class="right-rail"><div class="most-popular"><ol><li><p>\(w.o(16))</p></li>
      <li><p>\(w.o(17))</p></li></ol></div></div></div></body></html>
      """
    },
    ArticleLayout("paywall teaser") { w in
      """
      \(head())<body><header><a href=/>\(w.o(3))</a></header><main><article>\(h1)
      <div class="article__body">\(w.p(42, 37))</div>
      <div class="paywall-box"><h2>\(w.o(5))</h2><p>\(w.o(33))</p>
      <a class="button" href="/subscribe">\(w.o(3))</a></div></article></main></body></html>
      """
    },
    ArticleLayout("documentation with a sidebar") { w in
      """
      \(head())<body><div class="md-header">\(w.links(4))</div><div class="md-container">
      <div class="md-sidebar md-sidebar--primary"><nav>\(w.links(20))</nav></div>
      <div class="md-sidebar md-sidebar--secondary"><nav class="toc">\(w.links(6))</nav></div>
      <div class="md-content" role="main">\(h1)<p>\(w.a(33))</p>
      <div class="admonition note"><p class="admonition-title">\(w.a(1))</p><p>\(w.a(14))</p></div>
      <h2 id=i>\(w.a(2))<a class="headerlink" href="#i">¶</a></h2><p>\(w.a(27))</p>
      <pre><code class="language-sh">\(w.a(6))
      \(w.a(5))</code></pre><table><thead><tr><th>\(w.a(1))</th><th>\(w.a(2))</th></tr></thead>
      <tbody><tr><td>\(w.a(2))</td><td>\(w.a(5))</td></tr></tbody></table><p>\(w.a(40))</p></div>
      </div><footer class="md-footer"><p>\(w.o(12))</p></footer></body></html>
      """
    },
    ArticleLayout("wiki") { w in
      """
      \(head())<body><div id="mw-page-base"></div><div id="content" role="main">
      <h1 id="firstHeading">\(ArticleLayout.title)</h1><div id="siteSub">\(w.o(4))</div>
      <div id="mw-content-text"><table class="infobox vcard"><tr><th>\(w.o(1))</th>
      <td>\(w.o(4))</td></tr><tr><th>\(w.o(1))</th><td>\(w.o(3))</td></tr></table>
      <p>\(w.a(30)) <a href="/wiki/A">\(w.a(2))</a> \(w.a(18))<sup><a href="#n1">[1]</a></sup></p>
      <div id="toc" class="toc"><h2>\(w.o(1))</h2>\(w.links(5))</div>
      <h2><span class="mw-headline">\(w.a(2))</span><span class="mw-editsection"
      style="display: none">\(w.o(1))</span></h2><p>\(w.a(44))</p>
      <table class="wikitable"><caption>\(w.a(3))</caption><tr><th>\(w.a(1))</th><th>\(w.a(1))</th>
      </tr><tr><td>\(w.a(3))</td><td>\(w.a(2))</td></tr></table><p>\(w.a(51))</p>
      <div class="navbox">\(w.links(14))</div></div></div>
      <div id="mw-navigation"><div id="p-logo">\(w.links(12))</div></div>
      <div id="footer">\(w.links(4))<p>\(w.o(20))</p></div></body></html>
      """
    },
    ArticleLayout("questions and answers") { w in
      """
      \(head())<body><header class="s-topbar">\(w.links(4))</header><div class="container">
      <div id="left-sidebar">\(w.links(6))</div><div id="content"><div id="question-header">\(h1)
      </div><div id="mainbar"><div class="question" id="question"><div class="post-layout">
      <div class="votecell"><a href="#">\(w.o(1))</a></div><div class="postcell">
      <div class="s-prose">\(w.p(35, 22))<pre><code>\(w.a(9))</code></pre></div>
      <div class="post-taglist">\(w.links(3))</div></div>
      <div class="comments-container"><ul class="comments-list"><li>\(w.o(28))</li></ul></div></div>
      </div><div id="answers"><div class="answer"><div class="s-prose">\(w.p(48, 26))</div>
      <div class="comments-container"><p>\(w.o(19))</p></div></div>
      <div class="answer"><div class="s-prose">\(w.p(33))</div></div></div></div>
      <div id="sidebar"><h4>\(w.o(2))</h4>\(w.links(9, words: 7))</div></div></div></body></html>
      """
    },
    ArticleLayout("accelerated mobile page") { w in
      """
      <!doctype html><html ⚡><head><meta charset=utf-8><title>\(ArticleLayout.title)</title>
      <style amp-boilerplate>body{visibility:hidden}</style></head><body>
      <amp-sidebar id=s>\(w.links(6))</amp-sidebar><header class="amp-header">\(w.o(3))</header>
      <article class="amp-wp-article">\(h1)<amp-img src="/i/hero.jpg" width=600 height=400>
      <noscript><img src="/i/hero.jpg"></noscript></amp-img>
      <div class="amp-wp-article-content">\(w.p(41))<amp-ad width=300 height=250>\(w.o(5))</amp-ad>
      \(w.p(36, 29))</div><amp-social-share type=x>\(w.o(2))</amp-social-share></article>
      <amp-user-notification id=n><p>\(w.o(20))</p></amp-user-notification></body></html>
      """
    },
    ArticleLayout("static site generator") { w in
      """
      \(head())<body><header class="site-header"><div class="wrapper"><a class="site-title"
      href="/">\(w.o(2))</a><nav class="site-nav">\(w.links(3))</nav></div></header>
      <main class="page-content"><div class="wrapper"><article class="post h-entry"
      itemscope itemtype="http://schema.org/BlogPosting"><header class="post-header">
      <h1 class="post-title p-name" itemprop="name headline">\(ArticleLayout.title)</h1></header>
      <div class="post-content e-content" itemprop="articleBody">\(w.p(38))<ul><li>\(w.a(5))</li>
      <li>\(w.a(4))</li><li>\(w.a(6))</li></ul>\(w.p(47))</div>
      <a class="u-url" href="/x" hidden>\(w.o(1))</a></article></div></main>
      <footer class="site-footer h-card"><p>\(w.o(18))</p></footer></body></html>
      """
    },
    ArticleLayout("cookie banner first") { w in
      """
      \(head())<body><div id="onetrust-consent-sdk"><div class="ot-sdk-container"><h2>\(w.o(4))</h2>
      <p>\(w.o(70))</p><button>\(w.o(2))</button></div></div><div class="layout">
      <div class="main-col">\(h1)\(w.p(31, 42))<h2>\(w.a(3))</h2>\(w.p(29))</div></div>
      <div class="newsletter-signup"><p>\(w.o(24))</p><form><input type=email></form></div>
      </body></html>
      """
    },
    ArticleLayout("comments longer than the article") { w in
      let comments = (0..<9).map { _ in
        "<li class=comment><article class=\"comment-body\">\(w.q(30))</article></li>"
      }
      return """
        \(head())<body><nav>\(w.links(5))</nav><div id="main"><div class="text">\(h1)
        \(w.p(34, 27))</div><section class="comments-area"><h2>\(w.o(3))</h2>
        <ol>\(comments.joined())</ol></section></div></body></html>
        """
    },
  ]
}
