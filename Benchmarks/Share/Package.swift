// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that nobody who builds the toolkit waits for it. It shares what is built:
//   swift build --package-path Benchmarks/Share --scratch-path .build/share -c release

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// The two programs of a sample that are written in Swift, in its folder.
func sample(_ name: String, _ products: [String] = []) -> [Target] {
  [
    .executableTarget(
      name: name + "Hikidashi",
      dependencies: (["Hikidashi"] + products).map { .product(name: $0, package: "hikidashi") },
      path: name + "/Hikidashi", swiftSettings: settings),
    .executableTarget(
      name: name + "Bare", dependencies: ["CBare", "CBareXML", "BareHelp"],
      path: name + "/Bare", swiftSettings: settings),
  ]
}

let samples = [
  sample("Alerts"), sample("Checks"), sample("List"), sample("Records"), sample("Settings"),
  sample("Tree"), sample("Pool"), sample("Scene"),
  sample("Feed", ["HikidashiFeeds"]),
]

let package = Package(
  name: "share",
  dependencies: [.package(name: "hikidashi", path: "../..")],
  targets: [
    .systemLibrary(
      name: "CBare", path: "CBare", pkgConfig: "libadwaita-1",
      providers: [.apt(["libadwaita-1-dev"])]),
    .systemLibrary(
      name: "CBareXML", path: "CBareXML", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"])]),
    .target(
      name: "BareHelp", dependencies: ["CBare"], path: "BareHelp", swiftSettings: settings),
  ] + samples.joined()
)
