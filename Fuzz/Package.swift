// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that the fuzzer's instrumentation stays out of everything else:
//   swift build --package-path Fuzz -c release --sanitize fuzzer

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  // The fuzzer brings the program's main function along.
  .unsafeFlags(["-parse-as-library"]),
]

func fuzzer(
  _ name: String, of products: [String] = ["RFCKit"], with targets: [Target.Dependency] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: products.map { .product(name: $0, package: "hikidashi") } + targets,
    swiftSettings: settings)
}

let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "hikidashi", path: "..")],
  targets: [
    fuzzer("FuzzIndex"), fuzzer("FuzzDocument"), fuzzer("FuzzQuery"),
    fuzzer("FuzzDelimited", of: ["HikidashiRecords"]),
    fuzzer("FuzzSchema", of: ["HikidashiRecords"]),
    fuzzer("FuzzSearch", of: ["HikidashiRecords"]),
    fuzzer("FuzzTimeline", of: ["TimelineKit", "HikidashiFeeds", "HikidashiLoading"]),
    fuzzer("FuzzOPML", of: ["TimelineKit", "HikidashiLoading"]),
    fuzzer("FuzzFeed", of: ["HikidashiFeeds", "HikidashiLoading"]),
    fuzzer("FuzzHTML", of: ["HikidashiWidgets"]),
    fuzzer("FuzzScenes", of: ["HikidashiMotion"]),
    fuzzer("FuzzCatalogue", of: ["HikidashiLocalization"]),
    .target(
      name: "EditedTable", dependencies: [.product(name: "Hikidashi", package: "hikidashi")],
      swiftSettings: settings),
    fuzzer("FuzzTables", of: ["Hikidashi", "HikidashiWidgetTesting"], with: ["EditedTable"]),
    fuzzer("FuzzFrames", of: ["Hikidashi", "HikidashiWidgetTesting"], with: ["EditedTable"]),
  ]
)
