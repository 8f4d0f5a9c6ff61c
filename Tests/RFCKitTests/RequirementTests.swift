import RFCKit
import Testing

@Suite struct RequirementTests {
  private func requirements(_ text: String) -> [RFCRequirement] {
    RFCDocument(Array(text.utf8)).requirements()
  }

  @Test func findsSentences() {
    let text = """
      1.  One

         A client MUST do this, e.g. now. It is
         well (i.e. MAY be). Nothing here. A server SHOULD
         NOT do that!

      1.1.  Two

         It is RECOMMENDED, and NOT RECOMMENDED. "Yes" is OPTIONAL.
      """
    #expect(
      requirements(text).map {
        ($0.section?.heading.number ?? "-") + " "
          + $0.keywords.map(\.rawValue).joined(separator: ",")
          + ": " + $0.sentence
      } == [
        "1 MUST: A client MUST do this, e.g. now.", "1 MAY: It is well (i.e. MAY be).",
        "1 SHOULD NOT: A server SHOULD NOT do that!",
        "1.1 RECOMMENDED,NOT RECOMMENDED: It is RECOMMENDED, and NOT RECOMMENDED.",
        "1.1 OPTIONAL: \"Yes\" is OPTIONAL.",
      ])
  }

  @Test(
    arguments: [
      "must do", "MUSTARD is good", "NOT here", "MUST_BE = 1", "", "a",
      #"The key words "MUST", "MUST NOT", "SHOULD" and "MAY" are to be read as RFC 2119 says."#,
    ])
  func findsNothing(in text: String) {
    #expect(requirements("   " + text + "\n").isEmpty)
  }

  @Test func theSpanIsTheSentence() throws {
    let text = "1.  Größe\n\n   Größe. It MUST\n   be ü. End.\n"
    let found = try #require(requirements(text).first)
    var view = String.UnicodeScalarView()
    view.append(contentsOf: Array(text.unicodeScalars)[found.span.scalars])
    #expect(String(view) == "It MUST\n   be ü.")
    #expect(String(decoding: Array(text.utf8)[found.span.bytes], as: UTF8.self) == String(view))
  }

  @Test func isMarkdown() {
    #expect(
      requirements("1.  One\n\n   A_b MUST *be*.\n").markdown(of: "RFC 1")
        == "# RFC 1\n\n## 1 One\n\n- **MUST**: A\\_b MUST \\*be\\*.\n")
    #expect([RFCRequirement]().markdown(of: "x") == "# x\n")
  }

  @Test func explainsAbbreviations() {
    let text = """
      1.  One

         Transport Layer Security (TLS) and the Internet Service
         Providers (ISPs) use the Augmented Backus-Naur Form (ABNF), again Transport Layer Security (TLS).
         No (XYZ) here. A "Path MTU (PMTU)". It ends. A (NO) and (see) or (A).
      """
    #expect(
      RFCDocument(Array(text.utf8)).abbreviations().map { $0.short + "=" + $0.long } == [
        "TLS=Transport Layer Security", "ISP=Internet Service Providers",
        "ABNF=Augmented Backus-Naur Form", "PMTU=Path MTU",
      ])
  }
}
