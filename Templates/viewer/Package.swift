// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "reader",
  dependencies: [.package(name: "hikidashi", path: "../..")],
  targets: [
    .executableTarget(
      name: "Reader",
      dependencies: [.product(name: "Hikidashi", package: "hikidashi")],
      resources: [.embedInCode("po/ja.po"), .embedInCode("welcome.json")]),
    .testTarget(
      name: "ReaderTests",
      dependencies: [
        "Reader",
        .product(name: "HikidashiLoadingTesting", package: "hikidashi"),
        .product(name: "HikidashiWidgetTesting", package: "hikidashi"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
