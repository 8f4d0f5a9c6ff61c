import Glibc
import HikidashiBase
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

/// Rich text of HTML that others have written.
final class SafeHTMLTests: XCTestCase {
  private func words(_ text: RichText, _ kind: StyledRange.Kind) -> [String] {
    let scalars = Array(text.text.unicodeScalars)
    return text.spans.filter { $0.kind == kind }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
      .map { String(String.UnicodeScalarView(scalars[$0.range])) }
  }

  private func links(_ text: RichText) -> [String] {
    text.spans.compactMap { if case .link(let target) = $0.kind { target } else { nil } }
  }

  func testWhatIsOnTheListIsShown() {
    let text = RichText(
      html: """
        <!doctype html><html><head><title>not this</title></head><body>
        <h1>A  <i>title</i></h1> <p>One
          <b>bold</b> word,<br>a <code>line</code> &amp; more.</p><div>plain</div>
        <ul><li>one<li><p>two</p><ol start=3><li>inner<li>next</ol></ul>
        <blockquote><p>said</p><p>done</p></blockquote>
        <pre><code>
        let a = 1

        let b = 2
        </code></pre>
        <hr><p>He said <q>no</q><s>x</s></p>
        <dl><dt>term<dd>what it is</dl>
        <p><a href="https://example.org/?a=1&amp;b=2">a <b>page</b></a>, <a href="mailto:a@b.org">mail</a>
        """)
    XCTAssertEqual(
      text.text,
      """
      A title

      One bold word,
      a line & more.

      plain

      • one
      • two
      3. inner
      4. next

      said

      done

      let a = 1

      let b = 2

      ―――――――

      He said “no”x

      term
      what it is

      a page, mail
      """)
    XCTAssertEqual(words(text, .title(1)), ["A title"])
    XCTAssertEqual(words(text, .strong), ["bold", "term", "page"])
    XCTAssertEqual(words(text, .emphasis), ["title"])
    XCTAssertEqual(words(text, .code), ["line"])
    XCTAssertEqual(words(text, .codeBlock), ["let a = 1\n\nlet b = 2"])
    XCTAssertEqual(words(text, .quote), ["said\n\ndone"])
    XCTAssertEqual(words(text, .item(2)), ["3. inner", "4. next"])
    XCTAssertEqual(links(text), ["https://example.org/?a=1&b=2", "mailto:a@b.org"])
    XCTAssertEqual(text.headings.map(\.title), ["A title"])
  }

  /// The same words, whichever they are written in.
  func testHTMLAndMarkdownComeToTheSame() {
    let markdown =
      "# Title\n\nOne *two* **three** `four`\n\n- a\n- b\n\n> said\n\n1. x\n2. y\n\nEnd"
    let html = """
      <h1>Title</h1><p>One <em>two</em> <strong>three</strong> <code>four</code></p>\
      <ul><li>a</li><li>b</li></ul><blockquote>said</blockquote><ol><li>x</li><li>y</li></ol>End
      """
    let (left, right) = (RichText(markdown: markdown), RichText(html: html))
    XCTAssertEqual(left.text, right.text)
    XCTAssertEqual(Set(left.spans), Set(right.spans))
  }

  func testTablesOfWordsHaveColumnsAndThoseOfPagesAreBlocks() {
    let table = "<table><tr><th>animal<th>legs<tr><td>犬<td>4<tr><td>a <b>bird</b><td>2</table>after"
    let text = RichText(html: table)
    XCTAssertEqual(
      text.text, "animal  legs\n────────────\n犬      4\na bird  2\n\nafter")
    XCTAssertEqual(
      RichText(html: "<table><tr><td>a<td>bc<tr><td>def<td></table>").text, "a    bc\ndef")
    let page = "<table><tr><td><table><tr><td>one</table><td><p>two</p></table>"
    XCTAssertEqual(RichText(html: page).text, "one\n\ntwo")
    // A cell of a million letters gives no other row as many blanks.
    let long = String(repeating: "x", count: 100_000)
    let rows = String(repeating: "<tr><td>a<td>b", count: 1_000)
    let wide = RichText(html: "<table><tr><td>\(long)<td>b\(rows)</table>")
    XCTAssertLessThan(wide.text.utf8.count, 250_000)
  }

