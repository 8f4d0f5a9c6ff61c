import Foundation
import RFCKit
import TestSupport
import Testing

/// Which documents nobody has as text, by what the index says of them.
@Suite struct AbsenceTests {
  private func absence(_ formats: String..., isIssued: Bool = true) -> RFCAbsence? {
    RFCEntry(
      number: 8, isIssued: isIssued, title: "A title", formats: formats.map { RFCFormat(name: $0) }
    ).absence
  }

  @Test func aNumberThatWasNeverIssuedHasNoText() {
    let absence = absence(isIssued: false)
    #expect(absence == .neverIssued(8))
    #expect(absence?.description == "RFC 8 was never issued")
    #expect(absence?.page == nil)
  }

  @Test func aDocumentOfPagesAloneIsReadElsewhere() {
    let address = "https://www.rfc-editor.org/rfc/rfc8.pdf"
    #expect(absence("PDF")?.description == "RFC 8 was published only as PDF; read it at \(address)")
    #expect(absence("PS", "PDF")?.page?.absoluteString == address)
    #expect(absence("ps") == .notAsText(8, formats: ["PS"]))
  }

  @Test func allElseMayHaveAText() {
    for formats in [["TXT"], ["PDF", "TXT"], ["ASCII"], ["HTML"], ["PDF", "HTML"], []] {
      let entry = RFCEntry(number: 1, title: "", formats: formats.map { RFCFormat(name: $0) })
      #expect(entry.absence == nil, "\(formats)")
    }
  }

  @Test(.needsSharedData, .needs("xz")) func theRealIndexHasSeven() throws {
    let index = try RFCIndex(parsing: try RealData().unpack("index/rfc-index-2026-08-21.txt.xz"))
    let numbers = index.entries.compactMap { entry -> Int? in
      if case .notAsText(let number, _)? = entry.absence { number } else { nil }
    }
    #expect(numbers == [8, 9, 51, 418, 500, 530, 598])
  }
}
