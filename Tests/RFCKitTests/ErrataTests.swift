import Foundation
import TestSupport
import Testing

@testable import RFCKit

@Suite struct ErrataTests {
  private static let rows = """
    [
     {"errata_id": "1", "doc-id": "RFC0009", "errata_status_code": "Verified",
      "errata_type_code": "Technical", "section": " 2.1\\r\\n ", "orig_text": "a\\r\\nb",
      "correct_text": "c", "notes": null, "submit_date": "9999-04-13", "submitter_name": "J. Doe",
      "verifier_id": "", "verifier_name": null, "update_date": null},
     {"errata_id": 2, "doc-id": "RFC9", "errata_status_code": "Rejected"},
     7, null, {"errata_id": "x"}, {"errata_id": "3", "doc-id": "STD1"},
     {"errata_id": "4", "doc-id": "RFC9", "errata_status_code": "Odd"},
     {"errata_id": "5", "doc-id": "RFC8", "errata_status_code": "Reported", "errata_type_code": "?"}
    ]
    """

  @Test func badRowsAreWarnings() throws {
    let errata = try RFCErrata(parsing: Array(Self.rows.utf8))
    #expect(errata.all.map(\.id) == [1, 2, 5])
    #expect(
      errata.warnings.map(\.row) == [3, 4, 5, 6, 7], "\(errata.warnings)")
    #expect(errata.warnings.allSatisfy { $0.description.contains("\($0.row)") })
    let first = try #require(errata[9].first)
    #expect(first.original == "a\nb" && first.section == "2.1" && first.notes.isEmpty)
    #expect(errata[9].map(\.status.isShown) == [true, false])
    #expect(errata[10].isEmpty && errata[8].first?.kind == nil)
  }

  @Test(arguments: ["", "x", "{}", "[", "[{]", "<html>", "[1,", "\u{0}"])
  func refusesWhatIsNoList(text: String) {
    #expect(throws: RFCErrataError.notErrata) { try RFCErrata(parsing: Array(text.utf8)) }
  }

  private static let text = """
    1.  One

       The value is three
       words long, and is.

    2.  Two

       The value is three words

    Doe                          Informational                     [Page 1]
    \u{C}
    RFC 9                         A Document                       May 1999

       long, and ü is again here.
    """

  private func place(_ original: String, in section: String) -> String {
    let document = RFCDocument(Array(Self.text.utf8))
    let layout = document.layout()
    let erratum = RFCErratum(
      id: 1, number: 9, status: .verified, kind: nil, section: section, original: original,
      corrected: "", notes: "", date: "", reporter: "")
    switch ErratumFinder(document, layout).place(of: erratum) {
    case .document: return "document"
    case .section(let position): return "§" + (layout.sections[position].heading.number ?? "")
    case .text(let span):
      var view = String.UnicodeScalarView()
      view.append(contentsOf: Array(Self.text.unicodeScalars)[span.scalars])
      let words = String(view).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let section = layout.section(atByte: span.bytes.lowerBound).map { layout.sections[$0] }
      return "§" + (section?.heading.number ?? "") + " " + words
    }
  }

  @Test func findsTheWordsInTheirSection() {
    #expect(place("The value  is\n three words", in: "1") == "§1 The value is three words")
    #expect(place("The value is three words", in: "2") == "§2 The value is three words")
    #expect(
      place("The value is three words", in: "Section 2 says:") == "§2 The value is three words")
    #expect(place("ü is again", in: "") == "§2 ü is again")
    #expect(place("ü is again", in: "1") == "§1", "too short to be taken from elsewhere")
    #expect(place("and ü is again here.", in: "1") == "§2 and ü is again here.")
    #expect(place("The value [...] is again here. [...] x", in: "2") == "§2")
    #expect(place("is", in: "2") == "§2 is")
    #expect(place("alue is", in: "2") == "§2", "no word is cut")
    #expect(place("not there at all", in: "2") == "§2")
    #expect(place("not there at all", in: "7") == "document")
    #expect(place("", in: "GLOBAL") == "document")
  }

  /// Those who report a mistake name its section in many ways.
  @Test(
    arguments: [
      ("sec2", "2"), ("s.2", "2"), ("section-2", "2"), ("Section2", "2"), ("2/3", "2"),
      ("2-3", "2"), ("2para3", "2"), ("2.7", "2"), ("9, 2.1.4", "2"), ("2, id 1081", "2"),
    ])
  func sectionsAreNamedInManyWays(name: String, number: String) {
    #expect(place("not there at all", in: name) == "§" + number)
  }

  @Test(arguments: ["toc", "p.2x", "page two", "9.1", "99 appendix b", "table2"])
  func whatNamesNoSectionIsOfTheDocument(name: String) {
    #expect(place("not there at all", in: name) == "document")
  }

  /// Furniture stands between the words of a page and the next.
  @Test func findsWordsAcrossPages() {
    #expect(place("three words long, and ü", in: "2").hasPrefix("§2 three words Doe"))
  }

  @Test(.needsSharedData, .needs("xz", "tar")) func placesRealErrata() throws {
    let data = try RealData()
    let errata = try RFCErrata(parsing: data.unpack("rfc/errata.json.xz"))
    #expect(errata.all.count == 8_018 && errata.warnings.isEmpty)
    let files = try data.unpackArchive("rfc/rfc-documents.tar.xz")
    var counts: [String: Int] = [:]
    for file in files {
      let number = Int(file.deletingPathExtension().lastPathComponent.dropFirst(3)) ?? 0
      guard !errata[number].isEmpty else { continue }
      let document = RFCDocument(Array(try Data(contentsOf: file)), number: number)
      let layout = document.layout()
      let finder = ErratumFinder(document, layout)
      for erratum in errata[number] {
        switch finder.place(of: erratum) {
        case .text(let span):
          #expect(span.bytes.upperBound <= document.text.utf8.count)
          counts["text", default: 0] += 1
        case .section: counts["section", default: 0] += 1
        case .document: counts["document", default: 0] += 1
        }
      }
    }
    print("errata placed: \(counts.sorted { $0.key < $1.key })")
    // Of 800; 23 have no original text.
    #expect(counts["text", default: 0] >= 715, "\(counts)")
    #expect(counts["document", default: 0] <= 40, "\(counts)")
  }
}
