import Foundation
import TestSupport
import Testing

/// An app in a package of its own: what it and the toolkit say is in the reader's language.
struct OutsideAppTests {
  /// Looks at its catalogue; `make prove` builds and runs it, which takes minutes.
  @Test func anAppOutsideSpeaksTheReadersLanguage() async throws {
    try await onOwnThread {
      let sources = Checkout.root.appendingPathComponent("Tests/OutsideApp/Sources").path
      let check = try Run(
        Checkout.root.appendingPathComponent("scripts/translations").path,
        ["check", sources + "/po", sources])
      #expect(check.wait() == 0, "\(check.standardError)")
      guard testSteps(0) > 0 else { return }
      let folder = try ScratchFolder()
      let build = try Run(
        try #require(Tool("swift").path),
        [
          "build", "--package-path", Checkout.root.appendingPathComponent("Tests/OutsideApp").path,
          "--scratch-path", folder.url.path,
        ], environment: Checkout.environmentElsewhere)
      let status = build.wait(within: 1_200)
      try #require(status == 0, "\(build.standardError)\n\(build.standardOutput)")
      let english = try text(of: folder, in: "en_US.UTF-8")
      #expect(english.contains("2 books, for 2 hours"))
      #expect(english.contains("2 records"))
      let japanese = try text(of: folder, in: "ja_JP.UTF-8")
      #expect(japanese.contains("本棚"))
      #expect(japanese.contains("2冊、2 時間"))
      #expect(japanese.contains("2 件"))
      #expect(!japanese.contains("records"))
    }
  }

  /// What its window says.
  private func text(of folder: ScratchFolder, in language: String) throws -> String {
    var environment = ProcessInfo.processInfo.environment
    for name in ["LC_ALL", "LC_MESSAGES", "LANGUAGE"] { environment[name] = nil }
    environment["LANG"] = language
    environment["HIKIDASHI_SCREENSHOT"] = folder.url.appendingPathComponent("\(language).png").path
    let app = try Run(
      folder.url.appendingPathComponent("debug/bookshelf").path, environment: environment)
    #expect(app.wait(within: 60) == 0, "\(app.standardError)")
    return app.standardOutput
  }
}
