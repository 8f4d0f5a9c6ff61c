// swift-tools-version: 6.1
import PackageDescription

// A package outside of Hikidashi's, as a user would write it: OutsideAppTests build and run it.
let package = Package(
  name: "bookshelf",
  dependencies: [.package(name: "hikidashi", path: "../..")],
  targets: [
    .executableTarget(
      name: "bookshelf",
      dependencies: [
        .product(name: "Hikidashi", package: "hikidashi"),
        .product(name: "HikidashiWidgetTesting", package: "hikidashi"),
      ],
      path: "Sources", resources: [.embedInCode("po/ja.po")])
  ]
)
