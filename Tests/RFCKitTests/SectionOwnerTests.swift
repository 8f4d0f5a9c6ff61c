import RFCKit
import Testing

/// Whose section a mention leads into: this document's or another's.
@Suite struct SectionOwnerTests {
  /// A document with sections 1 to 5, 2.4, 2.5 and Appendix A, in which the words stand.
  private func text(_ words: String) -> String {
    let sections = ["2.  Two", "2.4.  Four", "2.5.  Five", "3.  Three", "4.  More", "5.  Rest"]
    return """
      1.  Introduction

         \(words)

      \(sections.map { $0 + "\n\n   Text.\n\n" }.joined())Appendix A.  Extra

         Text.

      6.  References

         [RFC3575]  Doe, J., "One", RFC 3575, May 1999.

         [MODEL]    Roe, R., "Two", RFC 5102, May 1999.

         [BOOK]     Poe, P., "A Book", 1999.

      """
  }

  /// What the sections that are mentioned lead to: `§3` is one of the document's own.
  private func links(_ words: String) -> [String] {
    let text = text(words)
    let bytes = Array(text.utf8)
    let layout = RFCDocument(bytes).layout()
    let end = layout.sections[1].span.bytes.lowerBound
    return layout.links.filter { $0.span.bytes.lowerBound < end }.compactMap { link in
      switch link.target {
      case .rfc(let number, let section?): "\(number) §\(section)"
      case .section(let place): "§" + (layout.sections[place].heading.number ?? "-")
      default: nil
      }
    }
  }

  @Test(
    arguments: [
      ("see Section 2 (IANA Considerations) of [RFC3575].", ["3575 §2"]),
      ("see Section 2\n   (IANA\n   Considerations) of\n   [RFC3575].", ["3575 §2"]),
      ("see Section 4 of the IPFIX specification [RFC3575].", ["3575 §4"]),
      ("see Section 3 of the Information Model [MODEL].", ["5102 §3"]),
      ("see Section 4 of the Model of Words (MOW) protocol [MODEL].", ["5102 §4"]),
      ("see Section 2, \"Names\", of RFC 3575, and Section 3", ["3575 §2", "§3"]),
      ("see Section 2 (\"Names\") in [MODEL] and Section 3.", ["5102 §2", "§3"]),
      ("see Sections 3 and 4 (Names) of RFC 3575.", ["3575 §3", "3575 §4"]),
      ("Sections 3 (\"A\") and 4 (\"B\") of [MODEL]", ["5102 §3", "5102 §4"]),
      ("Sections 2.4, 2.5 and 3 of the DHCP memo [MODEL]", ["5102 §2.4", "5102 §2.5", "5102 §3"]),
      ("Sections 2 through 4 of [MODEL]", ["5102 §2", "5102 §4"]),
      ("Sections 2-4 of RFC 3575", ["3575 §2", "3575 §4"]),
      ("Sections 3 and 4, respectively, of [MODEL]", ["5102 §3", "5102 §4"]),
      ("(Section 4, [RFC3575])", ["3575 §4"]), ("see Section 4 [RFC3575].", ["3575 §4"]),
      ("Section 4, Security Considerations, of RFC 3575", ["3575 §4"]),
      ("Section 4 of \"The Words; and More\", RFC 3575, says", ["3575 §4"]),
      ("in [MODEL],\n        Section 2", ["5102 §2"]), ("RFC 3575's Section 2", ["3575 §2"]),
      ("Section 4 of the base document, RFC3575", ["3575 §4"]),
      ("Section 4 within RFC 3575", ["3575 §4"]),
      // Of another document that is no RFC, or that cannot be told.
      ("see Section 4 of the NTP specification, and", []),
      ("see Section 4 (Words) of [BOOK].", []), ("Section 2 of BCP 78", []),
      ("Section 4 of the book of rules [BOOK]", []), ("Section 3 of that document", []),
      ("Section 3 and Appendix A of [MODEL]", ["5102 §A"]),
      ("see Section 4, RFC 3575 and others", []),
    ])
  func sectionsOfOthersLeadThereOrNowhere(words: String, found: [String]) {
    #expect(links(words) == found)
  }

