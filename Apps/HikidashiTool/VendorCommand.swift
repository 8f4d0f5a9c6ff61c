import Foundation
import Hikidashi

/// Copies modules of the toolkit into an app, as a package of their own that the app may change.
struct VendorCommand {
  static var command: Command {
    Command(
      "vendor", tr("MODULE…"),
      summary: tr("Copy modules as source into an app, with what they need."),
      description: tr(
        """
        They come to stand in Vendor/Hikidashi, a package that the app depends on by its path. A
        line at the head of each file says where it came from.
        """)
    ) { arguments, output in
      guard !arguments.words.isEmpty else {
        throw CommandMisuse(tr("the name of a module is expected"))
      }
      try VendorCommand(arguments.words).run(output)
    }
  }

  private static let folder = "Vendor/Hikidashi"
  private let targets: [Target]
  private let wanted: [String]

  private struct Description: Decodable { var targets: [Target] }

  private struct Target: Decodable {
    var name: String
    var path: String?
    var dependencies: [Dependency]
  }

  private struct Dependency: Decodable {
    var byName: [String?]?
    var target: [String?]?
    var name: String? { (byName ?? target)?.first ?? nil }
  }

  private init(_ modules: [String]) throws {
    let text = try ExternalProgram(
      "swift", ["package", "--package-path", Toolkit.root, "dump-package"]
    ).run()
    let all = try JSONDecoder().decode(Description.self, from: text).targets
    let named = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    func isModule(_ name: String) -> Bool {
      name.hasPrefix("Hikidashi") && named[name]?.path?.hasPrefix("Sources/") == true
    }
    let unknown = modules.first { !isModule($0) }
    if let unknown {
      let names = named.keys.filter(isModule).sorted().joined(separator: ", ")
      throw CommandMisuse(tr("there is no module “{}”, only {}", unknown, names))
    }
    var needed: Set<String> = []
    var rest = modules
    while let name = rest.popLast() {
      guard needed.insert(name).inserted else { continue }
      rest += named[name]?.dependencies.compactMap(\.name) ?? []
    }
    targets = all.filter { needed.contains($0.name) }
    wanted = modules
  }

  private func run(_ output: CommandOutput) throws {
    let manager = FileManager.default
    let place = URL(fileURLWithPath: Self.folder)
    guard manager.fileExists(atPath: "Package.swift") else {
      throw ExternalProgram.Failure(
        description: tr("go to the folder of an app first; there is no Package.swift here"))
    }
    guard !manager.fileExists(atPath: place.path) else {
      throw ExternalProgram.Failure(description: tr("{} is there already", place.path))
    }
    let draft = URL(fileURLWithPath: Self.folder + ".new")
    try? manager.removeItem(at: draft)
    do {
      try copy(to: draft)
      try manager.moveItem(at: draft, to: place)
    } catch {
      try? manager.removeItem(at: draft)
      throw error
    }
    let products = wanted.map { ".product(name: \"\($0)\", package: \"hikidashi\")" }
    try output.write(
      trn("{} module in {}", "{} modules in {}", targets.count, targets.count, Self.folder) + "\n"
        + tr("In Package.swift: {}", ".package(name: \"hikidashi\", path: \"\(Self.folder)\")")
        + "\n"
        + products.map { "  " + $0 + "\n" }.joined())
  }

  private func copy(to draft: URL) throws {
    let root = URL(fileURLWithPath: Toolkit.root)
    let commit =
      (try? ExternalProgram("git", ["-C", root.path, "rev-parse", "--short=12", "HEAD"]).line())
      ?? "?"
    // The catalogues are read from beside the sources.
    for folder in targets.compactMap(\.path) + ["po"] {
      let source = root.appendingPathComponent(folder)
      for name in try FileManager.default.files(below: source) {
        let path = folder + "/" + name
        let file = source.appendingPathComponent(name)
        let place = draft.appendingPathComponent(path)
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        let isCode = ["swift", "c", "h"].contains(file.pathExtension)
        let head = isCode ? "// From Hikidashi, \(path) of \(commit). Changed: nothing.\n" : ""
        try (Data(head.utf8) + Data(contentsOf: file)).write(to: place)
      }
    }
    for name in ["LICENSE", "Package.swift"] {
      var text = try String(contentsOf: root.appendingPathComponent(name), encoding: .utf8)
      if name == "Package.swift" { text += manifestEnd }
      try Data(text.utf8).write(to: draft.appendingPathComponent(name))
    }
  }

  /// What leaves those targets and products that were copied.
  private var manifestEnd: String {
    let names = targets.map { "\"\($0.name)\"" }.joined(separator: ", ")
    return """

      // Of all that stands above, these were copied.
      let copied: Set = [\(names)]
      package.targets.removeAll { !copied.contains($0.name) }
      package.products = copied.filter { $0.hasPrefix("Hikidashi") }.sorted().map {
        .library(name: $0, targets: [$0])
      }

      """
  }
}
