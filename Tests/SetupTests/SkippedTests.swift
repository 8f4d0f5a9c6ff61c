import Foundation
import TestSupport
import Testing

/// `scripts/skipped` on what test runners print.
struct SkippedTests {
  private static let data =
    "➜ Test opens() skipped: \"../shared/data is not beside the checkout\"\n"
  private static let tool = "/a b/C.swift:12: C.testD : Test skipped - xdotool is not installed\n"
  private static let noise = """
    ◇ Test opens() started.
    Test Case 'C.testD' skipped (0.001 seconds)
    ✔ Test skipped() passed after 0.001 seconds.

    """

  private func skipped(_ log: String, isCI: Bool) throws -> (status: Int32, text: String) {
    let folder = try ScratchFolder()
    try folder.write(log, to: "log")
    var environment = ProcessInfo.processInfo.environment
    environment["CI"] = isCI ? "true" : nil
    let run = try Run(
      "\(Checkout.root.path)/scripts/skipped", [folder.url.appendingPathComponent("log").path],
      environment: environment)
    return (run.wait(), run.standardError)
  }

  @Test(arguments: [true, false]) func nothing(isCI: Bool) throws {
    let (status, text) = try skipped(Self.noise, isCI: isCI)
    #expect(status == 0)
    #expect(text == "skipped: no test was skipped\n")
  }

  @Test func eachIsCountedWithItsReason() throws {
    let log =
      Self.data + Self.tool + Self.noise
      + "C.swift:13: C.testE : Test skipped: required true value but got false - no dbus\n"
      + "➜ Test \"日本\" skipped.\n"
    let (status, text) = try skipped(log, isCI: false)
    #expect(status == 0)
    #expect(
      text == """
        skipped: 4 skipped:
          opens(): ../shared/data is not beside the checkout
          C.testD: xdotool is not installed
          C.testE: no dbus
          "日本": no reason is given

        """)
  }

  @Test func onlyTheDataMayBeAbsentInCI() throws {
    #expect(try skipped(Self.data + Self.noise, isCI: true).status == 0)
    #expect(try skipped(Self.data + Self.tool, isCI: true).status != 0)
  }
}
