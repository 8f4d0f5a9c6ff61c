import Foundation
import HikidashiBase
import TestSupport
import Testing

@testable import RFCKit

struct AnswerCheckTests {
  @Test(arguments: [
    ("Network Working Group\n\nRequest for Comments: 1    UCLA", 1),
    ("\u{FEFF}\r\n RFC 9000", 9000),
    ("\u{0C}see rfc 7", 7), ("RFC-10      UCLA", 10), ("NWG/RFC #429", 429),
    ("nwg/rfc 741 DC", 741),
    ("RFC:767", 767), ("Request for Comments: #104", 104), ("RFC0021   Title", 21),
    ("Request For Comments No. 00033", 33), ("Requests for Comments:\n   64", 64),
    ("RFC # 318", 318),
    ("<GJOURNAL> 5-DEC-74\nRFC 674", 674), ("Pickens  [Page 1]", 570), ("A TELNET survey", 701),
    ("Network Working Group    Request for Comments: 62\nRFC 61 is superseded", 62),
    ("Request for Comments: XXXX" + String(repeating: ".", count: 1_000) + " RFC 33, RFC 100", 100),
    ("Reply to: RFC 8\nRequest for Comments: 9", 9),
    ("See RFC 8.  [Page 1]\n\u{0C}\nRFC 9    Title    May 1990\n", 9),
  ]) func documentsPass(_ text: String, _ number: Int) throws {
    try RFCAnswerCheck.document(Array(text.utf8), number: number)
  }

  @Test(arguments: [
    ("", RFCAnswerProblem.empty), (" \r\n\u{FEFF}\n", .empty),
    ("<!DOCTYPE html><title>RFC 1</title>", .webPage), ("\n <html>RFC 1", .webPage),
    ("<?xml version=\"1.0\"?><html>RFC 1", .webPage),
    (#"{"error": "no RFC 1"}"#, .notADocument(1)), ("Please log in.", .notADocument(1)),
    ("You asked for http://example.org/rfc/rfc1.txt - please log in", .notADocument(1)),
    ("rfc1.txt is not here; /rfc/RFC 1.txt neither", .notADocument(1)),
    ("go to /login?to=rfc 1&x=%2Frfc%2Frfc1.txt", .notADocument(1)), ("see RFC1", .notADocument(1)),
    ("ABRFC 1, RFC 1a, RFC 1.5, RFC 1_, RFC\n\n1, RFC 0, RFC 1234567", .notADocument(1)),
    ("Request for Comments: 2", .otherDocument(wanted: 1, found: 2)),
    ("Request for Comments: 2\nObsoletes: RFC 1\n", .otherDocument(wanted: 1, found: 2)),
    (
      "Request for Comments: 2\nObsoletes: 1, RFC 3\nSee RFC 1.\nRFC 1 says\n",
      .otherDocument(wanted: 1, found: 2)
    ),
    ("RFC 2 (updates RFC 1)", .otherDocument(wanted: 1, found: 2)),
    ("RFC 11", .otherDocument(wanted: 1, found: 11)),
  ]) func othersAreRefused(_ text: String, _ problem: RFCAnswerProblem) {
    #expect(throws: problem) { try RFCAnswerCheck.document(Array(text.utf8), number: 1) }
  }

  @Test func whatNamesItselfLateIsNoDocument() throws {
    let far = String(repeating: "x ", count: 1 << 12) + "RFC 1"
    #expect(throws: RFCAnswerProblem.notADocument(1)) {
      try RFCAnswerCheck.document(Array(far.utf8), number: 1)
    }
  }

