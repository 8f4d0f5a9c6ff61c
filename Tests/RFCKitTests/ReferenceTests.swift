import RFCKit
import Testing

@Suite struct ReferenceTests {
  /// The numbers in order, and the words that are the link.
  private func references(_ text: String) -> [String] {
    RFCDocument(Array(text.utf8)).layout().references.map { reference in
      let words = Array(text.utf8)[reference.span.bytes]
      return "\(reference.number):" + String(decoding: words, as: UTF8.self)
    }
  }

  @Test(
    arguments: [
      ("see RFC 2119.", ["2119:RFC 2119"]), ("[RFC2119]", ["2119:RFC2119"]),
      ("RFC-822", ["822:RFC-822"]), ("RFC #10", []), ("RFC#10", ["10:RFC#10"]),
      ("RFC 0010", ["10:RFC 0010"]), ("RFC\u{A0}10", ["10:RFC\u{A0}10"]),
      (
        "https://www.rfc-editor.org/info/rfc8174",
        ["8174:https://www.rfc-editor.org/info/rfc8174"]
      ),
      ("RFCs 2119 and 8174", ["2119:RFCs 2119", "8174:8174"]),
      ("RFCs 1, 2, and 3 or 4", ["1:RFCs 1", "2:2", "3:3", "4:4"]),
      ("RFCs 1/2 & 3", ["1:RFCs 1", "2:2", "3:3"]),
      ("RFC 1034, 1035", ["1034:RFC 1034"]),
      ("RFC 1 RFC 2", ["1:RFC 1", "2:RFC 2"]), ("é RFC 7", ["7:RFC 7"]),
    ])
  func finds(text: String, found: [String]) {
    #expect(references(text) == found)
  }

  @Test(
    arguments: [
      "RFC", "RFC ", "RFC editor", "RFC XXXX", "RFC 123456", "RFC 0000", "rfc 10", "URFC 10",
      "RFC 2616bis", "RFCs", "RFC\n\n10", "RFC-", "draft-rfc", "rf",
    ])
  func findsNothing(in text: String) {
    #expect(references(text).isEmpty)
  }

  @Test func goesOnInTheNextLine() {
    #expect(references("see RFC\n   2119 and") == ["2119:RFC\n   2119"])
    #expect(references("RFCs 1,\n  2 and\n3") == ["1:RFCs 1", "2:2", "3:3"])
  }

  @Test func leavesRunningTitlesOut() {
    #expect(references(LayoutTests.paged).isEmpty)
  }
}
