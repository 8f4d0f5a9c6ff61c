import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiLoading

/// No text of HTML is lost, whatever its length, its depth, its tags and how it is cut into pieces.
@Suite struct HTMLTextTests {
  /// A page as authors write it, and the words that a browser shows of it.
  private func page(ofBytes size: Int, using random: inout SeededGenerator) -> (String, [String]) {
    var (html, words, number) = ("", [String](), 0)
    func word() -> String {
      number += 1
      let word = ["w", "Wort", "mot", "語"].randomElement(using: &random)! + String(number)
      words.append(word)
      return word
    }
    while html.utf8.count < size {
      html += ["<p>", "<div class=\"a b\">", "<blockquote>", "<ul><li>"].randomElement(
        using: &random)!
      for _ in 0..<Int.random(in: 1...30, using: &random) {
        switch Int.random(in: 0..<24, using: &random) {
        case 0:
          let path = String(repeating: "x", count: .random(in: 0..<60, using: &random))
          html +=
            "<a href=\"https://e.example/\(path)?a=1&amp;b=2\" style='color: red'>\(word())</a> "
        case 1:
          html += "<img src='/p.png' alt='a \"b\" > c'><b>\(word())</b> "
        case 2: html += "<!-- note <p> -- \"> -->\(word()) "
        case 3: html += "<svg viewBox=\"0 0 9 9\"><path d=\"M0 0 \(number) 1\"/></svg>\(word()) "
        case 4: html += "<em>\(word()) <code>\(word())</code></em>&nbsp;&mdash; "
        case 5: html += "<br/>\(word())<br>"
        case 6: html += "<script>if (a < b) { x('</p>') }</script>\(word()) "
        default: html += word() + " "
        }
      }
      html += ["</p>\n", "</div>", "</blockquote>\n\n", "</li></ul>"].randomElement(using: &random)!
    }
    return (html, words)
  }

  private func words(_ html: String, pieceSize: Int) -> [String] {
    HTMLText.plain(html, pieceSize: pieceSize).split { !$0.isLetter && !$0.isNumber }
      .map(String.init).filter { $0.last!.isNumber }
  }

