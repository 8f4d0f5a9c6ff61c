import Foundation
import TestSupport
import Testing

/// `scripts/translations` on a small project of its own.
@Suite(.needs("xgettext", "msgfmt"))
struct TranslationsTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    for script in ["translations", "common.bash"] {
      let text = try String(
        contentsOf: Checkout.root.appendingPathComponent("scripts/\(script)"), encoding: .utf8)
      try folder.write(text, to: "scripts/\(script)", mode: 0o755)
    }
    try source(#"let a = tr("Don't open {}", name); let b = trn("{} file", "{} files", n, n)"#)
    #expect(try translations("update", "--language", "en", "--language", "ja").status == 0)
  }

  private func source(_ text: String) throws {
    try folder.write(text + "\n", to: "Sources/Room/Words.swift")
  }

  private func translations(_ arguments: String...) throws -> (status: Int32, text: String) {
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFTPM_BUILD_DIR"] = nil
    let run = try Run(
      folder.url.appendingPathComponent("scripts/translations").path,
      arguments + ["po", "Sources"],
      environment: environment, in: folder.url)
    return (run.wait(), run.standardError)
  }

  /// Puts `translation` in the place of the empty ones of `message`.
  private func translate(_ message: String, _ translation: String, form: String = "msgstr") throws {
    let po = try #require(folder.read("po/ja.po"))
    let start = try #require(po.range(of: "\"\(message)\"\n"))
    let hole = try #require(po.range(of: "\(form) \"\"", range: start.upperBound..<po.endIndex))
    try folder.write(
      po.replacingCharacters(in: hole, with: "\(form) \"\(translation)\""), to: "po/ja.po")
  }

  private func translateAll() throws {
    try translate("Don't open {}", "{}を開かない")
    try translate("{} files", "{}個のファイル", form: "msgstr[0]")
  }

  @Test func untranslatedIsListed() throws {
    let (status, text) = try translations("check")
    #expect(status != 0)
    #expect(text.contains("po/ja.po: not translated:"))
    #expect(text.contains("Don't open {}"))
    #expect(text.contains("{} files"))
    #expect(!text.contains("po/en.po"))
  }

  @Test func translatedPasses() throws {
    try translateAll()
    let (status, text) = try translations("check")
    #expect(status == 0, "\(text)")
  }

  @Test func aNewMessageIsMissedBeforeItIsGathered() throws {
    try translateAll()
    try source(#"let a = tr("A new message")"#)
    let (status, text) = try translations("check")
    #expect(status != 0)
    #expect(text.contains("A new message"))
  }

  @Test func aGuessIsNoTranslation() throws {
    try translateAll()
    try source(#"let a = tr("Don't close {}", name); let b = trn("{} file", "{} files", n, n)"#)
    #expect(try translations("update").status == 0)
    let (status, text) = try translations("check")
    #expect(status != 0)
    #expect(text.contains("po/ja.po: "))
    #expect(!text.contains("po/en.po"), "English is filled in anew")
    #expect(folder.read("po/en.po")?.contains("Don’t close {}") == true)
  }

  @Test func aLostArgumentIsFound() throws {
    try translate("Don't open {}", "開かない")
    try translate("{} files", "{}個のファイル", form: "msgstr[0]")
    let (status, text) = try translations("check")
    #expect(status != 0)
    #expect(text.contains("other {} than"))
  }

  @Test func aTextOfSeveralLinesIsReadAsSwiftReadsIt() throws {
    try source("let a = tr(\n  \"\"\"\n  One “a” \"b\"\n    two\n  \"\"\")")
    #expect(try translations("update").status == 0)
    let po = try #require(folder.read("po/ja.po"))
    #expect(po.contains("msgid \"\"\n\"One “a” \\\"b\\\"\\n\"\n\"  two\"\n"))
  }

  @Test func interpolationIsRefused() throws {
    try translateAll()
    try source(#"let a = tr("Open \(name)")"#)
    let (status, text) = try translations("check")
    #expect(status != 0)
    #expect(text.contains("Open "))
  }

  @Test func englishHasTypographicQuotes() throws {
    #expect(folder.read("po/en.po")?.contains("msgstr \"Don’t open {}\"") == true)
  }

  @Test func documentationIsNoMessage() throws {
    try translateAll()
    try source(
      """
      /// tr("An example")
      let a = tr("Don't open {}", name); let b = trn("{} file", "{} files", n, n)
      """)
    let (status, text) = try translations("check")
    #expect(status == 0, "\(text)")
  }

  @Test func textsOfAPackageAreFoundToo() throws {
    try translateAll()
    try source(#"let a = texts.tr("A new message")"#)
    #expect(try translations("update").status == 0)
    #expect(folder.read("po/ja.po")?.contains("A new message") == true)
  }

  @Test func withoutCataloguesItSaysHowToBegin() throws {
    let run = try Run(
      folder.url.appendingPathComponent("scripts/translations").path,
      ["update", "none", "Sources"],
      in: folder.url)
    #expect(run.wait() != 0)
    #expect(run.standardError.contains("--language ja"))
  }
}
