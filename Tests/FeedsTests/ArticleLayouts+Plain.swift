extension ArticleLayouts {
  /// Pages of plain and of old sites, and those of other scripts.
  static let plain: [ArticleLayout] = [
    ArticleLayout("mailing list") { w in
      """
      \(head())<body><h1>\(ArticleLayout.title)</h1><b>Ann</b>
      <a href="mailto:list@example.org">\(w.o(2))</a><br><i>Tue Mar 3</i>
      <p><ul><li>\(w.o(1)): <a href="1.html">\(w.o(6))</a></li>
      <li>\(w.o(1)): <a href="2.html">\(w.o(6))</a></li></ul><hr>
      <pre>\(w.a(30))

      > \(w.a(15))

      \(w.a(44))
      </pre><hr><p><ul><li>\(w.o(1)): <a href="1.html">\(w.o(6))</a></li></ul><hr>
      <a href="/list">\(w.o(4))</a></body></html>
      """
    },
    ArticleLayout("old table layout") { w in
      """
      <HTML><HEAD><TITLE>\(ArticleLayout.title)</TITLE></HEAD><BODY BGCOLOR=#FFFFFF>
      <TABLE WIDTH=100% BORDER=0><TR><TD COLSPAN=3><FONT SIZE=6>\(w.o(2))</FONT></TD></TR>
      <TR><TD WIDTH=120 VALIGN=TOP><A HREF=/a>\(w.o(1))</A><BR><A HREF=/b>\(w.o(1))</A><BR>
      <A HREF=/c>\(w.o(2))</A></TD><TD><FONT FACE=Arial><P>\(w.a(34))<P>\(w.a(41))
      <P><B>\(w.a(3))</B><P>\(w.a(29))</FONT></TD><TD WIDTH=120><A HREF=/d>\(w.o(4))</A></TD></TR>
      <TR><TD COLSPAN=3 ALIGN=CENTER><FONT SIZE=1>\(w.o(7))</FONT></TD></TR></TABLE></BODY></HTML>
      """
    },
    ArticleLayout("breaks instead of paragraphs") { w in
      """
      \(head())<body><div class="top">\(w.links(4))</div><div class="center"><h1>\(
        ArticleLayout.title)</h1><div class="txt">\(w.a(32))<br><br>\(w.a(28))<br /><br />
      <b>\(w.a(3))</b><br>\(w.a(39))<br><br><br>\(w.a(21))</div></div>
      <div class="bottom"><a href="/i">\(w.o(2))</a> | <a href="/p">\(w.o(2))</a></div>
      </body></html>
      """
    },
    ArticleLayout("japanese") { w in
      """
      <!DOCTYPE html><html lang=ja><head><title>\(ArticleLayout.title) - 新聞</title></head><body>
      <div class="menu"><ul><li><a href="/">\(w.o("ホーム画面"))</a></li><li><a href="/n">\(
        w.o("最新の記事一覧"))</a></li></ul></div><div class="wrap"><div class="honbun">\(h1)
      <p>\(w.a("港の朝は早い。漁師たちは四時に起き、網を直し、まだ暗い海へ出ていく。"))</p>
      <p>\(w.a("市場が開くころには、石畳の道に魚の箱が並び、買い手の声が響きわたる。"))</p>
      <h2>\(w.a("灯台の歴史"))</h2>
      <p>\(w.a("灯台は百年前に建てられ、嵐のたびに船を守ってきた、と町の人は話す。"))</p></div>
      <div class="side"><a href="/r">\(w.o("人気の商品を見る"))</a></div></div>
      <div class="footer">\(w.o("著作権は新聞社にあります"))</div></body></html>
      """
    },
    ArticleLayout("arabic") { w in
      """
      <!DOCTYPE html><html lang=ar dir=rtl><head><title>\(ArticleLayout.title)</title></head><body>
      <nav><ul><li><a href="/">\(w.o("الرئيسية"))</a></li><li><a href="/s">\(w.o("رياضة"))</a></li>
      </ul></nav><div class="content"><h1>\(ArticleLayout.title)</h1><div class="matn">
      <p>\(w.a("يستيقظ الصيادون قبل الفجر، ويصلحون شباكهم بصبر، ثم يبحرون نحو المياه البعيدة."))</p>
      <p>\(w.a("وعندما تشرق الشمس، تمتلئ الساحة بالباعة والزبائن، وتعلو أصوات المساومة."))</p>
      <p>\(w.a("أما المنارة القديمة فقد حرست السفن قرنا كاملا، ولا تزال تضيء كل مساء."))</p></div>
      </div><div class="related-news"><h3>\(w.o("اقرأ أيضا"))</h3>
      <p>\(w.o("عروض حصرية بانتظارك، اشترك معنا الآن، واربح جوائز قيمة جدا."))</p></div>
      </body></html>
      """
    },
    ArticleLayout("newsletter of nested tables") { w in
      """
      <html><head><title>\(ArticleLayout.title)</title></head><body><table width="100%"><tr>
      <td align="center"><table width="600" class="wrapper"><tr><td><a href="/w">\(w.o(5))</a></td>
      </tr><tr><td><table width="560"><tr><td class="h"><h1>\(ArticleLayout.title)</h1></td></tr>
      <tr><td style="font-size:16px">\(w.a(36))</td></tr><tr><td height="20">&nbsp;</td></tr>
      <tr><td><table><tr><td>\(w.a(42))</td></tr></table></td></tr>
      <tr><td><img src="a.png" alt="">\(w.a(25))</td></tr></table></td></tr>
      <tr><td class="footer"><p>\(w.o(18)) <a href="/u">\(w.o(1))</a></p></td></tr></table>
      </td></tr>
      </table></body></html>
      """
    },
    ArticleLayout("xhtml") { w in
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "xhtml1-strict.dtd">
      <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head>
      <title>\(ArticleLayout.title)</title><link rel="stylesheet" href="s.css" /></head><body>
      <div id="nav"><ul><li><a href="a.html">\(w.o(2))</a></li></ul></div><div id="body">
      <h1>\(ArticleLayout.title)</h1><p class="first">\(w.a(26))</p><p>\(w.a(31))<br />\(w.a(12))
      </p><hr /><p>\(w.a(24)) <em>\(w.a(2))</em> &#8212; \(w.a(5))</p></div>
      <div id="foot"><p>\(w.o(6))</p></div></body></html>
      """
    },
    ArticleLayout("short article") { w in
      """
      \(head())<body><nav>\(w.links(4))</nav><div class="note-page">\(h1)<p>\(w.a(28))</p></div>
      <div class="links">\(w.links(5, words: 4))</div></body></html>
      """
    },
    ArticleLayout("several sections") { w in
      """
      \(head())<body><div class="bar">\(w.links(5))</div><div class="outer"><section>\(h1)
      <p>\(w.a(33))</p></section><section id="two"><h2>\(w.a(2))</h2>\(w.p(29, 35))</section>
      <section id="three"><h2>\(w.a(3))</h2>\(w.p(61))</section>
      <section class="related"><h2>\(w.o(2))</h2>\(w.q(22))</section></div></body></html>
      """
    },
    ArticleLayout("press release") { w in
      """
      \(head())<body><form id="aspnetForm" action="/pr.aspx"><div id="top">\(w.links(6))</div>
      <div id="release"><h1>\(ArticleLayout.title)</h1>
      <p><strong>\(w.a("Aldmere, 3 March"))</strong>
      – \(w.a(40))</p><p>“\(w.a(27))” \(w.a(6))</p><p>\(w.a(35))</p><h3>\(w.a(3))</h3><p>\(w.a(30))
      </p><p>###</p></div><div class="share-tools">\(w.links(3, words: 1))</div>
      <div class="footer-links">\(w.links(7))</div></form></body></html>
      """
    },
    ArticleLayout("words in divs") { w in
      """
      \(head())<body><div class="m"><a href="/1">\(w.o(1))</a><a href="/2">\(w.o(1))</a></div>
      <div class="c"><div class="t">\(h1)</div><div class="b"><div>\(w.a(26))</div><div>\(w.a(33))
      </div><div>\(w.a(5))</div><div>\(w.a(39))</div></div></div>
      <div class="f"><span>\(w.o(5))</span></div></body></html>
      """
    },
    ArticleLayout("unclosed tags") { w in
      """
      <title>\(ArticleLayout.title)</title>
      <body><ul><li><a href=/a>\(w.o(2))<li><a href=/b>\(w.o(2))
      </ul><h1>\(ArticleLayout.title)</h1><p>\(w.a(30))<p>\(w.a(28)) <b>\(w.a(3))</b><p>\(w.a(36))
      <ul><li>\(w.a(9))<li>\(w.a(8))</ul>
      """
    },
  ]
}
