import HikidashiLocalization
import Testing

@Test func aProgramSpeaksTheReadersLanguage() {
  let japanese = """
    msgid ""
    msgstr ""
    "Content-Type: text/plain; charset=UTF-8\\n"
    "Plural-Forms: nplurals=1; plural=0;\\n"

    msgid "New book"
    msgstr "新しい本"

    msgid "{} book on {}"
    msgid_plural "{} books on {}"
    msgstr[0] "{}冊（{}）"
    """
  let texts = Texts(["ja": Array(japanese.utf8)], languages: ["ja_JP", "ja"])
  let (tr, trn) = (texts.tr, texts.trn)

  #expect(tr("New book") == "新しい本")
  #expect(trn("{} book on {}", "{} books on {}", 3, 3, "the shelf") == "3冊（the shelf）")
  #expect(tr("Not translated") == "Not translated")
}
