import Foundation
import Hikidashi
import TestSupport
import Testing

@testable import HikidashiTool

/// What a package has of an app besides its program.
struct PackagingTests {
  private let text = #"""
    {
      "id": "org.example.Shelf", "name": "Shelf & Co", "program": "shelf", "version": "1.2",
      "summary": "Keep books", "description": ["One.", "Two <b>."], "categories": ["Office"],
      "keywords": ["book", "read"], "mimeTypes": ["text/plain"], "license": "MIT",
      "developer": {"name": "A", "email": "a@example.org"}, "homepage": "https://example.org/",
      "icon": "shelf.svg", "translations": {"ja": {"name": "本棚", "summary": "本"}}
    }
    """#

  private func manifest(_ text: String) throws -> AppManifest {
    try AppManifest(Array(text.utf8), file: "hikidashi.json")
  }

  @Test func theMenuEntryHasItsWordsInEachLanguage() throws {
    #expect(
      try manifest(text).desktopEntry == """
        [Desktop Entry]
        Type=Application
        Name=Shelf & Co
        Name[ja]=本棚
        Comment=Keep books
        Comment[ja]=本
        Exec=shelf %U
        Icon=org.example.Shelf
        Categories=Office;
        Keywords=book;read;
        MimeType=text/plain;
        StartupNotify=true

        """)
  }

  @Test func thePageOfASoftwareCentreIsWellFormed() throws {
    let text = try manifest(text).metainfo(date: "2026-01-31")
    #expect(text.contains("<name>Shelf &amp; Co</name>"))
    #expect(text.contains(#"<name xml:lang="ja">本棚</name>"#))
    #expect(text.contains("<p>Two &lt;b&gt;.</p>"))
    #expect(text.contains(#"<release version="1.2" date="2026-01-31"/>"#))
    #expect(text.contains("<mediatype>text/plain</mediatype>"))
  }

  @Test(arguments: [
    (#""id": "org.example.Shelf""#, #""id": "shelf""#, "“id” is “shelf”"),
    (#""version": "1.2""#, #""version": "new""#, "“version” is “new”"),
    (#""text/plain""#, #""plain""#, "“mimeTypes” is “plain”"),
    (#""MIT""#, #""""#, "“license” is “”"),
    (#""summary": "Keep books""#, #""summary": "Keep\nbooks""#, "a line of text"),
    (#""email": "a@example.org""#, #""email": "a""#, "“developer.email” is “a”"),
    (#""program": "shelf", "#, "", "program"),
    (#""categories": ["Office"]"#, #""categories": "Office""#, "categories"),
    (#""ja": {"#, #""../x": {"#, "“translations” is “../x”"),
    (#""license""#, #""files": {"a": "../b"}, "license""#, "does not lie below share"),
  ])
  func aMistakeIsToldWithItsKey(old: String, new: String, words: String) throws {
    let wrong = text.replacing(old, with: new)
    #expect(wrong != text)
    let error = #expect(throws: Definition.Mistake.self) { try manifest(wrong) }
    #expect(error?.description.hasPrefix("hikidashi.json: ") == true)
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: ["RFCViewer", "Gallery", "Inventory"])
  func theAppsOfThisPackageCanBePackaged(name: String) throws {
    let folder = Checkout.root.appendingPathComponent("Apps/\(name)")
    let file = folder.appendingPathComponent(AppManifest.fileName)
    let app = try AppManifest(Array(Data(contentsOf: file)), file: file.path)
    #expect(app.version == "0.2.0")
    for path in [app.icon] + Array((app.files ?? [:]).keys) {
      #expect(
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path), "\(path)")
    }
  }

  /// Installed from a program that is there, below a folder, and removed again.
  @Test func whatIsInstalledIsRemovedAgain() async throws {
    try await onOwnThread {
      let folder = try ScratchFolder()
      try Data(text.utf8).write(to: folder.url.appendingPathComponent("hikidashi.json"))
      try Data("<svg/>".utf8).write(to: folder.url.appendingPathComponent("shelf.svg"))
      try Data("// A package.\n".utf8).write(to: folder.url.appendingPathComponent("Package.swift"))
      let kept = folder.url.appendingPathComponent(
        "root/usr/local/share/applications/other.desktop")
      try FileManager.default.createDirectory(
        at: kept.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: kept)
      func run(_ arguments: String...) throws -> [String] {
        let run = try Run(
          try #require(Tool("env").path),
          ["-C", folder.url.path, try NewCommandTests.program] + arguments + ["--destdir", "root"])
        #expect(run.wait() == 0, "\(run.standardError)")
        return run.standardOutput.split(separator: "\n").map(String.init)
      }
      let installed = try run("install", "--program", try NewCommandTests.program)
      #expect(installed.count == 10, "\(installed)")
      for path in installed { #expect(FileManager.default.fileExists(atPath: path), "\(path)") }
      let manual = try #require(installed.first { $0.hasSuffix("share/man/ja/man1/shelf.1.gz") })
      let text = try Run(try #require(Tool("zcat").path), [manual])
      #expect(text.wait() == 0 && text.standardOutput.contains("名前"))
      #expect(Set(try run("uninstall")) == Set(installed))
      for path in installed { #expect(!FileManager.default.fileExists(atPath: path), "\(path)") }
      #expect(FileManager.default.fileExists(atPath: kept.path))
    }
  }
}
