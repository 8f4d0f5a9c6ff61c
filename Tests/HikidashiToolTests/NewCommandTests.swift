import Foundation
import Hikidashi
import TestSupport
import Testing

@testable import HikidashiTool

/// Apps that are made; `make prove` builds one and runs its tests.
struct NewCommandTests {
  static var program: String {
    get throws {
      let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return URL(fileURLWithPath: tests).deletingLastPathComponent()
        .appendingPathComponent("hikidashi").path
    }
  }

  private func run(
    _ arguments: [String], in folder: ScratchFolder
  ) throws -> (status: Int32, output: String, errors: String) {
    let run = try Run(
      try #require(Tool("env").path), ["-C", folder.url.path, try Self.program] + arguments)
    return (run.wait(), run.standardOutput, run.standardError)
  }

  @Test func anAppHasTheNamesThatItWasGiven() async throws {
    try await onOwnThread {
      let folder = try ScratchFolder()
      let made = try run(["new", "Shelf"], in: folder)
      #expect(made.status == 0, "\(made.errors)")
      #expect(made.output.hasSuffix("Next: cd Shelf && make run\n"))
      let root = folder.url.appendingPathComponent("Shelf")
      let files = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter {
        var isFolder: ObjCBool = false
        let path = root.appendingPathComponent($0).path
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
          && !isFolder.boolValue
      }
      #expect(made.output.hasPrefix("Shelf: \(files.count) files\n"))
      #expect(files.count <= 20)
      #expect(files.contains("Sources/Shelf/main.swift"))
      #expect(files.contains("data/org.example.Shelf.svg"))
      for file in files {
        let text = try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
        #expect(!text.lowercased().contains("drawer"), "\(file)")
        #expect(!text.contains("../.."), "\(file)")
      }
      let root2 = root.appendingPathComponent("ci").path
      #expect(FileManager.default.isExecutableFile(atPath: root2))
      // Nothing that is there is written over.
      let again = try run(["new", "Shelf"], in: folder)
      #expect(again.status == 1)
      #expect(again.errors.contains("Shelf is there already"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["Shelf"])
    }
  }

  @Test func namesThatHaveThatOfTheTemplateInThemAreReplacedOnce() async throws {
    try await onOwnThread {
      let folder = try ScratchFolder()
      let made = try run(["new", "MyDrawers", "--id", "org.drawer.Drawer"], in: folder)
      #expect(made.status == 0, "\(made.errors)")
      let root = folder.url.appendingPathComponent("MyDrawers")
      let file = root.appendingPathComponent("hikidashi.json")
      let app = try AppManifest(Array(Data(contentsOf: file)), file: file.path)
      #expect(app.name == "MyDrawers" && app.program == "mydrawers" && app.product == "MyDrawers")
      #expect(app.id == "org.drawer.Drawer" && app.icon == "data/org.drawer.Drawer.svg")
    }
  }

  @Test(arguments: [
    (["new"], 2, "needs the name of the app"), (["new", "shelf"], 2, "cannot name an app"),
    (["new", "../Shelf"], 2, "cannot name an app"), (["new", "Shelf\u{200D}"], 2, "cannot name"),
    (["new", "Foundation"], 2, "choose another"),
    (["new", "Shelf", "--id", "shelf"], 2, "org.example.Shelf"),
    (["new", "Shelf", "--kind", "game"], 2, "only records"),
    (["new", "Shelf", "--toolkit", "/tmp"], 1, "no checkout of Hikidashi"),
  ])
  func whatCannotBeMadeIsSaid(arguments: [String], status: Int32, words: String) async throws {
    try await onOwnThread {
      let folder = try ScratchFolder()
      let result = try run(arguments, in: folder)
      #expect(result.status == status)
      #expect(result.errors.contains(words), "\(result.errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }
  }

  /// With a build folder of its own, as on a machine that has none yet; `make prove` alone waits for it.
  @Test func anAppIsBuiltAndTested() async throws {
    guard testSteps(0) > 0 else { return }
    try await onOwnThread {
      let folder = try ScratchFolder()
      #expect(try run(["new", "Shelf", "--id", "net.example.Shelf"], in: folder).status == 0)
      var environment = Checkout.environmentElsewhere
      environment["HIKIDASHI_BUILDS"] = folder.url.appendingPathComponent("builds").path
      environment["HIKIDASHI_SCREENSHOT"] = folder.url.appendingPathComponent("first.png").path
      let make = try #require(Tool("make").path)
      let shelf = folder.url.appendingPathComponent("Shelf").path
      for target in ["run", "test"] {
        let made = try Run(make, ["-C", shelf, target], environment: environment)
        #expect(made.wait(within: 1_800) == 0, "\(made.standardError)\n\(made.standardOutput)")
      }
      let picture = try Data(contentsOf: folder.url.appendingPathComponent("first.png"))
      #expect(picture.count > 5_000)
    }
  }
}
