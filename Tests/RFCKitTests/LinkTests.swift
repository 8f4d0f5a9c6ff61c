import HikidashiBase
import RFCKit
import Testing

@Suite struct LinkTests {
  private static let text = """
    Table of Contents

       1.  Introduction ........................... 1
       2.  Some "long" title that
           goes on ................................ 2
       A.  Extra .................................. 2

    1.  Introduction

       WORDS

    2.  Some "long" title that goes on

    2.1.  Below

       Text.

    Doe                          Informational                     [Page 1]
    \u{C}
    RFC 9                         A Document                       May 1999

    Appendix A.  Extra

    3.  References

    3.1.  Normative References

       [RFC2119]  Bradner, S., "Key words", RFC 2119, Section 2, page 1.

       [HTTP]     Fielding, R., "HTTP Semantics", STD 97,
                  RFC 9110.

    3.2.  Informative References

       [33]       Postel, J., "Something", NIC 1.

    Doe                          Informational                     [Page 2]
    """

  /// The words that are links in a sentence, with where they lead.
  private func links(_ words: String) -> [String] {
    let text = Self.text.replacing("WORDS", with: words)
    let layout = RFCDocument(Array(text.utf8)).layout()
    let scalars = Array(text.unicodeScalars)
    let chapter = layout.sections[1].span.bytes
    return layout.links.filter { chapter.contains($0.span.bytes.lowerBound) }.map { link in
      let bytes = String(decoding: Array(text.utf8)[link.span.bytes], as: UTF8.self)
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars[link.span.scalars])
      #expect(String(view) == bytes, "both units say the same")
      return bytes + " → " + name(link.target, layout)
    }
  }

  private func name(_ target: RFCLink.Target, _ layout: RFCLayout) -> String {
    switch target {
    case .rfc(let number, let section): "RFC \(number)" + (section.map { " §" + $0 } ?? "")
    case .document(let document): "\(document)"
    case .section(let place): "§" + (layout.sections[place].heading.number ?? "-")
    case .listed(let place): "entry " + layout.listed[place].label
    case .page(let place): "page " + layout.pages[place].label
    case .address(let address): address
    case .mail(let address): "mail " + address
    }
  }

  @Test(
    arguments: [
      ("see Section 2.1.", ["Section 2.1 → §2.1"]),
      ("é in Section\n   2.1, too", ["Section\n   2.1 → §2.1"]),
      ("Sections 1, 2 and 2.1", ["Sections 1 → §1", "2 → §2", "2.1 → §2.1"]),
      ("§ 2.1 and \u{A7}2", ["§ 2.1 → §2.1", "§2 → §2"]),
      ("Appendix A says", ["Appendix A → §Appendix A"]),
      ("Section 9 is not there", []), ("sectional 2", []), ("intersection 2", []),
      ("Section 4.2 of [RFC9110]", ["Section 4.2 of [RFC9110] → RFC 9110 §4.2"]),
      ("Section 4.2 of\n RFC 9110", ["Section 4.2 of\n RFC 9110 → RFC 9110 §4.2"]),
      ("Section 4.2 of [HTTP]", ["Section 4.2 of [HTTP] → RFC 9110 §4.2"]),
      ("Section 2 of [33]", ["[33] → entry 33"]),
      (
        "Sections 1 and 2 of [RFC7]",
        ["Sections 1 → RFC 7 §1", "2 → RFC 7 §2", "[RFC7] → RFC 7"]
      ),
      ("[RFC9110], Section 5.1", ["RFC9110 → RFC 9110", "Section 5.1 → RFC 9110 §5.1"]),
      ("[HTTP] (Section 5)", ["[HTTP] → entry HTTP", "Section 5 → RFC 9110 §5"]),
      ("RFC 7, Appendix B.1", ["RFC 7 → RFC 7", "Appendix B.1 → RFC 7 §B.1"]),
      ("as [33] and [44] say", ["[33] → entry 33"]),
      ("on page 2, page 7, and homepage 1", ["page 2 → page 2"]),
      ("page 2 of [33]", ["[33] → entry 33"]),
      ("BCP 14, STD97, and FYI-4", ["BCP 14 → BCP 14", "STD97 → STD 97", "FYI-4 → FYI 4"]),
      ("ABCP 14 and STDs 3", []),
      (
        "(https://a.example/b_(c)?d=1).",
        ["https://a.example/b_(c)?d=1 → https://a.example/b_(c)?d=1"]
      ),
      ("<http://a.example/>, http:// x", ["http://a.example/ → http://a.example/"]),
      ("mail .joe.doe@a-b.example. or a@b", ["joe.doe@a-b.example → mail joe.doe@a-b.example"]),
      (
        "https://github.com/x/rfc9110",
        ["https://github.com/x/rfc9110 → https://github.com/x/rfc9110"]
      ),
      ("https://www.ietf.org/rfc/rfc7.txt", ["https://www.ietf.org/rfc/rfc7.txt → RFC 7"]),
    ])
  func finds(words: String, found: [String]) {
    #expect(links(words) == found)
  }

  @Test func linesOfTheContentsLeadToTheirSections() {
    let layout = RFCDocument(Array(Self.text.utf8)).layout()
    let scalars = Array(Self.text.unicodeScalars)
    let first = layout.links.prefix(4).map { link in
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars[link.span.scalars])
      return String(view) + " → " + name(link.target, layout)
    }
    #expect(
      first == [
        "1.  Introduction → §1", "2.  Some \"long\" title that → §2", "goes on → §2",
        "A.  Extra → §Appendix A",
      ])
  }

  @Test func listsOfReferencesSayWhatMustBeRead() {
    let layout = RFCDocument(Array(Self.text.utf8)).layout()
    #expect(layout.listed.map(\.label) == ["RFC2119", "HTTP", "33"])
    #expect(layout.listed.map(\.kind) == [.normative, .normative, .informative])
    #expect(layout.listed.map(\.number) == [2119, 9110, nil])
    #expect(layout.pages.map(\.label) == ["1", "2"])
    // What an entry says of sections and pages is of another document.
    let entry = layout.listed[0].span.bytes
    #expect(
      layout.links.filter { entry.contains($0.span.bytes.lowerBound) }.allSatisfy {
        if case .rfc = $0.target { true } else { false }
      })
  }

  @Test func aMentionMayGoOnInALineOfTheContents() {
    let text =
      "Contents\n\n  see RFC\n  2. Two\n  3. Three .. 1\n  4. Four .. 2\n\n2. Two\n\n3. Three\n"
    let links = RFCDocument(Array(text.utf8)).layout().links
    for (one, next) in zip(links, links.dropFirst()) {
      #expect(one.span.bytes.upperBound <= next.span.bytes.lowerBound)
    }
    #expect(links.first?.target == .rfc(2, section: nil))
  }

  /// No two overlap, and all are in order, whatever the text is.
  @Test func linksStandApart() throws {
    var random = seededGenerator()
    let seed = random.seed
    let words = [
      "Section", "Sections", "4.2", "A.1", "of", "[RFC9110]", "[33]", "RFC", "9110", "and", ",",
      "\n",
      "page", "2", "a@b.c", "@", "https://a.b/c", "BCP", "14", "é", "§", "[", "]", "(", "Appendix",
      "A",
      " ", "\u{C}",
    ]
    for _ in 0..<300 {
      let line = (0..<30).map { _ in words.randomElement(using: &random) ?? "" }
      let text = Self.text.replacing(
        "WORDS", with: line.joined(separator: Bool.random(using: &random) ? " " : ""))
      let links = RFCDocument(Array(text.utf8)).layout().links
      for (one, next) in zip(links, links.dropFirst()) {
        #expect(one.span.bytes.upperBound <= next.span.bytes.lowerBound, "seed \(seed): \(text)")
        #expect(one.span.scalars.upperBound <= next.span.scalars.lowerBound, "seed \(seed)")
      }
    }
  }

  @Test func addressesOfAnyLengthAreWhole() {
    let path = String(repeating: "(a)", count: 1_000)
    let long = "https://example.org/" + path
    #expect(links("see (" + long + ").").contains { $0.hasPrefix(long + " →") })
    let rest = String(repeating: "b", count: 500)
    #expect(links("<https://example.org/\n   " + rest + ">").contains { $0.contains("/" + rest) })
    // Closing brackets without end cost no more than others.
    let closed = links("https://example.org/" + String(repeating: ")", count: 200_000))
    #expect(closed.contains { $0.hasPrefix("https://example.org/ →") })
  }
}
