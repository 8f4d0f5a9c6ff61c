import Foundation
import TestSupport
import Testing

/// A package that depends on this one by address and version, as on any other.
struct VersionDependencyTests {
  /// Looks at the version that a release would have; `make prove` builds and runs a program of what is
  /// committed, which takes minutes.
  @Test func aPackageDependsOnItByAddressAndVersion() async throws {
    let version = try Self.version
    guard testSteps(0) > 0 else { return }
    try await onOwnThread {
      let folder = try ScratchFolder()
      let toolkit = folder.url.appendingPathComponent("hikidashi")
      try git(["clone", "--quiet", Checkout.root.path, toolkit.path])
      // By force, as the release may be tagged already.
      try git(["-C", toolkit.path, "tag", "--force", version])
      try folder.write(manifest(toolkit, version), to: "cards/Package.swift")
      try folder.write(Self.program, to: "cards/Sources/cards/main.swift")

      let cards = folder.url.appendingPathComponent("cards")
      // A cache of its own, so that nothing of this stays behind.
      let cache = folder.url.appendingPathComponent("cache").path
      let build = try Run(
        try #require(Tool("swift").path), ["build", "--cache-path", cache],
        environment: Checkout.environmentElsewhere, in: cards)
      let status = build.wait(within: 1_800)
      try #require(status == 0, "\(build.standardError)\n\(build.standardOutput)")
      let resolved = try #require(folder.read("cards/Package.resolved"))
      #expect(resolved.contains("\"version\" : \"\(version)\""))

      let run = try Run(cards.appendingPathComponent(".build/debug/cards").path)
      #expect(run.wait() == 0, "\(run.standardError)")
      #expect(run.standardOutput == "佐藤\n山田\n")
    }
  }

  /// That of the newest section of the changelog that has one.
  private static var version: String {
    get throws {
      let changelog = try String(
        contentsOf: Checkout.root.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
      return String(try #require(changelog.firstMatch(of: /(?m)^## (\d+\.\d+\.\d+) \(/)).1)
    }
  }

  private func git(_ arguments: [String]) throws {
    let git = try Run(try #require(Tool("git").path), arguments)
    try #require(git.wait() == 0, "\(git.standardError)")
  }

  private func manifest(_ toolkit: URL, _ version: String) -> String {
    """
    // swift-tools-version: 6.1
    import PackageDescription

    let package = Package(
      name: "cards",
      dependencies: [.package(url: "file://\(toolkit.path)", from: "\(version)")],
      targets: [
        .executableTarget(
          name: "cards", dependencies: [.product(name: "Hikidashi", package: "hikidashi")])
      ]
    )
    """
  }

  private static let program = """
    import Hikidashi

    let name = Field<String>("name", collation: .binary)
    var cards = try RecordTable(Schema(name))
    try cards.append { $0[name] = "山田" }
    try cards.append { $0[name] = "佐藤" }
    for number in cards.sorted(by: name) { print(cards[number, name]) }
    """
}
