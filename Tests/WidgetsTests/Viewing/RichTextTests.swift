import HikidashiBase
import TestSupport
import XCTest

@testable import HikidashiWidgets

final class RichTextTests: XCTestCase {
  /// The text of each span of a kind, in order.
  private func words(_ text: RichText, _ isWanted: (StyledRange.Kind) -> Bool) -> [String] {
    let scalars = Array(text.text.unicodeScalars)
    return text.spans.filter { isWanted($0.kind) }.sorted {
      $0.range.lowerBound < $1.range.lowerBound
    }
    .map { span in String(String.UnicodeScalarView(scalars[span.range])) }
  }

  func testBlocksStandBelowOneAnother() {
    let text = RichText(
      markdown: """
        # Title
        First *line*
        goes **on** with `code` and ~~not~~.

        - one
        - two
          1. inner
          2. next
        - [x] done
        - [ ] open

        > said &amp; done

        ```swift
        let a = 1

        let b = 2
        ```
        ***
        End
        """)
    XCTAssertEqual(
      text.text,
      """
      Title

      First line goes on with code and not.

      • one
      • two
      1. inner
      2. next
      ☑ done
      ☐ open

      said & done

      let a = 1

      let b = 2

      ―――――――

      End
      """)
    XCTAssertEqual(words(text) { $0 == .title(1) }, ["Title"])
    XCTAssertEqual(words(text) { $0 == .emphasis }, ["line"])
    XCTAssertEqual(words(text) { $0 == .strong }, ["on"])
    XCTAssertEqual(words(text) { $0 == .code }, ["code"])
    XCTAssertEqual(words(text) { $0 == .strikethrough }, ["not"])
    XCTAssertEqual(words(text) { $0 == .quote }, ["said & done"])
    XCTAssertEqual(words(text) { $0 == .codeBlock }, ["let a = 1\n\nlet b = 2"])
    XCTAssertEqual(words(text) { $0 == .item(2) }, ["1. inner", "2. next"])
  }

  func testALooseListHasRoomBetweenItsItems() {
    let text = RichText(markdown: "Before\n\n1. one\n\n   more\n2. two\n   - in it\n\nAfter")
    XCTAssertEqual(text.text, "Before\n\n1. one\n\nmore\n\n2. two\n• in it\n\nAfter")
    XCTAssertEqual(RichText(markdown: "text\n- a\n- b\n\ntext").text, "text\n\n• a\n• b\n\ntext")
  }

  func testLinksKeepTheirTargets() {
    let text = RichText(
      markdown: "日本語 [the **manual**](a.md?x=1&amp;y=2), <https://example.org/> & www.example.com")
    XCTAssertEqual(text.text, "日本語 the manual, https://example.org/ & www.example.com")
    let links = text.spans.compactMap { span -> String? in
      if case .link(let target) = span.kind { "\(span.range.lowerBound) \(target)" } else { nil }
    }
    XCTAssertEqual(
      links, ["4 a.md?x=1&y=2", "16 https://example.org/", "39 http://www.example.com"])
  }

  func testATableIsAligned() {
    let text = RichText(
      markdown: """
        | animal | 数 |
        |---|--:|
        | 犬 | 10 |
        | *cat* | 3 &lt; |
        """)
    XCTAssertEqual(
      text.text,
      """
      animal  数
      ────────────
      犬      10
      cat     3 <
      """.replacingOccurrences(of: "────────────", with: String(repeating: "─", count: 11)))
    XCTAssertEqual(words(text) { $0 == .codeBlock }, [text.text])
  }

  func testHTMLIsShownAsItIsWritten() {
    XCTAssertEqual(RichText(markdown: "a <b>c</b>").text, "a <b>c</b>")
    XCTAssertEqual(RichText(markdown: "<script>x</script>").text, "<script>x</script>")
    XCTAssertEqual(RichText(markdown: "&copy; &#x3042;&#0;&nope;").text, "© あ\u{FFFD}&nope;")
  }

  func testAPictureThatCannotBeReadIsItsDescription() throws {
    let folder = try ScratchFolder()
    try folder.write("not really a picture", to: "a.png")
    let markdown = "x ![A dog](a.png) ![A cat](b.png) ![Far](https://example.org/a.png)"
    XCTAssertEqual(RichText(markdown: markdown).text, "x A dog A cat Far")
    let text = RichText(markdown: markdown, folder: folder.url.path)
    XCTAssertEqual(text.text, "x \n\u{FFFC}\nA dog A cat Far")
    XCTAssertTrue(
      text.spans.contains(StyledRange(3..<4, .picture(folder.url.path + "/a.png"))))
  }

  /// A document of somebody else's shows no files but those that came with it.
  func testNoPictureIsShownFromOutsideTheFolder() throws {
    let folder = try ScratchFolder()
    try folder.write("somebody's secret", to: "secret.png")
    try folder.write("a picture", to: "document/inner/a.png")
    let document = folder.url.path + "/document"
    try FileManager.default.createSymbolicLink(
      atPath: document + "/link.png", withDestinationPath: folder.url.path + "/secret.png")
    func shown(_ source: String, folder: String? = document) -> Bool {
      RichText(markdown: "![A](\(source))", folder: folder).text.contains("\u{FFFC}")
    }
    for source in [
      "../secret.png", "inner/../../secret.png", "%2e%2e/secret.png", "link.png",
      folder.url.path + "/secret.png", "/etc/passwd",
    ] {
      XCTAssertFalse(shown(source), source)
    }
    for source in ["inner/a.png", "inner/../inner/a.png", document + "/inner/a.png"] {
      XCTAssertTrue(shown(source), source)
      XCTAssertFalse(shown(source, folder: nil), source)
    }
  }

  func testAPictureIsNamedByAnAddressToo() throws {
    let folder = try ScratchFolder()
    try folder.write("read by nobody here", to: "a 犬.png")
    try folder.write("the same", to: "b%20.png")
    let text = RichText(
      markdown: "![A](a%20%E7%8A%AC.png) ![B](b%20.png) ![C](c%2.png)", folder: folder.url.path)
    let paths = text.spans.compactMap { span -> String? in
      if case .picture(let path, _) = span.kind { path } else { nil }
    }
    XCTAssertEqual(paths, ["a 犬.png", "b%20.png"].map { "\(folder.url.path)/\($0)" })
  }

  /// Whatever the text, its spans lie in it, and what is no markup comes through.
  func testAnyTextIsMarkdown() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "#", "# ", "\n", "\n\n", "- ", "1. ", "> ", "    ", "```", "`", "*", "**", "_", "[", "](",
      ")",
      "![", "|", "|--|--|\n", "<", ">", "&amp;", "&#9;", "\\", "word", "犬", "e\u{301}", "\0", "~~",
      "---\n", "[ ] ", "http://a.b", "\r\n", "\t",
    ]
    for _ in 0..<2_000 {
      let markdown = (0..<Int.random(in: 0...40, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let text = RichText(markdown: markdown, folder: "/nowhere")
      let count = text.text.unicodeScalars.count
      for span in text.spans {
        XCTAssertTrue(
          span.range.lowerBound >= 0 && span.range.upperBound <= count && !span.range.isEmpty,
          "seed \(seed), \(markdown.debugDescription)")
      }
      let words = markdown.components(separatedBy: "word").count
      XCTAssertGreaterThanOrEqual(
        words, text.text.components(separatedBy: "word").count, "seed \(seed)")
    }
  }
}
