import Foundation
import TestSupport
import Testing

/// `scripts/watchdog` on tests that end, fail and hang.
struct WatchdogTests {
  private static let log = """
    ◇ Test hangs(_:) started.
    ◇ Test case passing 1 argument 1 to hangs(_:) started.
    ◇ Test ends(a:b:) started.
    ✔ Test ends(a:b:) with 3 test cases passed after 0.1 seconds.
    ◇ Test fails() started.
    ✘ Test fails() failed after 0.02 seconds with 1 issue.
    Test Case 'A.testHangs' started at 2026-11-21 10:00:00.000
    Test Case 'A.testEnds' started at 2026-11-21 10:00:00.000
    Test Case 'A.testEnds' passed (0.1 seconds)

    """

  private func watched(_ command: String) throws -> (run: Run, log: URL, folder: ScratchFolder) {
    let folder = try ScratchFolder()
    try folder.write(Self.log, to: "printed")
    let log = folder.url.appendingPathComponent("log")
    var environment = ProcessInfo.processInfo.environment
    // Only programs of the build are looked into.
    environment["SWIFTPM_BUILD_DIR"] = folder.url.path
    let run = try Run(
      "\(Checkout.root.path)/scripts/watchdog",
      [log.path, "2", "sh", "-c", "cat printed; \(command)"],
      environment: environment, in: folder.url)
    return (run, log, folder)
  }

  /// The processes whose program lies in a folder.
  private static func programs(in folder: ScratchFolder) -> [String] {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.filter { process in
      let program = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/\(process)/exe")
      return program?.hasPrefix(folder.url.path + "/") ?? false
    }
  }

  @Test(.needs("eu-stack")) func whatHangsIsNamedAndEnded() throws {
    // Also one that heeds no signal, and whose parent ends without it. No shell waits for the other:
    // it might say in the log that it was killed.
    let (run, log, folder) = try watched(
      "cp $(command -v sleep) waits; (trap '' TERM; exec ./waits 600) & exec ./waits 600")
    #expect([128 + SIGTERM, 128 + SIGKILL].contains(run.wait()))
    #expect(Self.programs(in: folder) == [])
    let words = run.standardError
    let names = "these tests have not ended:\n  A.testHangs\n  hangs(_:)\n"
    #expect(words.hasSuffix("watchdog: nothing was printed for 2 s; " + names), "\(words)")
    #expect(words.contains("./waits 600") && words.contains("nanosleep"), "\(words)")
    #expect(try String(contentsOf: log, encoding: .utf8) == Self.log)
    withExtendedLifetime(folder) {}
  }

  @Test(arguments: [0, 7]) func whatEndsHasItsOutputAndItsStatus(_ status: Int32) throws {
    let (run, log, folder) = try watched("echo error >&2; exit \(status)")
    #expect(run.wait() == status)
    #expect(run.standardOutput == Self.log + "error\n")
    #expect(try String(contentsOf: log, encoding: .utf8) == Self.log + "error\n")
    withExtendedLifetime(folder) {}
  }
}
