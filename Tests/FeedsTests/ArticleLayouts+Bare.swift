extension ArticleLayouts {
  /// Pages whose classes tell nothing, or the wrong thing.
  static let bare: [ArticleLayout] = [
    ArticleLayout("classes of a bundler") { w in
      """
      \(head())<body><div id="__next"><div class="css-1q2w3e"><div class="css-9a8b">\(w.links(6))
      </div></div><div class="css-77x"><div class="css-0z1">\(h1)<div class="css-5t">\(w.o(4))</div>
      <div class="css-kk">\(w.p(34, 41))<div class="css-zz"><a href="/x"><div>\(w.o(6))</div></a>
      <a href="/y"><div>\(w.o(7))</div></a></div>\(w.p(38, 29))</div></div>
      <div class="css-3r"><div><p>\(w.o(9))</p><a href="/z">\(w.o(5))</a></div></div></div>
      <div class="css-f0">\(w.links(9))<p>\(w.o(8))</p></div></div></body></html>
      """
    },
    ArticleLayout("utility classes") { w in
      """
      \(head())<body><div class="flex justify-between p-4">\(w.links(4))</div>
      <div class="grid grid-cols-12 gap-8"><div class="col-span-8 prose">\(h1)\(w.p(36))
      <img src="/a.png"><p>\(w.a(44))</p><h3>\(w.a(3))</h3>\(w.p(27, 31))</div>
      <div class="col-span-4 text-sm"><h3>\(w.o(2))</h3><p>\(w.o(18))</p>
      \(w.links(6, words: 6))</div></div><div class="mt-8 text-xs"><p>\(w.o(22))</p></div>
      </body></html>
      """
    },
    ArticleLayout("sidebar without a name before the text") { w in
      """
      \(head())<body><div class="l"><h3>\(w.o(2))</h3><p>\(w.o(20))</p>\(w.links(5))</div>
      <div class="r">\(h1)\(w.p(40, 38, 33, 30))</div></body></html>
      """
    },
    ArticleLayout("lede beside the body") { w in
      """
      \(head())<body><nav>\(w.links(5))</nav><div class="page"><div class="intro"><h1>\(
        ArticleLayout.title)</h1><p>\(w.a(26))</p></div><div class="rest">\(w.p(44, 39, 37))</div>
      <div class="end"><a href="/1">\(w.o(6))</a><a href="/2">\(w.o(6))</a></div></div>
      </body></html>
      """
    },
    ArticleLayout("body in a class of paywalls") { w in
      """
      \(head())<body><main><article>\(h1)<div class="paywall">\(w.p(40, 35, 31))</div>
      <div class="subscribe-box"><p>\(w.o(20))</p></div></article></main></body></html>
      """
    },
    ArticleLayout("comments without a name") { w in
      """
      \(head())<body><div class="a">\(h1)\(w.p(45, 50, 41, 38))</div>
      <div class="b"><h3>\(w.o(1))</h3>
      <ul><li><b>\(w.o(1))</b><p>\(w.o(16))</p></li><li><b>\(w.o(1))</b><p>\(w.o(12))</p></li></ul>
      </div>
      </body></html>
      """
    },
    ArticleLayout("lines in one pre") { w in
      """
      <html><title>\(ArticleLayout.title)</title><body><pre>\(w.a(12))

      \(w.a(60))

      \(w.a(45))</pre><hr><address>\(w.o(3))</address></body></html>
      """
    },
    ArticleLayout("story of many cards below") { w in
      let cards = (0..<6).map {
        "<div class=card><h3><a href=/\($0)>\(w.o(5))</a></h3><p>\(w.o(15))</p></div>"
      }
      return """
        \(head())<body><nav>\(w.links(5))</nav><div class="story">\(h1)\(w.p(40, 35, 52, 38))</div>
        <div class="more">\(cards.joined())</div></body></html>
        """
    },
    ArticleLayout("links in every paragraph") { w in
      let paragraphs = (0..<5).map { _ in
        "<p>\(w.a(9)) <a href=/a>\(w.a(5))</a> \(w.a(8)) <a href=/b>\(w.a(4))</a> \(w.a(6))</p>"
      }
      return """
        \(head())<body><div class="menu">\(w.links(5))</div><div class="weblog"><h1>\(
          ArticleLayout.title)</h1>\(paragraphs.joined())</div><div>\(w.links(5))</div>
          </body></html>
        """
    },
    ArticleLayout("captions and bylines") { w in
      """
      \(head())<body><article><header>\(h1)<figure><img src="/h.jpg"><figcaption>\(w.a(9))
      </figcaption></figure></header><div class="authorBio"><p>\(w.o(24))</p></div>
      <section class="body">\(w.p(33, 48))<figure class="ad"><p>\(w.o(4))</p></figure>\(w.p(26))
      </section><section class="newsletterSignup"><p>\(w.o(21))</p></section></article>
      </body></html>
      """
    },
  ]
}
