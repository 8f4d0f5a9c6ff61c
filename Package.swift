// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], resources: [Resource]? = nil
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, resources: resources, swiftSettings: settings)
}

let package = Package(
  name: "hikidashi",
  products: [
    .library(name: "Hikidashi", targets: ["Hikidashi"]),
    .library(name: "Records", targets: ["Records"]),
    .library(name: "Storage", targets: ["Storage"]),
    .library(name: "Preferences", targets: ["Preferences"]),
    .library(name: "StorageTesting", targets: ["StorageTesting"]),
    .library(name: "PostgresStorage", targets: ["PostgresStorage"]),
    .library(name: "Loading", targets: ["Loading"]),
    .library(name: "LoadingCache", targets: ["LoadingCache"]),
    .library(name: "Feeds", targets: ["Feeds"]),
    .library(name: "LoadingTesting", targets: ["LoadingTesting"]),
    .library(name: "Outlines", targets: ["Outlines"]),
    .library(name: "Motion", targets: ["Motion"]),
    .library(name: "Presentation", targets: ["Presentation"]),
    .library(name: "PresentationTesting", targets: ["PresentationTesting"]),
    .library(name: "Widgets", targets: ["Widgets"]),
    .library(name: "WidgetTesting", targets: ["WidgetTesting"]),
    .library(name: "WorkQueues", targets: ["WorkQueues"]),
    .library(name: "WorkQueuesTesting", targets: ["WorkQueuesTesting"]),
    .library(name: "RFCKit", targets: ["RFCKit"]),
    .executable(name: "rfcviewer", targets: ["RFCViewer"]),
    .executable(name: "gallery", targets: ["Gallery"]),
    .executable(name: "animals", targets: ["Animals"]),
    .executable(name: "broadway-proxy", targets: ["BroadwayProxy"]),
    .executable(name: "bench", targets: ["Bench"]),
  ],
  targets: [
    .systemLibrary(
      name: "CGTK", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev"])]),
    .systemLibrary(name: "CIntl"),
    .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
    .target(
      name: "CWidgetBridge", dependencies: ["CGTK"], linkerSettings: [.linkedLibrary("dispatch")]),

    .target(
      name: "CICU", linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),
    .target(name: "CScan"),
    .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "CPostgreSQL"),

    .systemLibrary(
      name: "CXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CMarkdown", pkgConfig: "md4c", providers: [.apt(["libmd4c-dev"])]),
    .systemLibrary(name: "CWebP", pkgConfig: "libwebpmux", providers: [.apt(["libwebp-dev"])]),
    .target(name: "CSecret"),
    .target(name: "CCurl"),

    library("Support", ["CIntl"]),
    library("Values"),
    library("Records", ["Support", "Values", "CICU", "CScan"]),
    library("Storage", ["Support", "Records", "CSQLite"]),
    library("Preferences", ["Support", "Values", "Records", "Storage", "CSecret"]),
    library("StorageTesting", ["Storage", "Records", "Support"]),
    library("PostgresStorage", ["Storage", "WorkQueues", "Records", "Support", "CPostgreSQL"]),
    library("Loading", ["Support", "Values", "CCurl", "CXML"]),
    library("LoadingCache", ["Loading", "Storage", "Support"]),
    library("Feeds", ["Loading", "Support", "CXML"]),
    library("LoadingTesting", ["Loading", "Support"]),
    library("Outlines", ["Support"]),
    library("Motion", ["Support", "Values"]),
    library("Presentation", ["Support"]),
    library("WorkQueues", ["Support", "Storage"]),
    library("WorkQueuesTesting", ["WorkQueues", "Support"]),
    library("PresentationTesting", ["Presentation", "Support"]),
    library(
      "Widgets",
      [
        "Support", "Values", "Motion", "Outlines", "Presentation", "Preferences", "Records",
        "Loading", "CGTK", "CMarkdown", "CWebP", "CWidgetBridge",
      ]),
    .target(
      name: "CXTest", dependencies: ["CGTK"],
      linkerSettings: [.linkedLibrary("X11"), .linkedLibrary("Xtst")]),
    library("WidgetTesting", ["Widgets", "Outlines", "CGTK", "CXTest"]),
    library(
      "Hikidashi",
      [
        "Records", "Storage", "Preferences", "Loading", "LoadingCache", "Motion", "Outlines",
        "Presentation", "Widgets", "WorkQueues",
      ]),

    .target(
      name: "RFCKit", dependencies: ["Support", "Records", "Storage", "Loading", "WorkQueues"],
      path: "Apps/RFCKit",
      resources: [.embedInCode("Library/rfc-index.txt"), .embedInCode("Library/guide.txt")],
      swiftSettings: settings),
    .executableTarget(
      name: "RFCViewer",
      dependencies: [
        "Hikidashi", "Loading", "Preferences", "Records", "WorkQueues", "PostgresStorage", "RFCKit",
        "Support", "CGLib",
      ],
      path: "Apps/RFCViewer", swiftSettings: settings),
    .executableTarget(
      name: "Gallery", dependencies: ["Hikidashi", "Feeds", "LoadingTesting", "Support"],
      path: "Apps/Gallery", swiftSettings: settings),
    .executableTarget(
      name: "Animals", dependencies: ["Hikidashi"], path: "Apps/Animals", swiftSettings: settings),
    .executableTarget(
      name: "BroadwayProxy", dependencies: ["Support"], path: "Apps/BroadwayProxy",
      swiftSettings: settings),

    .executableTarget(
      name: "Bench",
      dependencies: [
        "Records", "Storage", "PostgresStorage", "Preferences", "Outlines", "RFCKit", "Support",
        "Widgets",
        "WidgetTesting", "WorkQueues", "Loading", "Motion", "BenchPeers", "CGTK", "CSQLite",
      ],
      path: "Benchmarks/Bench", swiftSettings: settings),
    .target(
      name: "BenchPeers", dependencies: ["CGTK"], path: "Benchmarks/Peers",
      cxxSettings: [.unsafeFlags(["-O3", "-march=native"])],
      linkerSettings: [
        .linkedLibrary("pcre2-8"), .linkedLibrary("sqlite3"), .linkedLibrary("icui18n"),
        .linkedLibrary("icuuc"), .linkedLibrary("simdjson"),
      ]),
    .executableTarget(name: "BareWindow", dependencies: ["CGTK"], path: "Benchmarks/BareWindow"),

    .target(
      name: "TestSupport", dependencies: ["Support", "CCurl"], path: "Tests/TestSupport",
      swiftSettings: settings),
    tests("SetupTests", ["Animals", "BroadwayProxy", "Support", "TestSupport"]),
    tests("BenchTests", ["Bench", "BenchPeers", "Support"]),
    tests("SupportTests", ["Support", "TestSupport"]),
    tests("RecordsTests", ["Records", "Support", "TestSupport", "Values"]),
    .executableTarget(
      name: "StorageWriter", dependencies: ["Loading", "Storage", "Records", "Support"],
      path: "Tests/StorageWriter", swiftSettings: settings),
    tests(
      "StorageTests",
      [
        "Storage", "Records", "StorageTesting", "StorageWriter", "Support", "CSQLite",
        "TestSupport",
      ]),
    .executableTarget(
      name: "PreferencesWriter", dependencies: ["Preferences", "Storage", "Support"],
      path: "Tests/PreferencesWriter", swiftSettings: settings),
    tests(
      "PreferencesTests",
      [
        "AllocationCounter", "Preferences", "PreferencesWriter", "Records", "Storage",
        "StorageTesting", "Support", "TestSupport", "Values",
      ]),
    tests(
      "LoadingTests",
      ["Loading", "LoadingCache", "LoadingTesting", "Storage", "Support", "CCurl", "TestSupport"]),
    tests("FeedsTests", ["Feeds", "Loading", "LoadingTesting", "Support", "TestSupport"]),
    .executableTarget(
      name: "PostgresWriter", dependencies: ["PostgresStorage", "Storage", "Records", "Support"],
      path: "Tests/PostgresWriter", swiftSettings: settings),
    tests(
      "PostgresStorageTests",
      [
        "PostgresStorage", "PostgresWriter", "JobWorker", "Storage", "StorageTesting", "WorkQueues",
        "WorkQueuesTesting", "Records", "Support", "TestSupport",
      ]),
    .target(name: "CAllocations", path: "Tests/CAllocations"),
    .executableTarget(
      name: "AllocationCounter",
      dependencies: ["CAllocations", "Motion", "Preferences", "Storage", "Support"],
      path: "Tests/AllocationCounter", swiftSettings: settings),
    tests("OutlinesTests", ["Outlines", "Support", "TestSupport"]),
    tests("MotionTests", ["AllocationCounter", "Motion", "Support", "TestSupport"]),
    tests(
      "PresentationTests", ["Presentation", "PresentationTesting", "Support", "TestSupport"]),
    .executableTarget(
      name: "JobWorker", dependencies: ["PostgresStorage", "WorkQueues"], path: "Tests/JobWorker",
      swiftSettings: settings),
    tests(
      "WorkQueuesTests",
      [
        "WorkQueues", "WorkQueuesTesting", "JobWorker", "Presentation", "PresentationTesting",
        "Support", "TestSupport",
      ]),
    tests("RFCKitTests", ["RFCKit", "Loading", "Records", "Storage", "Support", "TestSupport"]),
    .executableTarget(
      name: "SavingApp", dependencies: ["Hikidashi", "Support"], path: "Tests/SavingApp",
      swiftSettings: settings),
    tests(
      "WidgetsTests",
      [
        "Hikidashi", "Widgets", "WidgetTesting", "Outlines", "Presentation", "Preferences",
        "Records", "Loading", "LoadingTesting", "Motion", "Storage", "StorageTesting", "SavingApp",
        "Support", "TestSupport", "CGTK",
      ]),
    tests("GalleryTests", ["Gallery", "Hikidashi", "TestSupport", "WidgetTesting", "CGTK"]),
    tests(
      "RFCViewerTests",
      [
        "RFCViewer", "RFCKit", "Loading", "WidgetTesting", "WorkQueues", "Support", "TestSupport",
      ]),
  ],
  cxxLanguageStandard: .cxx20
)