  @Test func everyWordOfOrdinaryPagesIsThere() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for step in 0..<testSteps(60) {
      let (html, expected) = page(
        ofBytes: .random(in: 1_000...(step % 10 == 0 ? 200_000 : 20_000), using: &random),
        using: &random)
      for size in [4_096, 1_024, .random(in: 1...9_000, using: &random)] {
        let found = words(html, pieceSize: size)
        let place = zip(found, expected).prefix { $0 == $1 }.count
        #expect(
          found == expected,
          "seed \(seed), step \(step), pieces of \(size): word \(place) of \(expected.count)")
      }
    }
  }

  /// Where a value lies over the end of a piece libxml2 forgot that it was within quotes.
  @Test func valuesMayLieAnywhere() {
    let rest = (0..<400).map { "word\($0)" }.joined(separator: " ")
    for count in 0...1_100 {
      let html =
        String(repeating: "x", count: count)
        + "<a href=\"https://e.example/a\" style=\"text-decoration-line: none;\">L</a> " + rest
      #expect(HTMLText.plain(html).hasSuffix("word399"), "\(count) letters before the link")
    }
  }

  /// What is long or deep, by a name that a log can have.
  private static func longText(_ name: String) -> String {
    func many(_ count: Int, _ text: (Int) -> String) -> String { (0..<count).map(text).joined() }
    return switch name {
    case "drawing": "Start <svg><path d=\"\(many(4_000) { "M \($0) " })\"/></svg> end"
    case "alt": "Start <img alt='\(many(900) { "a \"\($0)\" " })'> end"
    case "data": "Start <div data-x='{\(many(900) { "\"a\": \($0), " })}'>end</div>"
    case "attributes": "Start <p \(many(5_000) { "a\($0)='b c' " })>end"
    case "unclosed": many(150) { _ in "<font><b>word " } + "end"
    case "tables": many(100) { _ in "<table><tr><td>cell " } + "end"
    case "deep": many(20_000) { _ in "<div>" } + "Start end"
    default:
      "Start" + many(3_000) { _ in "<span>" } + " inner " + many(3_000) { _ in "</span>" }
        + "<p>end</p>"
    }
  }

  @Test(arguments: [
    "drawing", "alt", "data", "attributes", "unclosed", "tables", "deep", "deep and closed",
  ])
  func longAndDeepIsRead(_ name: String) {
    #expect(HTMLText.plain(Self.longText(name)).hasSuffix("end"))
  }

  @Test(arguments: [
    ("<html><body><p>one</p></body></html><p>two", "one\n\ntwo"),
    ("one<!--><p>two</p><!-- x -->three", "one\n\ntwo\n\nthree"),
    ("one<!---> two", "one two"), ("a<!-- b --!> c", "a c"), ("a <!-- b", "a"),
    ("a<![CDATA[<p>one</p>]]>", "aone\n\n]]>"), ("one</p>two", "one\n\ntwo"),
    ("<p>a<div>b</div></p>c", "a\n\nb\n\nc"), ("<p><b>a</p>b", "a\n\nb"),
    ("It&#146;s 1990&#150;2000", "It’s 1990–2000"),
    ("&zcaron;&lstrok; &colon;&lbrace;&check;", "žł :{✓"), ("&copy 2024 &gt 3", "© 2024 > 3"),
    ("&notit; &nosuch; & &amp;amp;", "¬it; &nosuch; & &amp;"),
    ("&#x110000; &#0; &#xD800; &#99999999999;", "\u{FFFD} \u{FFFD} \u{FFFD} \u{FFFD}"),
    ("&NotEqualTilde;", "\u{2242}\u{338}"), ("a < b <3 <", "a < b <3 <"), ("a</>b</ c>d", "abd"),
    ("<embed src=x><p>one</p><source><track><wbr>two", "one\n\ntwo"),
    ("<p>one<p/>two<div/>three", "one\n\ntwo\n\nthree"), ("<xmp><b>x</b></xmp>", "<b>x</b>"),
    ("Use <title> of a <b>page", "Use of a page"), ("a<plaintext>b<p>c", "a\n\nb<p>c"),
    ("<textarea>a &lt; <b></textarea>c", "c"), ("<iframe><p>old</p></iframe>new", "new"),
    ("<svg><desc>d</desc><path d='M0'/><p>one</svg>two", "onetwo"),
    ("<a href=\"x>no end of a quote</a> two", "no end of a quote two"),
    ("cut off <a href=\"https://e.example/", "cut off"), ("a\0b", "a\u{FFFD}b"),
    ("<head><title>t</title><custom>x</head>y", "xy"), ("<HTML><BODY>A</BODY>", "A"),
    ("cut off in its <title>caf", "cut off in its"), ("<p hidden>no</p>yes", "yes"),
    ("<dialog>no</dialog><dialog open>yes</dialog>", "yes"), ("<math><mi>x</mi>=2</math>", "x=2"),
    ("<video><p>old</p></video>new", "new"), ("a</br>b", "a\nb"), ("<o:p>office</o:p>", "office"),
    ("<script>x</script >y", "y"),
  ])
  func textIsThatOfBrowsers(_ html: String, _ text: String) {
    for size in [1, 7, 4_096] { #expect(HTMLText.plain(html, pieceSize: size) == text) }
  }

  /// Time grows with the length alone; with its square each of these would take minutes.
  @Test(arguments: [
    ("<b>", 200_000, "</i>"), ("<title>", 100_000, "<"), ("<a b=\"", 100_000, ""),
    ("<li><dt>", 100_000, ""), ("<!--", 200_000, ""), ("<p title=a ", 1, "title=a "),
    ("&", 500_000, ""), ("<svg><p>", 100_000, ""), ("<table><p>", 50_000, ""),
    ("</p>", 200_000, ""),
  ])
  func hostileTextEnds(_ piece: String, _ count: Int, _ end: String) {
    let html = String(repeating: piece, count: count) + String(repeating: end, count: 200_000)
    #expect(HTMLText.plain(html).utf8.count <= html.utf8.count)
  }
}
