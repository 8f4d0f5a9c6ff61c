import Testing

@testable import HikidashiLocalization

/// Texts in the reader's language, from catalogues that are built in.
struct TextsTests {
  private static let japanese = #"""
    # A comment.
    msgid ""
    msgstr ""
    "Content-Type: text/plain; charset=UTF-8\n"
    "Plural-Forms: nplurals=1; plural=0;\n"

    #: Sources/App.swift
    msgid "New item"
    msgstr "新しい品物"

    msgid "{} of {}"
    msgstr "{} の"
    " {}"

    msgid "{} item"
    msgid_plural "{} items"
    msgstr[0] "{} 件"

    #, fuzzy
    msgid "Guessed"
    msgstr "違う"

    msgid "Not translated"
    msgstr ""

    msgid "Say \"yes\"\n"
    msgstr "「はい」\n"

    #~ msgid "Gone"
    #~ msgstr "無い"
    """#

  private func texts(_ languages: String...) -> Texts {
    Texts(["ja": Array(Self.japanese.utf8)], languages: languages)
  }

  @Test func messagesAreTranslated() {
    let texts = texts("ja_JP", "ja")
    #expect(texts.tr("New item") == "新しい品物")
    #expect(texts.tr("{} of {}", 3, "x") == "3 の x")
    #expect(texts.trn("{} item", "{} items", 1, 1) == "1 件")
    #expect(texts.trn("{} item", "{} items", 5, 5) == "5 件")
    #expect(texts.tr("Say \"yes\"\n") == "「はい」\n")
  }

  @Test(arguments: ["Guessed", "Not translated", "Gone", "Unknown", ""])
  func whatIsNotTranslatedStaysEnglish(message: String) {
    #expect(texts("ja").tr(message) == message)
  }

  @Test func withoutALanguageTextsAreEnglish() {
    let texts = texts("de")
    #expect(texts.tr("New item") == "New item")
    #expect(texts.trn("{} item", "{} items", 1, 1) == "1 item")
    #expect(texts.trn("{} item", "{} items", 0, 0) == "0 items")
  }

  @Test(arguments: [
    ("nplurals=2; plural=(n != 1);", [1, 0, 1, 1, 1]),
    ("nplurals=2; plural=n>1;", [0, 0, 1, 1, 1]),
    (
      "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
      [2, 0, 1, 2, 0]
    ),
    ("nplurals=1; plural=0;", [0, 0, 0, 0, 0]),
    ("nplurals=2; plural=n/0;", [0, 0, 0, 0, 0]),
    ("nplurals=2; plural=!(n-1);", [0, 1, 0, 0, 0]),
  ])
  func pluralsFollowTheFormula(rule: String, expected: [Int]) throws {
    let rule = try #require(PluralRule(header: "Language: x\nPlural-Forms: \(rule)\n"))
    #expect([0, 1, 2, 5, 21].map { rule.form(of: $0) } == expected)
  }

  @Test(arguments: [
    "", "Plural-Forms: ", "Plural-Forms: nplurals=2; plural=n ? ;", "Plural-Forms: nplurals=x;",
  ])
  func rulesThatCannotBeReadAreNone(header: String) {
    #expect(PluralRule(header: header) == nil)
  }

  /// Evaluating what is as deep as it is long would end the program.
  @Test func aRuleWithoutAnEndIsNone() {
    let sum = "n" + String(repeating: "+n", count: 1_000_000)
    #expect(PluralRule(header: "Plural-Forms: nplurals=2; plural=\(sum);") == nil)
    let nested = String(repeating: "(", count: 400) + "n" + String(repeating: ")", count: 400)
    #expect(PluralRule(header: "Plural-Forms: nplurals=2; plural=\(nested);") == nil)
  }

  /// A catalogue is long, and is read while a program starts.
  @Test func aCatalogueIsReadOnce() {
    var readings: [String] = []
    _ = Texts(languages: ["de", "ja", "en"]) { language in
      readings.append(language)
      return language == "de" ? nil : Array(Self.japanese.utf8)
    }
    #expect(readings == ["de", "ja"])
  }
}
