import RFCKit
import Testing

/// Lines that look like running titles and feet, and are text.
@Suite struct FurnitureTests {
  /// The lines that belong to pages, without gaps and form feeds.
  private func furniture(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    return RFCDocument(bytes).layout().lines
      .filter { $0.role == .pageFooter || $0.role == .pageHeader }
      .map { line in
        let words = String(decoding: bytes[line.span.bytes], as: UTF8.self)
        return words.split { $0.isWhitespace }.joined(separator: " ")
      }
  }

  private static let filling = (1...30).map { "   Line \($0) of the page.\n" }.joined()

  private func foot(_ page: Int) -> String { "\nSample              [Page \(page)]\n\u{C}\n" }

  /// Four pages without running titles; `top` begins the third, `midst` stands within the second.
  private func untitled(top: String = "", midst: String = "") -> String {
    let pages = ["", Self.filling + midst + "\n", top + "\n", ""]
    return pages.enumerated().map { $1 + Self.filling + foot($0 + 1) }.joined()
  }

  private static let feet = (1...4).map { "Sample [Page \($0)]" }

  @Test(
    arguments: [
      "   document is to be as described in RFC 2119.", "   RFC 1123 says of hosts.  In a table:",
      "RFC 1122   of October 1989", "   RFC 1122      Hosts        October 1989",
      "   [RFC2119]  Doe, J., \"Words\", RFC 2119, May 1999.", "   (RFC 822), as is said there.",
    ])
  func withoutRunningTitlesAFirstLineIsText(line: String) {
    #expect(furniture(untitled(top: line)) == Self.feet)
  }

  @Test(
    arguments: [
      "      Code              Meaning                    [Page 7]",
      "   as is said there, see [Page 2]", "   The first of the chapters         [Page 2]",
      "   a                 [Page 1]\n   b                 [Page 2]\n   c                 [Page 3]",
      "   One ............. [Page 1]\n\n   Two ............. [Page 2]\n",
      "   Meaning                    [Page iv]",
    ])
  func aLineThatEndsLikeAFootIsText(line: String) {
    #expect(furniture(untitled(midst: line + "\n")) == Self.feet)
  }

  @Test(
    arguments: [
      "   this is said on page 3 of the book", "   as in RFC 5, on page 12.",
      "   see homepage 3", "   and that is told there, see [Page 2]",
      "   The number of them is\n   12",
    ])
  func theLastLineOfAPageWithoutAFootIsText(line: String) {
    let text = Self.filling + line + "\n\u{C}\n" + Self.filling
    #expect(furniture(text).isEmpty)
  }

  @Test func titlesOfOtherRFCsAreTextWhereTitlesComeBack() {
    let title = "RFC 9               A Document             May 1999\n\n"
    let tops = [title, title, "RFC 1122   of October 1989\n\n"]
    let text = Self.filling + tops.map { foot(1) + $0 + Self.filling }.joined()
    let titles = furniture(text).filter { $0.hasPrefix("RFC") }
    #expect(titles == ["RFC 9 A Document May 1999", "RFC 9 A Document May 1999"])
  }

  @Test(
    arguments: [
      "Page 3", "[Page 3]          Sample", "- Page 3 of 9 -", "Sample           Page 3", "- iii -",
    ])
  func feetStayFeet(foot: String) {
    let text = Self.filling + "\n" + foot + "\n\u{C}\n" + Self.filling
    #expect(furniture(text).count == 1)
  }

  @Test func feetWithoutFormFeedsStayFeet() {
    let text = (1...3).map { Self.filling + "\nSample              [Page \($0)]\n\n" }.joined()
    #expect(furniture(text) == (1...3).map { "Sample [Page \($0)]" })
    let last = Self.filling + "\nSample              [Page 7]\n"
    #expect(furniture(last) == ["Sample [Page 7]"])
  }
}
