import Foundation
import RFCKit
import Testing

struct AnswerCheckTests {
  @Test(arguments: [
    "Network Working Group\n\nRequest for Comments: 1", "\u{FEFF}\r\n RFC 9000", "\u{0C}see rfc 7",
  ]) func documentsPass(_ text: String) throws {
    try RFCAnswerCheck.document(Array(text.utf8))
  }

  @Test(arguments: [
    ("", RFCAnswerProblem.empty), (" \r\n\u{FEFF}\n", .empty),
    ("<!DOCTYPE html><title>RFC 1</title>", .webPage), ("\n <html>RFC", .webPage),
    (#"{"error": "no such RFC"}"#, .notADocument), ("Please log in.", .notADocument),
  ]) func othersAreRefused(_ text: String, _ problem: RFCAnswerProblem) {
    #expect(throws: problem) { try RFCAnswerCheck.document(Array(text.utf8)) }
  }

  @Test func whatNamesItselfLateIsNoDocument() throws {
    let far = String(repeating: "x", count: 1 << 16) + "RFC"
    #expect(throws: RFCAnswerProblem.notADocument) {
      try RFCAnswerCheck.document(Array(far.utf8))
    }
  }

  private func index(_ count: Int) -> [UInt8] {
    let entries = (1...count).map { "\($0) Title \($0). A. Author. April 1969. (Status: UNKNOWN)" }
    return Array(("RFC INDEX\n---------\n\n" + entries.joined(separator: "\n\n") + "\n").utf8)
  }

  @Test func anIndexMayGrowAndStayButNotShrink() throws {
    let old = try RFCAnswerCheck.index(index(3))
    #expect(try RFCAnswerCheck.index(index(3), replacing: old).entries.count == 3)
    #expect(try RFCAnswerCheck.index(index(4), replacing: old).entries.count == 4)
    #expect(throws: RFCAnswerProblem.fewerEntries(before: 3, now: 2)) {
      try RFCAnswerCheck.index(index(2), replacing: old)
    }
    #expect(throws: RFCAnswerProblem.webPage) {
      try RFCAnswerCheck.index(Array("<html>".utf8), replacing: old)
    }
  }

  @Test func aMirrorKnowsItsFiles() throws {
    let mirror = try RFCMirror("https://example.org:8443/a/rfc//")
    #expect(mirror.address == "https://example.org:8443/a/rfc")
    #expect(mirror.index.absoluteString == "https://example.org:8443/a/rfc/rfc-index.txt")
    #expect(mirror.document(2119).absoluteString.hasSuffix("/a/rfc/rfc/rfc2119.txt"))
    #expect(mirror.folderName == "example.org_3a8443_2fa_2frfc")
    #expect(RFCMirror.rfcEditor.feed.absoluteString == "https://www.rfc-editor.org/rfcrss.xml")
    #expect(RFCMirror.isAddress("HTTPS://x") && !RFCMirror.isAddress("/srv/http"))
  }

  @Test(arguments: [
    "", "example.org", "ftp://example.org", "https://", "https:///path", "https://a b", "file:///x",
    "https://example.org/?q", "https://例え.jp/", "/srv/rfc",
  ]) func whatIsNoMirrorIsRefused(_ text: String) {
    #expect(throws: RFCMirrorError(address: text)) { try RFCMirror(text) }
  }
}
