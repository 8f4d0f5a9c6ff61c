import Foundation
import TestSupport
import Testing

@testable import RFCKit

@Suite(.needsSharedData, .needs("xz", "tar")) struct RealDocumentTests {
  @Test func givesEveryDocumentBack() throws {
    let data = try RealData()
    let files = try data.unpackArchive("rfc/rfc-documents.tar.xz")
    #expect(files.count == 803)
    var encodings: [RFCTextEncoding: Int] = [:]
    var labelled = 0
    for (position, file) in files.sorted(by: { $0.path < $1.path }).enumerated() {
      let bytes = Array(try Data(contentsOf: file))
      checkNumber(bytes, file)
      let number = Int(file.deletingPathExtension().lastPathComponent.dropFirst(3)) ?? 0
      if RFCAnswerCheck.isLabelled(bytes, number: number) { labelled += 1 } else { print(number) }
      let document = RFCDocument(bytes)
      encodings[document.encoding, default: 0] += 1
      #expect(document.encoded() == bytes, "\(file.lastPathComponent)")
      // A third of them, as unoptimized code takes its time.
      guard position.isMultiple(of: 3) else { continue }
      let scalars = document.text.unicodeScalars.count
      #expect(document.displayText().unicodeScalars.count == scalars)
      check(document.layout(), of: file.lastPathComponent, bytes: document.text.utf8.count, scalars)
    }
    // Next to all say it as no sentence does.
    #expect(labelled >= 795, "\(labelled)")
    #expect(encodings == [.utf8: 669, .utf8WithBOM: 117, .latin1: 17])
  }

  /// A document is taken for its own number, and for none else that it names.
  private func checkNumber(_ bytes: [UInt8], _ file: URL) {
    guard let number = Int(file.deletingPathExtension().lastPathComponent.dropFirst(3)) else {
      Issue.record("\(file.path) has no number")
      return
    }
    #expect(throws: Never.self) { try RFCAnswerCheck.document(bytes, number: number) }
    // The one that is a list of files has none.
    let numbers = bytes.withUnsafeBufferPointer { DocumentNumbers($0) }
    #expect(numbers.own == (number == 570 ? [] : [number]), "\(number)")
    #expect(numbers.own.isSubset(of: numbers.all) && (number != 570 || numbers.all.isEmpty))
  }

  /// Next to all whole ones are known as such, and next to none of those that were cut.
  @Test func endsTellWholeDocumentsFromCutOnes() throws {
    let data = try RealData()
    defer { withExtendedLifetime(data) {} }
    let files = try data.unpackArchive("rfc/rfc-documents.tar.xz")
    var odd: [String] = []
    var cuts = 0
    var missed = 0
    for file in files {
      let bytes = Array(try Data(contentsOf: file))
      if !RFCAnswerCheck.endsAsDocument(bytes) { odd.append(file.lastPathComponent) }
      for part in 1...19 {
        cuts += 1
        if RFCAnswerCheck.endsAsDocument(Array(bytes.prefix(bytes.count * part / 20))) {
          missed += 1
        }
      }
    }
    print("documents that end as none does: \(odd.sorted()); cuts missed: \(missed) of \(cuts)")
    #expect(odd.count <= 8)
    #expect(missed * 100 < cuts)
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
