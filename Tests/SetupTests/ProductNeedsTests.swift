import Foundation
import TestSupport
import Testing

/// What the README says that each product needs, beside the package's graph and beside what is linked.
struct ProductNeedsTests {
  /// What comes with a C target: the words of the README, and how the files of its libraries begin.
  private static let libraries: [(target: String, words: [String], files: [String])] = [
    (
      "CHikidashiGTK", ["GTK 4.8", "libadwaita 1.2"],
      [
        "libadwaita", "libgtk", "libpango", "libgobject", "libharfbuzz", "libcairo",
        "libgdk_pixbuf",
        "libgraphene", "libgio", "libglib",
      ]
    ),
    ("CHikidashiWebP", ["libwebp"], ["libwebp"]),
    ("CHikidashiMarkdown", ["md4c"], ["libmd4c"]),
    ("CHikidashiXTest", ["X11"], ["libX11", "libXtst"]),
    // Without files: loaded when they are first needed, and missed by nobody before.
    ("CHikidashiCurl", ["libcurl 7.88"], []),
    ("CHikidashiXML", ["libxml2"], ["libxml2"]),
    ("CHikidashiPostgreSQL", ["libpq 15"], []),
    ("CHikidashiSQLite", ["SQLite 3.40"], ["libsqlite3"]),
    ("CHikidashiICU", ["ICU"], ["libicu"]),
    ("CHikidashiSecret", ["libsecret where there is one"], []),
  ]

  @Test(arguments: ["README.md", "README.ja.md"])
  func theTableIsWhatTheGraphSays(page: String) throws {
    let manifest = try Manifest()
    #expect(manifest.products.count > 15)
    let table = try needs(in: page)
    for product in manifest.products {
      let targets = manifest.closure(of: product)
      let expected = Self.libraries.filter { targets.contains($0.target) }.flatMap(\.words)
      #expect(table[product] == expected, "\(product) in \(page)")
    }
    #expect(Set(table.keys) == Set(manifest.products))
  }

  /// The words of each product's row.
  private func needs(in page: String) throws -> [String: [String]] {
    let text = try String(contentsOf: Checkout.root.appendingPathComponent(page), encoding: .utf8)
    var table: [String: [String]] = [:]
    for match in text.matches(of: /(?m)^\| `(\w+)` \|.*\| ([^|]*) \|$/) {
      let words = match.2.replacing("libsecret（あれば）", with: "libsecret where there is one")
        .split(separator: /, |、/).map(String.init)
      table[String(match.1)] = words == ["nothing"] || words == ["なし"] ? [] : words
    }
    return table
  }

  /// Looks at an app of this package; `make prove` builds a program of each product, which takes minutes.
  @Test func whatIsLinkedIsInTheTable() async throws {
    try await onOwnThread {
      let table = try needs(in: "README.md")
      try check(TestProgram.path("animals"), "Hikidashi", table)
      guard testSteps(0) > 0 else { return }
      let products = try Manifest().products
      let folder = try build(products)
      for product in products {
        let program = folder.url.appendingPathComponent(".build/debug/only-\(product)").path
        try check(program, product, table)
      }
    }
  }

  /// Compares what a program that uses one product links with that product's row.
  private func check(_ program: String, _ product: String, _ table: [String: [String]]) throws {
    let run = try Run(try #require(Tool("readelf").path), ["-d", program])
    #expect(run.wait() == 0)
    let needed = run.standardOutput.matches(of: /NEEDED.*\[(\S+)\]/).map { String($0.1) }
    for library in Self.libraries where !library.files.isEmpty {
      let isLinked = needed.contains { file in library.files.contains { file.hasPrefix($0) } }
      let isSaid = table[product]?.contains(library.words[0]) ?? false
      // The linker leaves out what is not called.
      #expect(!isLinked || isSaid, "\(product) links \(library.words[0]): \(needed)")
    }
  }

  /// Builds a program for each product that uses nothing else.
  private func build(_ products: [String]) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    let targets = products.map { product in
      """
          .executableTarget(
            name: "only-\(product)", dependencies: [.product(name: "\(product)", package: "hikidashi")])
      """
    }
    try folder.write(
      """
      // swift-tools-version: 6.1
      import PackageDescription

      let package = Package(
        name: "needs",
        dependencies: [.package(name: "hikidashi", path: "\(Checkout.root.path)")],
        targets: [
      \(targets.joined(separator: ",\n"))
        ]
      )
      """, to: "Package.swift")
    for product in products {
      try folder.write("import \(product)\n", to: "Sources/only-\(product)/main.swift")
    }
    let build = try Run(
      try #require(Tool("swift").path), ["build"],
      environment: Checkout.environmentElsewhere, in: folder.url)
    let status = build.wait(within: 1_800)
    try #require(status == 0, "\(build.standardError)\n\(build.standardOutput)")
    return folder
  }
}
