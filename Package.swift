// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A room: the module is called `Hikidashi` and the folder, so that no other package has one of its name.
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies,
    path: "Sources/" + (name == "Hikidashi" ? name : String(name.dropFirst("Hikidashi".count))),
    swiftSettings: settings)
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
    .library(name: "HikidashiLocalization", targets: ["HikidashiLocalization"]),
    .library(name: "HikidashiRecords", targets: ["HikidashiRecords"]),
    .library(name: "HikidashiScenes", targets: ["HikidashiScenes"]),
    .library(name: "HikidashiStorage", targets: ["HikidashiStorage"]),
    .library(name: "HikidashiPreferences", targets: ["HikidashiPreferences"]),
    .library(name: "HikidashiCommands", targets: ["HikidashiCommands"]),
    .library(name: "HikidashiStorageTesting", targets: ["HikidashiStorageTesting"]),
    .library(name: "HikidashiPostgresStorage", targets: ["HikidashiPostgresStorage"]),
    .library(name: "HikidashiLoading", targets: ["HikidashiLoading"]),
    .library(name: "HikidashiLoadingCache", targets: ["HikidashiLoadingCache"]),
    .library(name: "HikidashiFeeds", targets: ["HikidashiFeeds"]),
    .library(name: "HikidashiLoadingTesting", targets: ["HikidashiLoadingTesting"]),
    .library(name: "HikidashiOutlines", targets: ["HikidashiOutlines"]),
    .library(name: "HikidashiMotion", targets: ["HikidashiMotion"]),
    .library(name: "HikidashiPresentation", targets: ["HikidashiPresentation"]),
    .library(name: "HikidashiPresentationTesting", targets: ["HikidashiPresentationTesting"]),
    .library(name: "HikidashiWidgets", targets: ["HikidashiWidgets"]),
    .library(name: "HikidashiWidgetTesting", targets: ["HikidashiWidgetTesting"]),
    .library(name: "HikidashiWorkQueues", targets: ["HikidashiWorkQueues"]),
    .library(name: "HikidashiWorkQueuesTesting", targets: ["HikidashiWorkQueuesTesting"]),
    .library(name: "RFCKit", targets: ["RFCKit"]),
    .library(name: "TimelineKit", targets: ["TimelineKit"]),
    .executable(name: "rfcviewer", targets: ["RFCViewer"]),
    .executable(name: "timeline", targets: ["Timeline"]),
    .executable(name: "gallery", targets: ["Gallery"]),
    .executable(name: "hikidashi", targets: ["HikidashiTool"]),
    .executable(name: "animals", targets: ["Animals"]),
    .executable(name: "inventory", targets: ["Inventory"]),
    .executable(name: "classic", targets: ["Classic"]),
    .executable(name: "feeds", targets: ["Feeds"]),
    .executable(name: "broadway-proxy", targets: ["BroadwayProxy"]),
    .executable(name: "bench", targets: ["Bench"]),
  ],
  targets: [
    .systemLibrary(
      name: "CHikidashiGTK", path: "Sources/CGTK", pkgConfig: "libadwaita-1",
      providers: [.apt(["libadwaita-1-dev"])]),
    .target(
      name: "CHikidashiWidgetBridge", dependencies: ["CHikidashiGTK"],
      path: "Sources/CWidgetBridge", linkerSettings: [.linkedLibrary("dispatch")]),

    .target(
      name: "CHikidashiICU", path: "Sources/CICU",
      linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),
    .target(name: "CHikidashiScan", path: "Sources/CScan"),
    .target(
      name: "CHikidashiSQLite", path: "Sources/CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]
    ),
    .target(name: "CHikidashiOpenSSL", path: "Sources/COpenSSL"),
    .target(
      name: "CHikidashiPostgreSQL", dependencies: ["CHikidashiOpenSSL"],
      path: "Sources/CPostgreSQL"),

    .systemLibrary(
      name: "CHikidashiXML", path: "Sources/CXML", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(
      name: "CHikidashiMarkdown", path: "Sources/CMarkdown", pkgConfig: "md4c",
      providers: [.apt(["libmd4c-dev"])]),
    .systemLibrary(
      name: "CHikidashiWebP", path: "Sources/CWebP", pkgConfig: "libwebpmux",
      providers: [.apt(["libwebp-dev"])]),
    .target(name: "CHikidashiSecret", path: "Sources/CSecret"),
    .target(
      name: "CHikidashiCurl", dependencies: ["CHikidashiOpenSSL"], path: "Sources/CCurl"),

    // What it embeds lies beside the sources, where translators look for it.
    .target(name: "CHikidashiCatalogues", path: "Sources/CCatalogues"),
    library("HikidashiLocalization"),
    library("HikidashiGeometry"),
    library("HikidashiBase", ["HikidashiLocalization", "CHikidashiCatalogues"]),
    library("HikidashiValues", ["HikidashiBase", "CHikidashiScan"]),
    library(
      "HikidashiRecords", ["HikidashiBase", "HikidashiValues", "CHikidashiICU", "CHikidashiScan"]),
    library("HikidashiStorage", ["HikidashiBase", "HikidashiRecords", "CHikidashiSQLite"]),
    library(
      "HikidashiPreferences",
      [
        "HikidashiBase", "HikidashiValues", "HikidashiRecords", "HikidashiStorage",
        "CHikidashiSecret",
      ]),
    library(
      "HikidashiCommands",
      ["HikidashiBase", "HikidashiRecords", "HikidashiPreferences", "HikidashiStorage"]),
    library("HikidashiStorageTesting", ["HikidashiStorage", "HikidashiRecords", "HikidashiBase"]),
    library(
      "HikidashiPostgresStorage",
      [
        "HikidashiStorage", "HikidashiWorkQueues", "HikidashiRecords", "HikidashiBase",
        "CHikidashiPostgreSQL",
      ]),
    library(
      "HikidashiLoading", ["HikidashiBase", "HikidashiValues", "CHikidashiCurl", "CHikidashiXML"]),
    library("HikidashiLoadingCache", ["HikidashiLoading", "HikidashiStorage", "HikidashiBase"]),
    library("HikidashiFeeds", ["HikidashiLoading", "HikidashiBase", "CHikidashiXML"]),
    library("HikidashiLoadingTesting", ["HikidashiLoading", "HikidashiBase"]),
    library("HikidashiOutlines", ["HikidashiBase"]),
    library("HikidashiMotion", ["HikidashiBase", "HikidashiGeometry", "HikidashiValues"]),
    library("HikidashiPresentation", ["HikidashiBase"]),
    library("HikidashiWorkQueues", ["HikidashiBase", "HikidashiStorage"]),
    library("HikidashiWorkQueuesTesting", ["HikidashiWorkQueues", "HikidashiBase"]),
    library("HikidashiPresentationTesting", ["HikidashiPresentation", "HikidashiBase"]),
    library(
      "HikidashiWidgets",
      [
        "HikidashiBase", "HikidashiGeometry", "HikidashiValues", "HikidashiOutlines",
        "HikidashiMotion", "HikidashiPresentation", "HikidashiPreferences", "HikidashiRecords",
        "HikidashiStorage", "HikidashiLoading", "HikidashiWorkQueues", "CHikidashiGTK",
        "CHikidashiMarkdown", "CHikidashiWidgetBridge",
      ]),
    library(
      "HikidashiScenes",
      [
        "HikidashiBase", "HikidashiMotion", "HikidashiWidgets", "CHikidashiGTK", "CHikidashiWebP",
        "CHikidashiWidgetBridge",
      ]),
    .target(
      name: "CHikidashiXTest", dependencies: ["CHikidashiGTK"], path: "Sources/CXTest",
      linkerSettings: [.linkedLibrary("X11"), .linkedLibrary("Xtst")]),
    library(
      "HikidashiWidgetTesting",
      [
        "HikidashiWidgets", "HikidashiOutlines", "HikidashiRecords", "CHikidashiGTK",
        "CHikidashiXTest",
      ]),
    library(
      "Hikidashi",
      [
        "HikidashiLocalization", "HikidashiRecords", "HikidashiStorage", "HikidashiPreferences",
        "HikidashiCommands", "HikidashiLoading", "HikidashiLoadingCache", "HikidashiMotion",
        "HikidashiOutlines",
        "HikidashiPresentation", "HikidashiScenes", "HikidashiWidgets", "HikidashiWorkQueues",
      ]),

    .target(
      name: "RFCKit",
      dependencies: [
        "HikidashiLocalization", "HikidashiRecords", "HikidashiStorage", "HikidashiLoading",
        "HikidashiFeeds", "HikidashiWorkQueues",
      ],
      path: "Apps/RFCKit",
      resources: [
        .embedInCode("Library/rfc-index.txt"), .embedInCode("Library/guide.txt"),
        .embedInCode("po/en.po"), .embedInCode("po/ja.po"),
      ],
      packageAccess: false, swiftSettings: settings),
    .target(
      name: "TimelineKit",
      dependencies: [
        "HikidashiLocalization", "HikidashiRecords", "HikidashiStorage", "HikidashiLoading",
        "HikidashiFeeds",
      ],
      path: "Apps/TimelineKit",
      resources: [.embedInCode("po/en.po"), .embedInCode("po/ja.po")],
      packageAccess: false, swiftSettings: settings),
    .executableTarget(
      name: "RFCViewer",
      dependencies: [
        "Hikidashi", "HikidashiCommands", "HikidashiLoading", "HikidashiPreferences",
        "HikidashiRecords", "HikidashiStorage", "HikidashiWorkQueues", "HikidashiPostgresStorage",
        "RFCKit",
      ],
      path: "Apps/RFCViewer", exclude: ["data", "hikidashi.json"], packageAccess: false,
      swiftSettings: settings),
    .executableTarget(
      name: "Timeline",
      dependencies: [
        "Hikidashi", "HikidashiCommands", "HikidashiLoading", "HikidashiLoadingCache",
        "HikidashiPostgresStorage", "HikidashiRecords", "HikidashiStorage", "TimelineKit",
      ],
      path: "Apps/Timeline", exclude: ["data", "hikidashi.json"],
      resources: [.embedInCode("sample.json")], packageAccess: false, swiftSettings: settings),
    .executableTarget(
      name: "Gallery",
      dependencies: ["Hikidashi", "HikidashiFeeds", "HikidashiLoadingTesting"],
      path: "Apps/Gallery", exclude: ["Pages/birds.ui", "data", "hikidashi.json"],
      resources: [.embedInCode("po/ja.po")], packageAccess: false, swiftSettings: settings),
    .executableTarget(
      name: "HikidashiTool", dependencies: ["Hikidashi"], path: "Apps/HikidashiTool",
      resources: [.embedInCode("po/ja.po")], packageAccess: false, swiftSettings: settings),
    // What a new app begins with.
    .executableTarget(
      name: "Drawer", dependencies: ["Hikidashi"], path: "Templates/records/Sources/Drawer",
      resources: [.embedInCode("po/ja.po"), .embedInCode("welcome.json")], packageAccess: false,
      swiftSettings: settings),
    .executableTarget(
      name: "Cabinet", dependencies: ["Hikidashi"], path: "Templates/tree/Sources/Cabinet",
      resources: [
        .embedInCode("po/ja.po"), .embedInCode("things.json"), .embedInCode("welcome.json"),
      ], packageAccess: false, swiftSettings: settings),
    .executableTarget(
      name: "Reader", dependencies: ["Hikidashi"], path: "Templates/viewer/Sources/Reader",
      resources: [.embedInCode("po/ja.po"), .embedInCode("welcome.json")], packageAccess: false,
      swiftSettings: settings),
    .executableTarget(
      name: "Display", dependencies: ["Hikidashi"], path: "Templates/page/Sources/Display",
      resources: [.embedInCode("po/ja.po")], packageAccess: false, swiftSettings: settings),
    .executableTarget(
      name: "Animals", dependencies: ["Hikidashi"], path: "Apps/Animals", packageAccess: false,
      swiftSettings: settings),
    .executableTarget(
      name: "Inventory", dependencies: ["Hikidashi", "HikidashiPostgresStorage"],
      path: "Apps/Inventory", exclude: ["data", "hikidashi.json"],
      resources: [.embedInCode("po/ja.po")], packageAccess: false,
      swiftSettings: settings),
    .executableTarget(
      name: "Classic", dependencies: ["Hikidashi"], path: "Apps/Classic", packageAccess: false,
      swiftSettings: settings),
    .executableTarget(
      name: "Feeds", dependencies: ["Hikidashi", "HikidashiFeeds"], path: "Apps/Feeds",
      packageAccess: false, swiftSettings: settings),
    .executableTarget(
      name: "BroadwayProxy", path: "Apps/BroadwayProxy", packageAccess: false,
      swiftSettings: settings),

    .executableTarget(
      name: "Bench",
      dependencies: [
        "HikidashiRecords", "HikidashiStorage", "HikidashiPostgresStorage", "HikidashiPreferences",
        "HikidashiOutlines", "RFCKit", "TimelineKit", "HikidashiBase",
        "HikidashiWidgets", "HikidashiScenes",
        "HikidashiWidgetTesting", "HikidashiWorkQueues", "HikidashiLoading", "HikidashiMotion",
        "BenchPeers", "CHikidashiGTK", "CHikidashiSQLite",
      ],
      path: "Benchmarks/Bench", swiftSettings: settings),
    .target(
      name: "BenchPeers", dependencies: ["CHikidashiGTK", "CHikidashiXML"],
      path: "Benchmarks/Peers",
      cxxSettings: [.unsafeFlags(["-O3", "-march=native"])],
      linkerSettings: [
        .linkedLibrary("pcre2-8"), .linkedLibrary("sqlite3"), .linkedLibrary("icui18n"),
        .linkedLibrary("icuuc"), .linkedLibrary("simdjson"),
      ]),
    .executableTarget(
      name: "BareWindow", dependencies: ["CHikidashiGTK"], path: "Benchmarks/BareWindow"),

    .target(
      name: "TestSupport", dependencies: ["HikidashiBase", "CHikidashiCurl"],
      path: "Tests/TestSupport",
      swiftSettings: settings),
    tests("SetupTests", ["Animals", "BroadwayProxy", "HikidashiBase", "TestSupport"]),
    tests("BenchTests", ["Bench", "BenchPeers", "HikidashiBase"]),
    tests("LocalizationTests", ["HikidashiLocalization"]),
    tests("BaseTests", ["HikidashiBase", "TestSupport"]),
    tests("GeometryTests", ["HikidashiBase", "HikidashiGeometry", "TestSupport"]),
    tests("RecordsTests", ["HikidashiRecords", "HikidashiBase", "TestSupport", "HikidashiValues"]),
    .executableTarget(
      name: "StorageWriter",
      dependencies: ["HikidashiLoading", "HikidashiStorage", "HikidashiRecords", "HikidashiBase"],
      path: "Tests/StorageWriter", swiftSettings: settings),
    tests(
      "StorageTests",
      [
        "HikidashiStorage", "HikidashiRecords", "HikidashiStorageTesting", "StorageWriter",
        "HikidashiBase", "CHikidashiSQLite",
        "TestSupport",
      ]),
    .executableTarget(
      name: "PreferencesWriter",
      dependencies: ["HikidashiPreferences", "HikidashiStorage", "HikidashiBase"],
      path: "Tests/PreferencesWriter", swiftSettings: settings),
    tests(
      "PreferencesTests",
      [
        "AllocationCounter", "HikidashiPreferences", "PreferencesWriter", "HikidashiRecords",
        "HikidashiStorage",
        "HikidashiStorageTesting", "HikidashiBase", "TestSupport", "HikidashiValues",
      ]),
    tests(
      "CommandsTests",
      [
        "HikidashiCommands", "HikidashiPreferences", "HikidashiRecords", "HikidashiStorage",
        "HikidashiBase", "TestSupport",
      ]),
    .executableTarget(
      name: "NetworkProgram", dependencies: ["HikidashiLoading", "HikidashiPostgresStorage"],
      path: "Tests/NetworkProgram", swiftSettings: settings),
    tests(
      "LoadingTests",
      [
        "HikidashiLoading", "HikidashiLoadingCache", "HikidashiLoadingTesting", "HikidashiStorage",
        "HikidashiBase", "CHikidashiCurl", "NetworkProgram", "TestSupport",
      ]),
    tests(
      "FeedsTests",
      [
        "HikidashiFeeds", "HikidashiLoading", "HikidashiLoadingTesting", "HikidashiBase",
        "TestSupport",
      ]),
    .executableTarget(
      name: "PostgresWriter",
      dependencies: [
        "HikidashiPostgresStorage", "HikidashiStorage", "HikidashiRecords", "HikidashiBase",
      ],
      path: "Tests/PostgresWriter", swiftSettings: settings),
    tests(
      "PostgresStorageTests",
      [
        "HikidashiPostgresStorage", "PostgresWriter", "JobWorker", "NetworkProgram",
        "HikidashiStorage",
        "HikidashiStorageTesting", "HikidashiWorkQueues",
        "HikidashiWorkQueuesTesting", "HikidashiRecords", "HikidashiBase", "TestSupport",
      ]),
    .target(name: "CAllocations", path: "Tests/CAllocations"),
    .executableTarget(
      name: "AllocationCounter",
      dependencies: [
        "CAllocations", "HikidashiMotion", "HikidashiPreferences", "HikidashiStorage",
        "HikidashiBase",
      ],
      path: "Tests/AllocationCounter", swiftSettings: settings),
    tests("OutlinesTests", ["HikidashiOutlines", "HikidashiBase", "TestSupport"]),
    tests("MotionTests", ["AllocationCounter", "HikidashiMotion", "HikidashiBase", "TestSupport"]),
    tests(
      "PresentationTests",
      ["HikidashiPresentation", "HikidashiPresentationTesting", "HikidashiBase", "TestSupport"]),
    .executableTarget(
      name: "JobWorker", dependencies: ["HikidashiPostgresStorage", "HikidashiWorkQueues"],
      path: "Tests/JobWorker",
      swiftSettings: settings),
    tests(
      "WorkQueuesTests",
      [
        "HikidashiWorkQueues", "HikidashiWorkQueuesTesting", "JobWorker", "HikidashiPresentation",
        "HikidashiPresentationTesting", "HikidashiStorage",
        "HikidashiBase", "TestSupport",
      ]),
    tests(
      "RFCKitTests",
      [
        "RFCKit", "HikidashiLoading", "HikidashiRecords", "HikidashiStorage", "HikidashiBase",
        "TestSupport",
      ], resources: [.copy("Questions")]),
    tests(
      "TimelineKitTests",
      [
        "TimelineKit", "HikidashiFeeds", "HikidashiLoading", "HikidashiLoadingTesting",
        "HikidashiPostgresStorage", "HikidashiRecords", "HikidashiStorage", "HikidashiBase",
        "TestSupport",
      ]),
    .executableTarget(
      name: "SavingApp", dependencies: ["Hikidashi", "HikidashiBase"], path: "Tests/SavingApp",
      swiftSettings: settings),
    .executableTarget(
      name: "KeepingApp", dependencies: ["Hikidashi"], path: "Tests/KeepingApp",
      swiftSettings: settings),
    tests(
      "WidgetsTests",
      [
        "Hikidashi", "HikidashiWidgets", "HikidashiWidgetTesting", "HikidashiOutlines",
        "HikidashiPresentation", "HikidashiPreferences",
        "HikidashiRecords", "HikidashiLoading", "HikidashiLoadingTesting", "HikidashiMotion",
        "HikidashiScenes", "HikidashiStorage", "HikidashiStorageTesting", "HikidashiWorkQueues",
        "SavingApp", "KeepingApp", "HikidashiBase", "TestSupport", "CHikidashiGTK",
      ]),
    tests(
      "GalleryTests",
      ["Gallery", "Hikidashi", "TestSupport", "HikidashiWidgetTesting", "CHikidashiGTK"]),
    tests(
      "HikidashiToolTests",
      ["HikidashiTool", "Hikidashi", "TestSupport", "HikidashiWidgetTesting"]),
    .testTarget(
      name: "DrawerTests",
      dependencies: ["Drawer", "HikidashiLoadingTesting", "HikidashiWidgetTesting"],
      path: "Templates/records/Tests/DrawerTests", packageAccess: false, swiftSettings: settings),
    .testTarget(
      name: "CabinetTests",
      dependencies: ["Cabinet", "HikidashiLoadingTesting", "HikidashiWidgetTesting"],
      path: "Templates/tree/Tests/CabinetTests", packageAccess: false, swiftSettings: settings),
    .testTarget(
      name: "ReaderTests",
      dependencies: ["Reader", "HikidashiLoadingTesting", "HikidashiWidgetTesting"],
      path: "Templates/viewer/Tests/ReaderTests", packageAccess: false, swiftSettings: settings),
    .testTarget(
      name: "DisplayTests", dependencies: ["Display", "HikidashiWidgetTesting"],
      path: "Templates/page/Tests/DisplayTests", packageAccess: false, swiftSettings: settings),
    tests(
      "SamplesTests",
      ["Inventory", "Classic", "Feeds", "Hikidashi", "TestSupport", "HikidashiWidgetTesting"]),
    tests(
      "RFCViewerTests",
      [
        "RFCViewer", "RFCKit", "HikidashiCommands", "HikidashiLoading", "HikidashiWidgetTesting",
        "HikidashiWorkQueues", "HikidashiBase", "TestSupport",
      ]),
    tests(
      "TimelineTests",
      [
        "Timeline", "TimelineKit", "HikidashiCommands", "HikidashiLoading",
        "HikidashiLoadingTesting", "HikidashiOutlines",
        "HikidashiPreferences", "HikidashiRecords", "HikidashiStorage", "HikidashiWidgetTesting",
        "HikidashiBase", "TestSupport", "CHikidashiGTK",
      ]),
  ],
  cxxLanguageStandard: .cxx20
)
