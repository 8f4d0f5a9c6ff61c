import HikidashiLocalization
import Testing

struct SentenceTests {
  @Test(arguments: [
    ("cannot read “x”: it is empty", "Cannot read “x”: it is empty."),
    ("http://a.example/b: no answer", "http://a.example/b: no answer."),
    ("“x” を読めません", "“x” を読めません"),
    ("It is so.", "It is so."),
    ("", ""),
  ])
  func theWordsOfAnErrorStandAlone(words: String, sentence: String) {
    #expect(words.asSentence == sentence)
  }
}
