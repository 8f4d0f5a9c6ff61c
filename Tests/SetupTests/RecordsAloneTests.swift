import Foundation
import TestSupport
import Testing

/// A package that uses `HikidashiRecords` and nothing else, on a machine without GTK and PostgreSQL.
struct RecordsAloneTests {
  @Test func aPackageThatUsesOnlyRecordsNeedsNeitherGTKNorPostgreSQL() async throws {
    // Building takes long, and of the threads that tasks share there are few.
    try await onOwnThread(build)
  }

  private func build() throws {
    let folder = try ScratchFolder()
    try folder.write(manifest, to: "Package.swift")
    try folder.write(program, to: "Sources/cards/main.swift")
    // The package manager asks the first pkg-config on PATH where a library is.
    try folder.write(hidingPkgConfig, to: "bin/pkg-config", mode: 0o755)
    var environment = Checkout.environmentElsewhere
    environment["PATH"] =
      folder.url.appendingPathComponent("bin").path + ":" + (environment["PATH"] ?? "")

    let swift = try #require(Tool("swift").path)
    let build = try Run(
      swift, ["build", "--product", "cards"], environment: environment, in: folder.url)
    let status = build.wait(within: 1_200)
    try #require(status == 0, "\(build.standardError)\n\(build.standardOutput)")

    let cards = folder.url.appendingPathComponent(".build/debug/cards").path
    let run = try Run(cards)
    #expect(run.wait() == 0)
    #expect(run.standardOutput == "佐藤\n山田\n")
    let libraries = try Run(try #require(Tool("ldd").path), [cards])
    #expect(libraries.wait() == 0)
    for hidden in ["libgtk", "libadwaita", "libpq", "libglib"] {
      #expect(!libraries.standardOutput.contains(hidden))
    }
  }

  private var manifest: String {
    """
    // swift-tools-version: 6.1
    import PackageDescription

    let package = Package(
      name: "cards",
      dependencies: [.package(name: "hikidashi", path: "\(Checkout.root.path)")],
      targets: [
        .executableTarget(
          name: "cards", dependencies: [.product(name: "HikidashiRecords", package: "hikidashi")])
      ]
    )
    """
  }

  private let program = """
    import HikidashiRecords

    let name = Field<String>("name", collation: .binary), rate = Field<Double>("rate")
    var cards = try RecordTable(Schema(name, rate))
    try cards.append { $0[name] = "山田"; $0[rate] = 4.5 }
    try cards.append { $0[name] = "佐藤"; $0[rate] = 3.5 }
    for number in cards.sorted(by: name) { print(cards[number, name]) }
    """

  private let hidingPkgConfig = """
    #!/bin/sh
    # A machine that has none of the libraries that the other modules need.
    echo "Package $* was not found" >&2
    exit 1
    """
}
