import Foundation
import TestSupport
import Testing

/// The programs on pages that a newcomer begins with: the compiler takes them as they stand there.
struct PageProgramsTests {
  /// A block of code of a page, and the file that its first line names.
  private struct Block {
    var file: String?
    var text: String
  }

  /// A file of a step stands for the one of its name in the steps before.
  @Test(arguments: 1...10)
  func aStepOfTheTutorialIsRight(number: Int) throws {
    let parts = try Self.page("Tutorial").split(separator: "\n### ").dropFirst().map(String.init)
    #expect(parts[number - 1].hasPrefix("\(number). "))
    // What the app has from `hikidashi new`, and what the package manager makes of its resources.
    let messages = Checkout.root.appendingPathComponent(
      "Templates/records/Sources/Drawer/Messages.swift")
    var files = [
      "Messages.swift": try String(contentsOf: messages, encoding: .utf8),
      "Resources.swift": "enum PackageResources { static let ja_po: [UInt8] = [] }",
    ]
    for block in parts.prefix(number).flatMap(Self.blocks) {
      let file = try #require(block.file, "\(block.text)")
      files[file] = block.text.replacing("@testable import Books\n", with: "")
    }
    try check(files)
  }

  /// - Parameter context: What the page has told of before, in words or in other blocks.
  @Test(arguments: [
    (
      "YourOwnApp", ["window: Window", "items: RecordStore", "destination: StoreDestination"],
      """
      let name = Field<String>("name")
      struct Settings: PreferenceGroup {}
      let settings = Settings()
      enum PackageResources { static let ja_po: [UInt8] = [] }
      """
    ),
    (
      "ComingFrom",
      [
        "shop: Shop", "window: Window", "list: TableView<Customer>", "connector: Connector",
        "address: URL",
      ],
      "struct Person: Decodable, Sendable { var id: Int, name: String }"
    ),
    ("Feeds", [], ""), ("LoadingTesting", [], ""), ("StorageTesting", [], ""),
  ])
  func theLinesOfAPageAreRight(page: String, parameters: [String], context: String) throws {
    var files = ["Context.swift": "import Hikidashi\n" + context]
    var imports: Set<Substring> = ["import FoundationEssentials", "import Hikidashi"]
    var functions = ""
    for (number, block) in Self.blocks(of: try Self.page(page)).enumerated() {
      if let file = block.file {
        files[file] = block.text
        continue
      }
      let lines = block.text.split(separator: "\n", omittingEmptySubsequences: false)
      imports.formUnion(lines.filter { $0.hasPrefix("import ") })
      let rest = lines.filter { !$0.hasPrefix("import ") }.joined(separator: "\n")
      // Types with a macro stand in no function.
      functions +=
        rest.contains("@Observable")
        ? rest
        : """
        @MainActor func block\(number)(\(parameters.map { "_ " + $0 }.joined(separator: ", "))) async throws {
        \(rest)
        }

        """
    }
    files["Lines.swift"] = imports.sorted().joined(separator: "\n") + "\n" + functions
    try check(files)
  }

  private func check(_ files: [String: String]) throws {
    let folder = try ScratchFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    let errors = try TypeCheck.errors(in: files.keys.sorted(), folder)
    #expect(errors.isEmpty, "\(errors.joined(separator: "\n"))")
  }

  private static func page(_ name: String) throws -> String {
    let file = Checkout.root.appendingPathComponent("Documentation.docc/\(name).md")
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// The manifests of packages are left out: they use another module.
  private static func blocks(of page: String) -> [Block] {
    page.matches(of: /(?s)```swift\n(?:\/\/ ([\w\/.+]+)\n)?(.*?)```/).compactMap { match in
      let name = match.1.map { String($0.split(separator: "/").last ?? $0) }
      return name == "Package.swift" ? nil : Block(file: name, text: String(match.2))
    }
  }
}
