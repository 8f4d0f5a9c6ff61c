import Foundation
import Hikidashi
import TestSupport
import Testing

@testable import HikidashiTool

/// Apps of every kind; `make prove` builds them and runs their tests.
struct TemplateTests {
  private func run(_ arguments: [String], in folder: ScratchFolder) throws -> (
    status: Int32, errors: String
  ) {
    let run = try Run(
      try #require(Tool("env").path),
      ["-C", folder.url.path, try NewCommandTests.program, "new"] + arguments)
    return (run.wait(), run.standardError)
  }

  /// The paths of the files in a folder.
  private func files(in folder: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { path in
      var isFolder: ObjCBool = false
      let place = folder.appendingPathComponent(path).path
      return FileManager.default.fileExists(atPath: place, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }

  @Test(arguments: Template.apps.sorted { $0.key < $1.key })
  func anAppOfAKindHasItsNames(kind: String, app: String) async throws {
    try await onOwnThread {
      let folder = try ScratchFolder()
      let made = try run(["Shelf", "--kind", kind, "--id", "net.example.Shelf"], in: folder)
      #expect(made.status == 0, "\(made.errors)")
      let root = folder.url.appendingPathComponent("Shelf")
      let files = try files(in: root)
      #expect(files.count <= 20)
      #expect(files.contains("Sources/Shelf/main.swift"))
      #expect(files.contains("data/net.example.Shelf.svg"))
      #expect(files.contains { $0.hasPrefix("Tests/ShelfTests/") })
      let old = try Regex("(?i)(^|[^a-z0-9.])\(app)(?![a-su-z])")
      for file in files {
        let text = try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
        #expect(text.firstMatch(of: old) == nil, "\(file)")
        #expect(!text.contains("org.example."), "\(file)")
      }
      let manifest = root.appendingPathComponent("hikidashi.json")
      let described = try AppManifest(
        Array(Data(contentsOf: manifest)), file: manifest.path)
      #expect(described.id == "net.example.Shelf" && described.program == "shelf")
    }
  }

  @Test func whatTheToolkitCallsReaderKeepsItsName() async throws {
    try await onOwnThread {
      let folder = try ScratchFolder()
      #expect(try run(["Lectern", "--kind", "viewer"], in: folder).status == 0)
      let sources = folder.url.appendingPathComponent("Lectern/Sources/Lectern")
      let page = try String(
        contentsOf: sources.appendingPathComponent("Page.swift"), encoding: .utf8)
      #expect(page.contains("viewer.reader."))
      let window = try String(
        contentsOf: sources.appendingPathComponent("MainWindow.swift"), encoding: .utf8)
      #expect(window.contains("TextReader.keys"))
      let start = try String(
        contentsOf: sources.appendingPathComponent("main.swift"), encoding: .utf8)
      #expect(start.contains(#".environment("LECTERN")"#))
    }
  }

  @Test(arguments: [
    ("Thing", "tree"), ("Page", "viewer"), ("MainWindow", "records"), ("Observation", "tree"),
    ("HikidashiTea", "viewer"),
  ])
  func aNameOfTheKindsOwnIsRefused(name: String, kind: String) async throws {
    try await onOwnThread {
      let folder = try ScratchFolder()
      let made = try run([name, "--kind", kind], in: folder)
      #expect(made.status == 2)
      #expect(made.errors.contains("choose another"), "\(made.errors)")
    }
  }

  @Test func aNameOfAnotherKindIsFree() throws {
    #expect(try Template("tree", toolkit: nil).takenNames().isSuperset(of: ["Thing", "Detail"]))
    let names = try Template("viewer", toolkit: nil).takenNames()
    #expect(names.isSuperset(of: ["Article", "Page", "Hikidashi"]))
    #expect(!names.contains("Thing") && !names.contains("Reader"))
  }

  @Test(arguments: ["tree", "viewer"])
  func anAppIsBuiltAndTested(kind: String) async throws {
    guard testSteps(0) > 0 else { return }
    try await onOwnThread {
      let folder = try ScratchFolder()
      #expect(try run(["Shelf", "--kind", kind], in: folder).status == 0)
      var environment = Checkout.environmentElsewhere
      environment["HIKIDASHI_BUILDS"] = folder.url.appendingPathComponent("builds").path
      let shelf = folder.url.appendingPathComponent("Shelf").path
      let tested = try Run(
        try #require(Tool("make").path), ["-C", shelf, "test"], environment: environment)
      #expect(
        tested.wait(within: 1_800) == 0, "\(tested.standardError)\n\(tested.standardOutput)")
    }
  }
}
