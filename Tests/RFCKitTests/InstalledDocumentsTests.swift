import Foundation
import TestSupport
import Testing

@testable import RFCKit

/// The folder of a package of the system, as Debian's `doc-rfc` lays it out, and others.
struct InstalledDocumentsTests {
  private let scratch: ScratchFolder
  private var root: String { scratch.url.path }

  init() throws { scratch = try ScratchFolder() }

  private func text(_ number: Int) -> String {
    "Request for Comments: \(number)\n\nWords of \(number).\n\nAuthor   [Page 1]\n"
  }

  /// Writes a file, packed by `gzip` where its name ends in `.gz`.
  private func put(_ text: String, at path: String) throws {
    let file = scratch.url.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    guard path.hasSuffix(".gz") else {
      return try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let plain = file.deletingPathExtension()
    try text.write(to: plain, atomically: true, encoding: .utf8)
    let process = try ChildProcess("/usr/bin/env", ["gzip", "-n", plain.path])
    #expect(process.wait() == 0)
  }

  @Test(.needs("gzip")) func debiansFoldersAreRead() throws {
    try put(text(791), at: "standard/rfc791.txt.gz")
    try put(text(2119), at: "best-current-practice/rfc2119.txt.gz")
    try put(text(9110), at: "standard/rfc9110.txt")
    try put("%PDF", at: "standard/rfc8.pdf.gz")
    let index = "RFC INDEX\n---------\n\n791 Title. A. Author. April 1981. (Status: UNKNOWN)\n"
    try put(index, at: "rfc-index.txt.gz")
    try FileManager.default.createDirectory(
      atPath: root + "/links", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: root + "/links/rfc791.txt.gz",
      withDestinationPath: "../standard/rfc791.txt.gz")
    // One whose target another package would have brought.
    try FileManager.default.createSymbolicLink(
      atPath: root + "/links/rfc5.txt.gz", withDestinationPath: "../informational/rfc5.txt.gz")
    let installed = try #require(InstalledDocuments(in: root))
    #expect(installed.numbers == [5, 791, 2119, 9110])
    for number in [791, 2119, 9110] {
      #expect(installed.document(number) == Array(text(number).utf8))
    }
    #expect(installed.document(5) == nil)
    #expect(installed.document(1) == nil)
    let bytes = try #require(installed.index())
    #expect(try RFCIndex(parsing: bytes)[791]?.title == "Title")
  }

  @Test func plainFilesInOneFolderAreRead() throws {
    try put(text(1), at: "txt/rfc0001.txt")
    try put(text(12), at: "rfc12.txt")
    let installed = try #require(InstalledDocuments(in: root))
    #expect(installed.numbers == [1, 12])
    #expect(installed.document(1) == Array(text(1).utf8))
    #expect(installed.index() == nil)
  }

  @Test(.needs("gzip")) func whatIsDamagedOrAnotherIsNone() throws {
    try put(text(1), at: "standard/rfc1.txt.gz")
    let file = scratch.url.appendingPathComponent("standard/rfc1.txt.gz")
    let packed = try Data(contentsOf: file)
    let folder = root + "/standard/rfc"
    try packed.write(to: URL(fileURLWithPath: folder + "2.txt.gz"))
    try packed.dropLast(12).write(to: URL(fileURLWithPath: folder + "3.txt.gz"))
    try Data(packed.prefix(10) + [255, 255, 255, 255]).write(
      to: URL(fileURLWithPath: folder + "4.txt.gz"))
    try Data().write(to: URL(fileURLWithPath: folder + "5.txt.gz"))
    let installed = try #require(InstalledDocuments(in: root))
    #expect(installed.numbers == [1, 2, 3, 4, 5])
    #expect(installed.document(1) != nil)
    for number in 2...5 { #expect(installed.document(number) == nil, "\(number)") }
  }

  @Test func whereNothingIsThereIsNone() throws {
    #expect(InstalledDocuments(in: root) == nil)
    #expect(InstalledDocuments(in: root + "/nowhere") == nil)
    for name in [
      "rfc.txt", "rfc0.txt", "rfc1.txt.bz2", "rfc1a.txt", "rfc123456789.txt", "xrfc1.txt",
    ] {
      try put(text(1), at: name)
    }
    #expect(InstalledDocuments(in: root) == nil)
  }

  @Test func theStarterSetIsOfDocumentsThatThereAre() throws {
    #expect(30...60 ~= RFCStarterSet.numbers.count)
    #expect(RFCStarterSet.numbers == Set(RFCStarterSet.numbers).sorted())
  }

  @Test(.needsSharedData) func theStarterSetIsCurrent() throws {
    let index = try RFCIndex(
      parsing: RealData().unpack("index/rfc-index-2026-08-21.txt.xz"))
    for number in RFCStarterSet.numbers {
      let entry = try #require(index[number])
      // What has replaced one that everybody still cites comes, too.
      #expect(
        entry.obsoletedBy.allSatisfy { RFCStarterSet.numbers.contains($0.number) },
        "\(number) \(entry.title)")
      #expect(entry.absence == nil)
    }
  }
}