  @Test(
    arguments: [
      ("see Section 3 below.", ["§3"]), ("Section 2 of this document", ["§2"]),
      ("see [MODEL]. Section 4 has keys.", ["§4"]),
      ("the rule \"Names\" (Section 3) of all", ["§3"]),
      ("Section 4 in accordance with [MODEL]", ["§4"]),
      ("Section 2 in the registry that is established by RFC 3575", ["§2"]),
      ("the example in Section 2.4 of forwarding words", ["§2.4"]),
      ("Section 3 of the present memo, not of [MODEL]", ["§3"]),
      ("Section 3 of the document has it", ["§3"]), ("Sections 2, 3 and 4", ["§2", "§3", "§4"]),
      ("Section 3 and Section 4 have it", ["§3", "§4"]),
      ("Section 2 (see Section 3 for more) and 4", ["§2", "§3"]),
    ])
  func sectionsOfTheDocumentStayItsOwn(words: String, found: [String]) {
    #expect(links(words) == found)
  }

  @Test(
    arguments: [
      ("[MODEL], Section 3 of this document", ["§3"]), ("Sections 2 to 4 have it", ["§2", "§4"]),
      ("Section 3 of the current document", ["§3"]),
    ])
  func theirWordsSaySo(words: String, found: [String]) {
    #expect(links(words) == found)
  }

  private static let page =
    "\n\n\n\nDoe                Informational               [Page 1]\n\u{C}\n"
    + "RFC 9                A Document                May 1999\n\n\n"

  @Test(
    arguments: [
      ("Section 4 of", "[MODEL] says", ["5102 §4"]), ("Section", "4 of [MODEL] says", ["5102 §4"]),
      ("Section 4 of the IPFIX", "specification [MODEL]", ["5102 §4"]),
      ("Section 4 (Names and", "Words) of RFC 3575", ["3575 §4"]),
      ("Sections 2.4,", "2.5 and 3 of [MODEL]", ["5102 §2.4", "5102 §2.5", "5102 §3"]),
      ("in RFC 3575,", "Section 2", ["3575 §2"]), ("Section 4 of RFC", "3575 says", ["3575 §4"]),
    ])
  func aPageMayEndWithin(first: String, second: String, found: [String]) {
    let words = first + Self.page + "   " + second
    #expect(links(words) == found)
    // No link lies over what belongs to the pages.
    let layout = RFCDocument(Array(text(words).utf8)).layout()
    for line in layout.lines where line.role == .pageFooter {
      #expect(!layout.links.contains { $0.span.bytes.overlaps(line.span.bytes) })
    }
    #expect(layout.lines.contains { $0.role == .pageFooter })
  }

  @Test func chainsWithoutEndAreRead() {
    let chain = String(repeating: "Section 3 and\n   ", count: 4_000)
    #expect(links(chain).count == 4_000)
  }

  @Test(arguments: [("page 3 of the book of rules", 0), ("on [Page 1] there", 0), ("on page 1", 1)])
  func pagesOfOthersLeadNowhere(words: String, count: Int) {
    let layout = RFCDocument(Array(text(words + Self.page + "   and more").utf8)).layout()
    let pages = layout.links.count { if case .page = $0.target { true } else { false } }
    #expect(pages == count)
  }

  @Test(
    arguments: [
      ("<https://a.example/b/\n   c-d.txt>", "https://a.example/b/c-d.txt"),
      ("<http://\n   a.example/c>.", "http://a.example/c"),
      ("<https://www.a-\n   b.example/>", "https://www.a-b.example/"),
      ("<https://a.example/b\n   and more>", "https://a.example/b"),
      ("<https://a.example/b>\n   c>", "https://a.example/b"),
      ("https://a.example/b/\n   c>", "https://a.example/b/"),
    ])
  func addressesGoOnInTheNextLine(words: String, address: String) {
    let layout = RFCDocument(Array(text(words).utf8)).layout()
    #expect(layout.links.first?.target == .address(address))
  }

  @Test func anAddressOfAnRFCMayBeBroken() {
    let words = "<https://www.rfc-editor.org/info/\n   rfc3575>"
    let layout = RFCDocument(Array(text(words).utf8)).layout()
    #expect(layout.links.first?.target == .rfc(3575, section: nil))
    #expect(layout.links.first?.span.bytes.count == words.utf8.count - 2)
  }
}
