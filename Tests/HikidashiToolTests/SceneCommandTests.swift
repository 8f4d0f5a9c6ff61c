import Foundation
import TestSupport
import XCTest

/// `hikidashi scene` and `check` as a process of its own, without a display.
final class SceneCommandTests: XCTestCase {
  private static let scene = """
    { "size": [120, 80], "items": [
      { "text": "Hello", "tracks": [
        { "property": "position", "from": [20, 40], "to": [100, 40], "duration": 0.5 },
        { "property": "rotation-y", "from": 0, "to": 60, "duration": 0.5 } ] } ] }
    """

  private func run(
    _ command: String, _ arguments: [String]
  ) throws -> (status: Int32, output: String, errors: String) {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = URL(fileURLWithPath: tests).deletingLastPathComponent()
      .appendingPathComponent("hikidashi").path
    var environment = ProcessInfo.processInfo.environment
    environment["DISPLAY"] = nil
    environment["WAYLAND_DISPLAY"] = nil
    let run = try Run(program, [command] + arguments, environment: environment)
    return (run.wait(), run.standardOutput, run.standardError)
  }

  private func file(_ text: String, in scratch: ScratchFolder) throws -> String {
    let path = scratch.url.appendingPathComponent("scene.json").path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  func testASceneIsCheckedAndExportedTheSameEachTime() throws {
    let scratch = try ScratchFolder()
    let path = try file(Self.scene, in: scratch)
    let check = try run("check", [path])
    XCTAssertEqual(check.status, 0)
    XCTAssertEqual(check.output, "\(path): a scene of 1 part, 0.5 s\n")
    var files: [[Data]] = []
    for name in ["one", "two"] {
      let folder = scratch.url.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let (sheet, animation) = ("\(folder.path)/sheet.png", "\(folder.path)/scene.webp")
      let export = try run(
        "scene",
        [
          path, "--sheet", sheet, "--animation", animation, "--pictures", folder.path,
        ])
      XCTAssertEqual(export.status, 0, export.errors)
      XCTAssertEqual(export.output + export.errors, "")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      XCTAssertEqual(names.count, 18)
      files.append(try names.map { try Data(contentsOf: folder.appendingPathComponent($0)) })
    }
    XCTAssertEqual(files[0], files[1])
  }

  func testWhatIsWrongIsSaidInALine() throws {
    let scratch = try ScratchFolder()
    let path = try file(Self.scene, in: scratch)
    func expect(
      _ arguments: [String], _ status: Int32, _ words: String, line: UInt = #line
    ) throws {
      let result = try run("scene", arguments)
      XCTAssertEqual(result.status, status, line: line)
      XCTAssertTrue(result.errors.contains(words), result.errors, line: line)
      XCTAssertEqual(result.errors.filter { $0 == "\n" }.count, 1, result.errors, line: line)
      XCTAssertEqual(result.output, "", line: line)
    }
    try expect(["/nowhere/scene.json", "--sheet", "a.png"], 1, "cannot read /nowhere/scene.json")
    try expect([path, "--sheet", "/nowhere/a.png"], 1, "/nowhere/a.png")
    try expect([path, "--animation", "/nowhere/a.webp"], 1, "/nowhere/a.webp")
    try expect([path, "--pictures", "/nowhere"], 1, "/nowhere/00000.png")
    try expect([path, "--shet"], 2, "there is no option --shet; did you mean --sheet?")
    try expect([path, "--sheet"], 2, "--sheet needs a value")
    try expect([path, "--seconds", "-1"], 2, "“-1” is no number of seconds above 0")
    try expect([], 2, "“scene” needs the file of a scene")
    try expect([path], 2, "--sheet, --animation or --pictures is expected")
    for (text, words) in [
      ("{ \"items\": [ }", "wrong at line 1"),
      (#"{ "items": [{ "text": "a", "onStart": "chime" }] }"#, "the hook “chime” at items[0]"),
      (#"{ "items": [{ "widget": "clock" }] }"#, "the widget “clock” at items[0]"),
      (#"{ "items": [{ "text": "a", "duration": -1 }] }"#, "items[0].duration"),
      (
        #"{ "items": [{ "text": "a" }, { "image": "misspelt.png", "id": "leaf" }] }"#,
        "items[1].image is wrong: “misspelt.png” is no file of a picture"
      ),
      (#"{ "items": [{ "image": "scene.json" }] }"#, "items[0].image is wrong: “scene.json”"),
    ] {
      try expect([try file(text, in: scratch), "--sheet", "/nowhere/a.png"], 1, words)
    }
    let endless = try file(
      #"{ "repeats": "endless", "items": [{ "text": "a", "duration": 1 }] }"#, in: scratch)
    try expect([endless, "--sheet", "\(scratch.url.path)/a.png"], 1, "never ends")
  }

  func testHelpIsOfUse() throws {
    let help = try run("scene", ["--help"])
    XCTAssertEqual(help.status, 0)
    XCTAssertEqual(help.errors, "")
    for option in ["--sheet", "--animation", "--pictures", "--seconds"] {
      XCTAssertTrue(help.output.contains(option))
    }
  }
}
