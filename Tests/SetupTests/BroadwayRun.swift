import Foundation
import TestSupport
import Testing

/// A command that `scripts/with-broadway` runs.
struct BroadwayRun {
  let run: Run
  let address: PrintedAddress

  /// Where this build is, below which the script looks for the proxy; and the build itself.
  static let products: URL = {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: tests).deletingLastPathComponent()
  }()

  /// Starts a command of the shell, and waits for the address.
  init(_ command: String, environment changes: [String: String?] = [:]) throws {
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFTPM_BUILD_DIR"] = Self.products.deletingLastPathComponent().path
    for (name, value) in changes { environment[name] = value }
    run = try Run(
      // A runner that ignores interrupts would have the script ignore them too.
      "/usr/bin/env",
      [
        "--default-signal=HUP,INT,TERM", "\(Checkout.root.path)/scripts/with-broadway", "sh", "-c",
        command,
      ], environment: environment)
    address = try #require(PrintedAddress(in: run.standardError(until: "program.\n")))
  }

  /// The number of a process below the script.
  func process(_ name: String) throws -> Int32 {
    let found = ProcessTable.descendants(of: run.identifier).filter { $1 == name }
    return try #require(found.keys.first, "no \(name) runs below the script")
  }
}
