import HikidashiBase
import RFCKit
import Testing

@Suite struct LayoutTests {
  static let paged = """
    Network Working Group                                          J. Doe
    Request for Comments: 9                                      May 1999

    Abstract

       First page.



    Doe                          Informational                     [Page 1]
    \u{C}
    RFC 9                         A Document                       May 1999


       Second page.

       Still.

    Doe                          Informational                    [Page ii]
    \u{C}
    """

  private func roles(_ text: String) -> [RFCLine.Role] {
    RFCDocument(Array(text.utf8)).layout().lines.map(\.role)
  }

  @Test func tellsPagesFromText() {
    #expect(
      roles(Self.paged)
        == [
          .text, .text, .text, .text, .text, .text, .pageGap, .pageGap, .pageGap, .pageFooter,
          .pageBreak, .pageHeader, .pageGap, .pageGap, .text, .text, .text, .pageGap, .pageFooter,
          .pageBreak,
        ])
    #expect(!RFCLine(role: .text, span: TextSpan(bytes: 0..<0, scalars: 0..<0)).isFurniture)
  }

  @Test(arguments: ["12", "- 12 -", "iv", "Page 3", "(3)", "Doe     [Page 3]"])
  func knowsPageNumbers(foot: String) {
    #expect(
      roles("text\n\n\(foot)\n\u{C}\nmore") == [.text, .pageGap, .pageFooter, .pageBreak, .text])
  }

  @Test(arguments: ["the end.", "[Page]", "123456", "page of a book"])
  func leavesTextAtTheFoot(text: String) {
    #expect(roles("a\n\(text)\n\u{C}\nmore")[1] == .text)
  }

  @Test func knowsARunningTitleThatComesBack() {
    let text =
      "a\n\u{C}\nMay 1981\n   A Book 1\n\nb\n\u{C}\nMay 1981\n   A Book 2\n\nc\n\u{C}\nAlone\n\nd"
    #expect(
      roles(text)
        == [
          .text, .pageBreak, .pageHeader, .pageHeader, .pageGap, .text, .pageBreak, .pageHeader,
          .pageHeader, .pageGap, .text, .pageBreak, .text, .text, .text,
        ])
  }

  @Test func knowsARunningTitleBehindTheFormFeed() {
    #expect(roles("a\n\u{C}RFC 9   A Document\n\nb") == [.text, .pageHeader, .pageGap, .text])
    #expect(roles("a\n\u{C}text goes on\nb") == [.text, .text, .text])
  }

  @Test func dividesAnyText() {
    #expect(roles("").isEmpty)
    #expect(roles("\n") == [.text])
    #expect(roles("\u{C}") == [.pageBreak])
    #expect(roles("a\r\nb") == [.text, .text])
  }

  @Test func givesSpansInBytesAndScalars() {
    var random = seededGenerator()
    let seed = random.seed
    let pieces = ["a", "é", "猫", "\n", "\r\n", "\u{C}", "RFC 12", "RFCs 1 and 2", " ", "1. Intro"]
    for _ in 0..<300 {
      let text = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      let layout = RFCDocument(Array(text.utf8)).layout()
      let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.last == "\r" ? $0.dropLast() : $0 }
      let wanted = lines.last?.isEmpty == true ? lines.dropLast() : lines[...]
      #expect(
        layout.lines.map { slice(text, $0.span) } == wanted.map { String($0) }, "seed \(seed)")
      for span in layout.references.map(\.span) + layout.headings.map(\.span) {
        #expect(slice(text, span) == bytes(text, span), "seed \(seed): \(text)")
      }
    }
  }

  private func slice(_ text: String, _ span: TextSpan) -> String {
    String(String.UnicodeScalarView(Array(text.unicodeScalars)[span.scalars]))
  }

  private func bytes(_ text: String, _ span: TextSpan) -> String {
    String(decoding: Array(text.utf8)[span.bytes], as: UTF8.self)
  }
}
