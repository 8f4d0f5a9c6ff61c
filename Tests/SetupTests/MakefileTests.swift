import Foundation
import TestSupport
import Testing

/// The targets of the Makefile, and what they pass on.
@Suite(.needs("make"))
struct MakefileTests {
  private func make(_ arguments: String...) throws -> (status: Int32, output: String) {
    // Tests that make itself has started must not inherit its flags.
    let environment = ProcessInfo.processInfo.environment.filter {
      !["MAKEFLAGS", "MFLAGS", "MAKELEVEL", "ARGS"].contains($0.key)
    }
    let make = try #require(Tool("make").path)
    let run = try Run(make, arguments, environment: environment)
    return (run.wait(), run.standardOutput)
  }

  @Test(arguments: [[], ["help"]])
  func helpListsEveryTarget(arguments: [String]) throws {
    let makefile = try String(
      contentsOf: Checkout.root.appendingPathComponent("Makefile"), encoding: .utf8)
    let lines = makefile.replacing("\\\n", with: " ").split(separator: "\n")
    let phony = try #require(lines.first { $0.hasPrefix(".PHONY:") })
    let targets = phony.dropFirst(".PHONY:".count).split { $0.isWhitespace }
    let (status, output) = try arguments.isEmpty ? make() : make(arguments[0])
    #expect(status == 0)
    let listed = output.split(separator: "\n").map { $0.split(separator: " ")[1] }
    #expect(listed.sorted() == targets.sorted())
    #expect(targets.count >= 13)
  }

  @Test func argumentsArePassedOnWithTheirQuotes() throws {
    let (status, output) = try make("-n", "run", "ARGS=--mirror \"a folder\" show 1")
    #expect(status == 0)
    #expect(output == "exec scripts/run rfcviewer --mirror \"a folder\" show 1\n")
  }
}
