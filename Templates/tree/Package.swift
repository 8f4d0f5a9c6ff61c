// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "cabinet",
  dependencies: [.package(name: "hikidashi", path: "../..")],
  targets: [
    .executableTarget(
      name: "Cabinet",
      dependencies: [.product(name: "Hikidashi", package: "hikidashi")],
      resources: [
        .embedInCode("po/ja.po"), .embedInCode("things.json"), .embedInCode("welcome.json"),
      ]),
    .testTarget(
      name: "CabinetTests",
      dependencies: [
        "Cabinet",
        .product(name: "HikidashiLoadingTesting", package: "hikidashi"),
        .product(name: "HikidashiWidgetTesting", package: "hikidashi"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