  func testPicturesAreTheAppsToLoad() throws {
    let folder = try ScratchFolder()
    try folder.write("read by nobody here", to: "dog.png")
    let html = """
      <p>See <img src=http://example.org/dog.png alt="a dog"> and <img src=cat.png alt="a cat">\
      <img src=javascript:x><img src=/etc/passwd><img src=//h/x><img src=a/../b><img src="data:x,y">
      """
    var sources: [String] = []
    let text = RichText(html: html) { source in
      sources.append(source)
      return source.hasPrefix("http") ? folder.url.path + "/dog.png" : folder.url.path + "/none.png"
    }
    XCTAssertEqual(sources, ["http://example.org/dog.png", "cat.png"])
    XCTAssertEqual(text.text, "See\n\u{FFFC}\na dog and a cat")
    XCTAssertTrue(
      text.spans.contains(StyledRange(4..<5, .picture(folder.url.path + "/dog.png"))),
      "\(text.spans)")
    XCTAssertEqual(RichText(html: html).text, "See a dog and a cat")
    XCTAssertEqual(words(RichText(html: html), .dim), ["a dog", "a cat"])
  }

  func testLinksOfMailsAttachNothingAndWordsOfLinksTurnNothingRound() {
    func link(_ target: String) -> StyledRange.Kind? {
      RichText(html: "<a href='\(target)'>x</a>").spans.first?.kind
    }
    for (written, target) in [
      ("mailto:a@b.example?attach=/etc/passwd", "mailto:a@b.example"),
      (
        "mailto:a@b.example?subject=x%20y&amp;ATTACHMENT=/x&amp;body=z&amp;cc=c@d.example",
        "mailto:a@b.example?subject=x%20y&body=z&cc=c@d.example"
      ),
      ("mailto:?att%61ch=/x&amp;%73ubject=y", "mailto:?%73ubject=y"),
      ("MAILTO:a@b.example?bcc=all@b.example", "MAILTO:a@b.example"),
    ] {
      XCTAssertEqual(link(written), .link(target), written)
    }
    let text = RichText(
      html: "\u{202B}a\u{202C} <a href='https://e.example'>\u{202E}moc\u{2066}x\u{2069}</a>"
    ).text
    XCTAssertEqual(text.unicodeScalars.map(\.value).filter { $0 > 0x2000 }, [0x202B, 0x202C])
    XCTAssertTrue(text.hasSuffix("mocx"))
  }

  func testPicturesStayBelowTheDocument() {
    var asked: [String] = []
    for source in [
      "..%2f..%2fetc/passwd", "%2e%2e/x", "a/%2E./%2e%2e/x", "%2fetc/passwd", "..%5cx", "a\\..\\x",
      "/\u{338}x", "..\u{338}/x/../y", "a%00b", "x/..%ff/../../y", "..", "%2e%2e",
    ] {
      _ = RichText(html: "<img src='\(source)'>") {
        asked.append($0)
        return nil
      }
    }
    XCTAssertEqual(asked, [])
    for source in ["a..b/c.png", "ü/1.png", "x%20y.png", "%zz.png", "100%.png"] {
      _ = RichText(html: "<img src='\(source)'>") {
        asked.append($0)
        return nil
      }
    }
    XCTAssertEqual(asked, ["a..b/c.png", "ü/1.png", "x%20y.png", "%zz.png", "100%.png"])
  }

  func testNoTrickRunsOrLoadsAnything() throws {
    XCTAssertGreaterThanOrEqual(HostileHTML.tricks.count, 60)
    XCTAssertEqual(Set(HostileHTML.tricks).count, HostileHTML.tricks.count)
    let (server, port) = try Self.listen()
    defer { close(server) }
    let tricks = HostileHTML.tricks.map {
      $0.replacingOccurrences(of: "HOST", with: "127.0.0.1:\(port)")
        .replacingOccurrences(of: "[[", with: "UNSEEN").replacingOccurrences(of: "]]", with: "")
    }
    try onLoop {
      let reader = TextReader()
      let stage = try await Stage.show(reader)
      for trick in tricks {
        let text = RichText(html: "before " + trick)
        Self.check(text, trick)
        XCTAssertFalse(text.text.contains("UNSEEN"), trick)
        XCTAssertTrue(text.text.contains("before"), trick)
        XCTAssertFalse(text.text.contains("root:"), trick)
        // However a trick is cut, it is none.
        for end in stride(from: 1, to: trick.count, by: 3) {
          Self.check(RichText(html: String(trick.prefix(end))), trick)
        }
        reader.show(text)
        await stage.nextFrame()
      }
      try await stage.close()
    }
    var asked = pollfd(fd: server, events: Int16(POLLIN), revents: 0)
    XCTAssertEqual(poll(&asked, 1, 0), 0, "something was asked of the server")
  }

