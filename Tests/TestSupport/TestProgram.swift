import Foundation

/// A program of this package that tests start: it stands beside them.
package enum TestProgram {
  package static func path(_ name: String) -> String {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent(name).path
  }
}
