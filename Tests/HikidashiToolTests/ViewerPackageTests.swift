import Foundation
import Hikidashi
import TestSupport
import Testing

@testable import HikidashiTool

/// RFC Viewer as it was built with the tests.
enum BuiltViewer {
  /// The program that was built with the tests.
  static let path: String? = {
    let folder = (try? NewCommandTests.program).map { URL(fileURLWithPath: $0) }
    let path = folder?.deletingLastPathComponent().appendingPathComponent("rfcviewer").path
    return path.flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil }
  }()
}

/// What a package of RFC Viewer has: all that a person needs, and no text of an RFC.
@Suite(.enabled(if: BuiltViewer.path != nil, "rfcviewer is not built beside the tests"))
struct ViewerPackageTests {
  /// The names of its commands, as its help has them.
  private func commands() throws -> [String] {
    let help = try Run(
      try #require(BuiltViewer.path), ["--help"], environment: ["LC_ALL": "C.UTF-8"])
    #expect(help.wait() == 0)
    let lines = help.standardOutput.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix("Commands:") })
    return lines[(start + 1)...].prefix { $0.hasPrefix("  ") }.compactMap {
      $0.hasPrefix("   ") ? nil : $0.split(separator: " ").first.map(String.init)
    }
  }

  @Test func itIsWholeAndHasNoText() async throws {
    try await onOwnThread {
      let root = try ScratchFolder()
      let install = try Run(
        try NewCommandTests.program,
        [
          "install", Checkout.root.appendingPathComponent("Apps/RFCViewer/hikidashi.json").path,
          "--program",
          try #require(BuiltViewer.path), "--destdir", root.url.path,
        ])
      #expect(install.wait() == 0, "\(install.standardError)")
      let files = install.standardOutput.split(separator: "\n").map(String.init)
      func file(_ ending: String) throws -> String {
        try #require(files.first { $0.hasSuffix(ending) }, "\(ending) is not in \(files)")
      }
      func text(_ ending: String) throws -> String {
        let run = try Run(try #require(Tool("zcat").path), ["-f", try file(ending)])
        #expect(run.wait() == 0)
        return run.standardOutput
      }
      let manuals = [try text("man/man1/rfcviewer.1.gz"), try text("man/ja/man1/rfcviewer.1.gz")]
      #expect(manuals[0] != manuals[1])
      let completions = [
        try text("completions/rfcviewer"), try text("_rfcviewer"), try text("rfcviewer.fish"),
      ]
      let commands = try commands()
      #expect(commands.contains("bookmarks"), "\(commands)")
      for command in commands {
        for text in manuals + completions {
          #expect(text.replacing("\\-", with: "-").contains(command), "\(command)")
        }
      }
      let entry = try text("io.github.hikidashi.RFCViewer.desktop")
      #expect(entry.contains("Exec=rfcviewer --open=%u\n"))
      #expect(entry.contains("MimeType=x-scheme-handler/rfc;text/x-rfc;\n"))
      let types = try text("mime/packages/io.github.hikidashi.RFCViewer.xml")
      #expect(types.contains("value=\"Request for Comments\""))
      let texts = files.filter { $0.contains(#/rfc[-a-z]*[0-9]*\.(?:txt|json|pdf)$/#) }
      #expect(texts == [])
    }
  }
}
