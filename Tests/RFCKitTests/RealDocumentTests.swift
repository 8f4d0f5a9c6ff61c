import Foundation
import RFCKit
import TestSupport
import Testing

@Suite(.needsSharedData, .needs("xz", "tar")) struct RealDocumentTests {
  @Test func givesEveryDocumentBack() throws {
    let data = try RealData()
    let files = try data.unpackArchive("rfc/rfc-documents.tar.xz")
    #expect(files.count == 803)
    var encodings: [RFCTextEncoding: Int] = [:]
    for (position, file) in files.sorted(by: { $0.path < $1.path }).enumerated() {
      let bytes = Array(try Data(contentsOf: file))
      try RFCAnswerCheck.document(bytes)
      let document = RFCDocument(bytes)
      encodings[document.encoding, default: 0] += 1
      #expect(document.encoded() == bytes, "\(file.lastPathComponent)")
      // A third of them, as unoptimized code takes its time.
      guard position.isMultiple(of: 3) else { continue }
      let scalars = document.text.unicodeScalars.count
      #expect(document.displayText().unicodeScalars.count == scalars)
      check(document.layout(), of: file.lastPathComponent, bytes: document.text.utf8.count, scalars)
    }
    #expect(encodings == [.utf8: 669, .utf8WithBOM: 117, .latin1: 17])
  }

  /// Nearly every form feed of a document of pages stands between a foot and a running title.
  private func check(_ layout: RFCLayout, of name: String, bytes: Int, _ scalars: Int) {
    #expect(layout.lines.last.map { $0.span.bytes.upperBound <= bytes } ?? true, "\(name)")
    #expect(layout.lines.last.map { $0.span.scalars.upperBound <= scalars } ?? true, "\(name)")
    #expect(layout.references.allSatisfy { 1...99_999 ~= $0.number }, "\(name)")
    let breaks = layout.lines.count { $0.role == .pageBreak }
    let feet = layout.lines.count { $0.role == .pageFooter }
    guard breaks > 10 else { return }
    #expect(feet * 10 >= breaks * 9, "\(name): \(feet) feet on \(breaks) pages")
  }
}