  /// Only what is on the lists, in its place.
  private static func check(_ text: RichText, _ html: String) {
    let count = text.text.unicodeScalars.count
    for span in text.spans {
      XCTAssertTrue(
        span.range.lowerBound >= 0 && span.range.upperBound <= count && !span.range.isEmpty, html)
      switch span.kind {
      case .link(let target):
        let isSafe = ["http://", "https://", "mailto:"].contains {
          target.lowercased().hasPrefix($0)
        }
        XCTAssertTrue(isSafe, "\(target) of \(html)")
      case .picture(let path, _): XCTFail("\(path) of \(html)")
      default: break
      }
    }
  }

  /// A server that nobody is to ask for anything.
  private static func listen() throws -> (socket: Int32, port: UInt16) {
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(server, $0, length) == 0 && Glibc.listen(server, 64) == 0
          && getsockname(server, $0, &length) == 0
      }
    }
    XCTAssertTrue(isBound)
    return (server, UInt16(bigEndian: address.sin_port))
  }

  func testAnyTextIsHTML() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    var pieces = HostileHTML.tricks
    pieces += [
      "<", ">", "</", "/>", "\"", "'", "=", "&", "&#", ";", "<!--", "-->", "\0", "\u{FFFC}", "word",
      " ", "\n",
      "犬", "e\u{301}", "<table>", "<tr>", "<td>", "</table>", "<ul>", "<li>", "</li>", "<pre>",
      "</pre>",
      "<a href=http://a.b>", "</a>", "<h1>", "</h1>", "<blockquote>", "<img alt=x>", "<br>", "<q>",
      "<dd>",
    ]
    for _ in 0..<testSteps(3_000) {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        bytes += Array((pieces.randomElement(using: &random) ?? "").utf8)
      }
      Self.mutate(&bytes, &random)
      let html = String(decoding: bytes, as: UTF8.self)
      let text = RichText(html: html)
      Self.check(text, "seed \(seed), \(html.debugDescription)")
      _ = text.headings
    }
  }

  private static func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(contentsOf: bytes[place...].prefix(40), at: place)
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + 20))
      default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
      }
    }
  }

  /// However much there is of anything, it comes to an end with little.
  func testMuchOfAnythingIsRead() {
    let many = 100_000
    for (piece, name) in [
      ("<div>", "deep"), ("<b>", "bold"), ("<ul><li>", "lists"), ("<table><tr><td>", "tables"),
      ("<a href=http://a.b>", "links"), ("<blockquote>", "quotes"), ("<br>", "lines"),
      ("<p>", "empty"),
      ("&amp;", "entities"), ("<", "signs"), ("<font a=1>x", "fonts"), ("<li>", "items"),
      ("<dd>x", "terms"),
    ] {
      let text = RichText(html: "start " + String(repeating: piece, count: many))
      XCTAssertTrue(text.text.hasPrefix("start"), name)
      XCTAssertLessThan(text.text.utf8.count, 10 * many, name)
    }
    // Time would grow with the square of attributes that were read.
    let names = (0..<500_000).map { " a\($0)=1" }.joined()
    XCTAssertEqual(RichText(html: "start<p\(names)>words").text, "start\n\nwords")
    let data = String(repeating: "A", count: 1_000_000)
    XCTAssertEqual(
      RichText(html: "<img alt=words src=\"data:image/png;base64,\(data)\"> more").text,
      "words more")
    let long = "words<!--" + String(repeating: "x", count: HTMLWriter.limit) + "-->more"
    // What is behind the limit is left out, and said.
    XCTAssertTrue(RichText(html: long).text.hasPrefix("words\n\n"))
    XCTAssertTrue(RichText(html: long).text.hasSuffix("1 MB"))
  }
}
