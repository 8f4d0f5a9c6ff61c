// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "display",
  dependencies: [.package(name: "hikidashi", path: "../..")],
  targets: [
    .executableTarget(
      name: "Display",
      dependencies: [.product(name: "Hikidashi", package: "hikidashi")],
      resources: [.embedInCode("po/ja.po")]),
    .testTarget(
      name: "DisplayTests",
      dependencies: [
        "Display", .product(name: "HikidashiWidgetTesting", package: "hikidashi"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
