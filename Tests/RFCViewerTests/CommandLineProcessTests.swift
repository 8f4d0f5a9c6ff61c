import Foundation
import TestSupport
import Testing

/// The program that was built with the tests.
enum BuiltProgram {
  /// Where it is: beside the bundle of the tests, or above it; nil where only tests were built.
  static let path: String? = {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    for _ in 0..<4 {
      let path = folder.appendingPathComponent("rfcviewer").path
      if FileManager.default.isExecutableFile(atPath: path) { return path }
      folder.deleteLastPathComponent()
    }
    return nil
  }()
}

/// The built program as a shell runs it: streams, codes, pipes.
@Suite(
  .enabled(
    if: BuiltProgram.path != nil, "rfcviewer is not built beside the tests"))
struct CommandLineProcessTests {
  private func run(_ arguments: String...) throws -> (code: Int32, output: String, errors: String) {
    let run = try Run(BuiltProgram.path ?? "", arguments, environment: ["LC_ALL": "C.UTF-8"])
    return (run.wait(), run.standardOutput, run.standardError)
  }

  /// Runs words of a shell; `$0` is the program and `$1` the argument.
  private func shell(_ script: String, _ argument: String = "") throws -> (
    code: Int32, output: String, errors: String
  ) {
    let run = try Run(
      "/bin/sh", ["-c", script, BuiltProgram.path ?? "", argument],
      environment: ["LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"])
    return (run.wait(), run.standardOutput, run.standardError)
  }

  @Test func answersOnStandardOutput() throws {
    let version = try run("--version")
    #expect(version.code == 0)
    #expect(version.output.hasPrefix("rfcviewer "))
    #expect(try run("help", "show").output.hasPrefix("Usage:\n  rfcviewer [OPTION…] show N\n"))
    let list = try run("list")
    #expect(list.code == 0)
    #expect(list.output.contains("Host Software"))
    #expect(list.errors.isEmpty)
  }

  @Test func readsStandardInputAndPipes() throws {
    let folder = try ScratchFolder()
    try folder.write(CommandLineTests.index, to: "index")
    let path = folder.url.appendingPathComponent("index").path
    let wanted = "entries 3, not issued 1, five-digit 1, highest 10027\n"
    #expect(try shell(#""$0" index - < "$1""#, path).output == wanted)
    #expect(try shell(#"cat "$1" | "$0" index -"#, path).output == wanted)
    #expect(try shell(#"cat "$1" | "$0" index /dev/stdin"#, path).output == wanted)
    let nothing = try shell(#""$0" index - < /dev/null"#)
    #expect(nothing.code == 1)
    #expect(nothing.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    ["--bad"], ["show", "x"], ["index", "/"], ["show", "99999", "--offline"], ["frob"],
  ])
  func complainsInOneLine(arguments: [String]) throws {
    let run = try Run(BuiltProgram.path ?? "", arguments, environment: ["LC_ALL": "C.UTF-8"])
    #expect([1, 2].contains(run.wait()))
    #expect(run.standardOutput.isEmpty)
    #expect(run.standardError.hasPrefix("rfcviewer: "))
    #expect(run.standardError.split(separator: "\n").count == 1)
  }

  @Test func endsQuietlyWhenNobodyReads() throws {
    let result = try shell(#""$0" list --json | true; "$0" show 0 | head -n 1"#)
    #expect(result.code == 0)
    #expect(result.errors.isEmpty)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func tellsWhenOutputCannotBeWritten() throws {
    let result = try shell(#""$0" list > /dev/full"#)
    #expect(result.code == 1)
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test(.needsSharedData, .needs("xz"))
  func countsTheRealIndexes() throws {
    let data = try #require(Checkout.sharedData).appendingPathComponent("index")
    let expected = try String(
      contentsOf: data.appendingPathComponent("EXPECTED.tsv"), encoding: .utf8)
    for row in expected.split(separator: "\n").dropFirst() {
      let fields = row.split(separator: "\t")
      let packed = data.appendingPathComponent("\(fields[0]).xz").path
      let result = try shell(#"xz -dc "$1" | "$0" index -"#, packed)
      let wanted =
        "entries \(fields[2]), not issued \(fields[3]), five-digit \(fields[4]), "
        + "highest \(fields[5])\n"
      #expect(result.output == wanted, "\(fields[0])")
      // Each has a handful of entries that had to be guessed about.
      #expect(result.errors == "rfcviewer: 10 warnings; --warnings shows them\n")
    }
  }
}
