import Foundation
package import Testing

/// A program that a test needs and that this machine may lack.
package struct Tool: Sendable {
  package let name: String

  package init(_ name: String) { self.name = name }

  /// Where `PATH` has it; nil when it is not installed.
  package var path: String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return folders.split(separator: ":").lazy
      .map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Why a test without it is skipped.
  package var reason: String { "\(name) is not installed; make test installs it where it can" }
}

extension Trait where Self == ConditionTrait {
  /// Skips the test, and says why, where one of `tools` is missing; with `CI=true` the test runs
  /// and fails.
  ///
  /// ```swift
  /// @Test(.needs("xdotool")) func click() throws { … }
  /// ```
  package static func needs(_ tools: String...) -> Self {
    let missing = tools.map(Tool.init).first { $0.path == nil }
    let isCI = ProcessInfo.processInfo.environment["CI"] == "true"
    return .enabled(if: isCI || missing == nil, "\(missing?.reason ?? "")")
  }
}
