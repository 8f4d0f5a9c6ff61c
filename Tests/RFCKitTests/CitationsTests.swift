import Foundation
import TestSupport
import Testing

@testable import RFCKit

@Suite struct CitationsTests {
  private static let file = """
    {"7": {"normative": ["3", "0001", "x"], "informative": ["3", "5"]}, "3": {}, "9": 1, "y": {},
     "8": {"informative": ["1", "8"], "normative": 4}}
    """

  @Test func readsAFile() throws {
    let citations = try RFCCitations(parsing: Array(Self.file.utf8))
    #expect(
      citations.citing(1) == [
        .init(number: 7, kind: .normative), .init(number: 8, kind: .informative),
      ])
    #expect(citations.citing(3) == [.init(number: 7, kind: .normative)])
    #expect(citations.citing(8).isEmpty, "no document cites itself")
    #expect(citations.cited[7]?.map(\.number) == [1, 3, 5])
    for text in ["", "[]", "{", "3"] {
      #expect(throws: RFCCitationsError.notCitations) {
        try RFCCitations(parsing: Array(text.utf8))
      }
    }
  }

  private func document(_ entries: String) -> String {
    "1.  One\n\n   See RFC 4.\n\n2.  Normative References\n\n" + entries
  }

  @Test func readsTheDocumentsThatAreHere() throws {
    let folder = try ScratchFolder()
    try folder.write(document("   [RFC3]  Doe, \"x\", RFC 3.\n"), to: "rfc7.txt")
    try folder.write("   As RFC 3 says.\n", to: "rfc8.txt")
    try folder.write("x", to: "rfcx.txt")
    let library = try RFCLibrary.mirror(directory: folder.url.path)
    let citations = try library.citations()
    #expect(citations.citing(3) == [.init(number: 7, kind: .normative), .init(number: 8)])
    #expect(citations.citing(4) == [.init(number: 7)])
    // What is kept says the same, and what has changed is read anew.
    #expect(try library.citations() == citations)
    try folder.write("   As RFC 5 says now.\n", to: "rfc8.txt")
    #expect(try library.citations().citing(3).map(\.number) == [7])
    #expect(try library.citations().citing(5).map(\.number) == [8])
    // A file of citations goes before the documents.
    try folder.write(Self.file, to: "citations.json")
    #expect(try library.citations() == RFCCitations(parsing: Array(Self.file.utf8)))
    try folder.write("x", to: "citations.json")
    #expect(throws: RFCLibraryError.self) { try library.citations() }
    #expect(try RFCLibrary.builtIn.citations() == RFCCitations([:]))
  }

  /// What is read from documents is next to all of what others have found in them.
  @Test(.needsSharedData, .needs("xz", "tar")) func agreesWithOthers() throws {
    let data = try RealData()
    let others = try RFCCitations(parsing: data.unpack("rfc/citations.json.xz"))
    var (both, theirs) = (0, 0)
    for file in try data.unpackArchive("rfc/rfc-documents.tar.xz").sorted(by: { $0.path < $1.path })
    {
      let number = Int(file.deletingPathExtension().lastPathComponent.dropFirst(3)) ?? 0
      // The newer ones, a quarter of them, as unoptimized code takes its time.
      guard number > 3_000, number.isMultiple(of: 4) else { continue }
      let document = RFCDocument(Array(try Data(contentsOf: file)), number: number)
      let own = Set(document.layout().citations.map(\.number))
      let wanted = Set((others.cited[number] ?? []).map(\.number))
      theirs += wanted.count
      both += wanted.intersection(own).count
    }
    print("citations found: \(both) of \(theirs)")
    #expect(both * 100 >= theirs * 95, "\(both) of \(theirs)")
  }
}
