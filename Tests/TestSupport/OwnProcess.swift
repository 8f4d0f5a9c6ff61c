internal import Foundation
internal import HikidashiBase
package import XCTest

extension XCTestCase {
  /// Runs a test in a process of its own, for what GDK remembers and would lie in the way of later
  /// tests: after a drag, windows get the keyboard no more.
  ///
  /// - Parameter environment: What is other than in the test's own, as the language.
  package func inOwnProcess(
    _ test: String = #function, environment: [String: String] = [:], _ body: () throws -> Void
  ) throws {
    let key = "HIKIDASHI_OWN_PROCESS"
    if Environment.value(key) != nil { return try body() }
    let name = String(reflecting: type(of: self)) + "/" + test.prefix { $0 != "(" }
    let run = try Run(
      executablePath(), [name],
      environment: ProcessInfo.processInfo.environment.merging([key: "1"]) { $1 }
        .merging(environment) { $1 })
    // A proof takes longer than a test.
    let status = run.wait(within: 3_000)
    let output = run.standardOutput
    XCTAssertEqual(status, 0, output + run.standardError)
    XCTAssertTrue(output.contains("Executed 1 test, with 0 failures"), output)
  }
}
