import HikidashiStorage
import Testing

@testable import RFCViewer

@Suite struct MarkedTextTests {
  private func marked(_ text: MarkedText) -> String {
    text.parts.map { $0.isMatch ? "[\($0.text)]" : $0.text }.joined()
  }

  @Test(
    arguments: [
      ("Transmission Control", ["control"], "Transmission [Control]"), ("aaa", ["aa"], "[aa]a"),
      ("Müller und Strauß", ["mull", "strauss"], "[Müll]er und [Strauß]"),
      ("ＴＣＰ over IP", ["tcp", "ip"], "[ＴＣＰ] over [IP]"), ("none", ["x", ""], "none"),
      ("", ["a"], ""), ("a b", ["a b"], "[a b]"), ("カメラ", ["めら"], "カ[メラ]"),
    ])
  func wordsAreMarkedWhateverTheirCase(text: String, words: [String], wanted: String) {
    #expect(marked(MarkedText(text, words: words)) == wanted)
    #expect(MarkedText(text, words: words).text == text)
  }

  @Test func aLongTextIsCutAroundTheFirstMark() {
    let text = String(repeating: "a", count: 100) + " word " + String(repeating: "b", count: 100)
    let cut = MarkedText(text, words: ["word"]).around(40)
    #expect(cut.hasMarks && cut.text.count == 42)
    #expect(cut.text.hasPrefix("…a") && cut.text.hasSuffix("b…"))
    #expect(MarkedText("word " + text, words: ["word"]).around(40).text.hasPrefix("word a"))
    #expect(MarkedText(text, words: ["b"]).around(40).hasMarks)
    #expect(MarkedText("short", words: []).around(40).text == "short")
  }
}