  /// What the window has of a number is no number of its own.
  @Test func aNumberAtTheEndOfTheHeadIsReadWhole() {
    let head = "RFC 5\n" + String(repeating: "x", count: 8_179) + "\n\u{0C}\nRFC 7683"
    for cut in 0...4 {
      let text = String(head.dropLast(cut)) + (cut == 0 ? "\n" : "")
      #expect(throws: RFCAnswerProblem.otherDocument(wanted: 768, found: 5)) {
        try RFCAnswerCheck.document(
          Array(text.utf8 + [UInt8](repeating: 0x33, count: cut)), number: 768)
      }
    }
  }

  /// Whatever the bytes are, a number that is taken for the document's own stands in it.
  @Test func anyBytesNameWhatStandsInThem() {
    var random = seededGenerator()
    let seed = random.seed
    let words = [
      "RFC", "rfc", "Request for Comment", "s", " ", "  ", "\n", "\u{0C}", "#", ":", ".", "-", "/",
      "NWG/", "No.", "0", "00", "7", "12", "999999", "txt", "é", "(", "Page ", "[", "]", "@",
    ]
    var found = 0
    for _ in 0..<testSteps(3_000) {
      let text = (0..<Int.random(in: 0...30, using: &random))
        .map { _ in words.randomElement(using: &random) ?? "" }.joined()
      let bytes = Array(text.utf8)
      _ = RFCAnswerCheck.endsAsDocument(bytes)
      for number in bytes.withUnsafeBufferPointer({ DocumentNumbers($0).all }) {
        found += 1
        #expect(1...99_999 ~= number && text.contains("\(number)"), "\(text), seed \(seed)")
      }
    }
    #expect(found > 0)
  }

  @Test(arguments: [
    ("text\n\nPostel    [Page 12]\n", true), ("text\n\n[Page iv]    Postel", true),
    ("x\n- 7 -", true),
    ("x\n   12\n\u{0C}", true), ("Email: a@example.org\n\n", true),
    ("URI:   https://example.org\n", true),
    ("Phone: 1\r\n\u{1A}", true), ("Email: a@exam", false), ("x\n   12", false),
    ("the end of\n", false),
    ("[Page 1", false), ("[Page 12]\n\nand more", false), ("", false), ("\n\n", false),
    ("a list [3]\n", false),
  ]) func endsOfDocumentsAreKnown(_ text: String, _ isWhole: Bool) {
    #expect(RFCAnswerCheck.endsAsDocument(Array(text.utf8)) == isWhole)
  }

  /// Of a line of several MB, only the end says how a document ends.
  @Test(arguments: [
    ("\n[Page 12]", "", false), ("\nEmail: a@example.org", "\n", false),
    ("\n", "\nEmail: a@example.org\n", true), ("", "    [Page 12]", true),
    ("", " a@example.org\n", true),
  ]) func onlyTheEndOfALongLineIsLookedAt(_ start: String, _ end: String, _ isWhole: Bool) {
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 4 << 20)
    #expect(RFCAnswerCheck.endsAsDocument(start.utf8 + line + end.utf8) == isWhole)
  }

  @Test func aDocumentIsNeverReplacedByLessOfIt() throws {
    let old = [UInt8](repeating: 1, count: 1_000)
    let other = [UInt8](repeating: 2, count: 1_000)
    let check = { (new: [UInt8], old: [UInt8]?) in
      try RFCAnswerCheck.replacing(old, of: 1_000, by: new)
    }
    try check(other, old)
    try check(Array(other.prefix(900)), old)
    try check(old + [1], old)
    try check(Array(old.prefix(900)), nil)
    for (new, old) in [(old.prefix(999), old), (other.prefix(899), old), (other.prefix(899), nil)] {
      #expect(throws: RFCAnswerProblem.shorter(before: 1_000, now: new.count)) {
        try check(Array(new), old)
      }
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

  @Test func aPasswordIsShownNowhere() throws {
    let mirror = try RFCMirror("http://joe:hunter2@example.org:80/a@b")
    #expect(mirror.name == "http://example.org:80/a@b")
    #expect(mirror.folderName == "example.org_3a80_2fa_40b")
    #expect(mirror.text(of: .document(1)) == "http://example.org:80/a@b/rfc/rfc1.txt")
    #expect(mirror.document(1).absoluteString.contains("joe:hunter2@"))
    #expect(!RFCMirrorError(address: "http://joe:hunter2@..").description.contains("hunter2"))
    #expect(try RFCMirror("http://example.org/a@b").name == "http://example.org/a@b")
  }

  @Test(arguments: [
    "http://..", "http://.", "http://.answers", "http://..:80/x", "http://joe@..",
    "", "example.org", "ftp://example.org", "https://", "https:///path", "https://a b", "file:///x",
    "https://example.org/?q", "https://例え.jp/", "/srv/rfc",
  ]) func whatIsNoMirrorIsRefused(_ text: String) {
    #expect(throws: RFCMirrorError(address: text)) { try RFCMirror(text) }
  }
}
