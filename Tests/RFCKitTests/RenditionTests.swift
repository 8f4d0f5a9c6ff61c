import Foundation
import RFCKit
import TestSupport
import Testing

/// The text in its forms, and the places of the document in it.
@Suite struct RenditionTests {
  private static let text = """
    Network Working Group                                            A. Doe
    Request for Comments: 9                                        May 1999


                                 A Good Title

    1.  Introduction

       These words fill a line of the text until the next one has no room
       any more, and go on; see Section 2.

       o  The first item, which is long enough to go on in the line that is
          below it.
       o  The second.

       Term
          What the term means, in words that fill a line and that then have
          to go on.

          +-----+
          | Box |
          +-----+


    Doe                          Informational                     [Page 1]
    \u{C}
    RFC 9                         A Document                       May 1999


    2.  Ünder the page

    3. MUST   This word means something, and goes on in the next line of
       the document.
    """

  private func rendition(
    _ form: RFCTextForm, _ text: String = text
  ) -> (RFCDocument, RFCLayout, RFCRendition) {
    let document = RFCDocument(Array(text.utf8))
    let layout = document.layout()
    return (document, layout, document.rendition(form, layout))
  }

  private func shown(_ rendition: RFCRendition, _ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(Array(rendition.text.unicodeScalars)[range]))
  }

  @Test func theOriginalIsTheDocument() {
    let (document, _, rendition) = rendition(.original)
    #expect(rendition.text == document.text)
    #expect(rendition.place(of: 17) == 17 && rendition.original(of: 17) == 17)
    #expect(rendition.range(of: 3..<9) == 3..<9)
  }

  @Test func withoutPagesTheLinesStay() {
    let (_, _, rendition) = rendition(.unpaged)
    #expect(!rendition.text.contains("[Page 1]") && !rendition.text.contains("RFC 9 "))
    #expect(rendition.text.contains("      +-----+\n      | Box |\n      +-----+\n\n2."))
    #expect(rendition.text.contains("no room\n   any more"))
  }

  @Test func theBeginningIsTheBeginning() {
    for form in RFCTextForm.allCases {
      let rendition = rendition(form, "\n\n\n   Words after empty lines.\n").2
      #expect(rendition.place(of: 0) == 0 && rendition.original(of: 0) == 0, "\(form)")
    }
  }

  @Test func aSentenceIsNotCutByItsPage() {
    let page =
      "\n\n\nDoe                  Informational             [Page 1]\n\u{C}\nRFC 9        A Document       May 1999\n\n\n"
    #expect(
      rendition(.unpaged, "   It goes" + page + "   on here.\n").2.text
        == "   It goes\n   on here.\n")
    #expect(
      rendition(.unpaged, "   It ends." + page + "   New one.\n").2.text
        == "   It ends.\n\n   New one.\n")
  }

  @Test func reflowedTextHasItsBlocks() {
    let (_, _, rendition) = rendition(.reflowed)
    let blocks = rendition.blocks.map { ($0.kind, shown(rendition, $0.range)) }
    func text(_ kind: RFCRendition.Block.Kind) -> [String] {
      blocks.filter { $0.0 == kind }.map(\.1)
    }
    #expect(text(.title) == ["A Good Title"])
    #expect(text(.heading(1)) == ["1. Introduction", "2. Ünder the page", "3. MUST"])
    #expect(
      text(.prose(0)) == [
        "These words fill a line of the text until the next one has no room any more, and go on; see Section 2.",
        "This word means something, and goes on in the next line of the document.",
      ])
    #expect(
      text(.item(1)) == [
        "• The first item, which is long enough to go on in the line that is below it.",
        "• The second.",
      ])
    #expect(text(.term(0)) == ["Term"])
    #expect(
      text(.prose(1)) == [
        "What the term means, in words that fill a line and that then have to go on."
      ])
    #expect(text(.figure).last == "   +-----+\n   | Box |\n   +-----+")
  }

  @Test func linksAndHeadingsAreFoundAgain() {
    for form in RFCTextForm.allCases {
      let (_, layout, rendition) = rendition(form)
      let links = layout.links.map { shown(rendition, rendition.range(of: $0.span.scalars)) }
      #expect(links == ["Section 2"], "\(form)")
      #expect(
        shown(rendition, rendition.range(of: layout.headings[1].span.scalars))
          .hasSuffix("Ünder the page"), "\(form)")
    }
  }

  @Test func nothingIsLostAndPlacesFollowOneAnother() throws {
    for text in [Self.text, "", "\n", "x", "   a-\n   b", "\u{C}", "1.  A\n"] {
      for form in RFCTextForm.allCases {
        let (document, layout, rendition) = rendition(form, text)
        check(document, layout, rendition)
      }
    }
  }

  @Test(.needsSharedData, .needs("xz", "tar"))
  func nothingIsLostInRealDocuments() throws {
    let data = try RealData()
    defer { withExtendedLifetime(data) {} }
    let files = try data.unpackArchive("rfc/rfc-documents.tar.xz")
    // One in forty, which are of all years.
    for file in files.sorted(by: { $0.path < $1.path }).enumerated().filter({ $0.offset % 40 == 0 })
    {
      let document = RFCDocument(Array(try Data(contentsOf: file.element)))
      let layout = document.layout()
      for form in RFCTextForm.allCases { check(document, layout, document.rendition(form, layout)) }
    }
  }

  /// All that is no blank and belongs to no page is there, in its order, and every place leads back to itself.
  private func check(_ document: RFCDocument, _ layout: RFCLayout, _ rendition: RFCRendition) {
    let scalars = Array(document.text.unicodeScalars)
    let shown = Array(rendition.text.unicodeScalars)
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.value <= 0x20 }
    var last = -1
    var wrong = 0
    for line in layout.lines where rendition.form == .original || !line.isFurniture {
      for place in line.span.scalars where !isBlank(scalars[place]) {
        let found = rendition.place(of: place)
        guard shown.indices.contains(found) else {
          wrong += 1
          continue
        }
        // The mark of a list is drawn otherwise.
        if found <= last || shown[found] != scalars[place] && shown[found] != "•" { wrong += 1 }
        // The beginning of one is that of the other, whatever stands above the first words.
        if found > 0, rendition.original(of: found) != place { wrong += 1 }
        last = found
      }
    }
    #expect(wrong == 0, "\(document.text.prefix(80)), \(rendition.form)")
    let kept = shown.count { !isBlank($0) }
    let all = layout.lines.filter { rendition.form == .original || !$0.isFurniture }
      .reduce(0) { $0 + scalars[$1.span.scalars].count { !isBlank($0) } }
    #expect(kept == all, "\(document.text.prefix(80)), \(rendition.form)")
  }
}
