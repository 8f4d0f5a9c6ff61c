import FoundationEssentials
import Hikidashi

/// A page of the Gallery as an app has it: its code, and what it needs of the Gallery.
struct GalleryExcerpt {
  /// The code, in which the page is called `MainPage`.
  let code: String
  /// The files that belong to it, by their names.
  private(set) var others: [(name: String, text: String)] = []
  /// The products that it imports, besides `Hikidashi`.
  let products: [String]
  /// The translations of its texts: entries of a catalogue.
  let japanese: String

  /// - Parameters:
  ///   - title: The page's title, or the name of its type.
  ///   - toolkit: The checkout that has the Gallery.
  init(_ title: String, toolkit: URL) throws {
    let gallery = toolkit.appending(path: "Apps/Gallery")
    let pages = try Self.swiftFiles(gallery.appending(path: "Pages"))
    let titles = pages.map { Self.title(of: $0.text) ?? $0.name }
    let wanted = title.lowercased()
    let place = titles.indices.first { index in
      titles[index].lowercased() == wanted || pages[index].name.lowercased() == wanted + ".swift"
    }
    guard let place else {
      throw CommandMisuse(
        tr(
          "the Gallery has no page “{}”; there are: {}", title,
          titles.sorted().joined(separator: ", ")))
    }
    let page = pages[place]
    let type = String(page.name.dropLast(".swift".count))
    code = Self.excerpt(of: page.text, type: type)
    // What it uses of the Gallery besides.
    for file in try Self.swiftFiles(gallery) {
      let name = String(file.name.dropLast(".swift".count))
      let isPart = file.text.contains(" \(name) {") || file.text.contains(" \(name): ")
      if isPart, code.contains(name) { others.append((file.name, file.text)) }
    }
    for name in try FileManager.default.contentsOfDirectory(
      atPath: gallery.appending(path: "Pages").path)
    where !name.hasSuffix(".swift") && code.contains(name) {
      let bytes = try Data(contentsOf: gallery.appending(path: "Pages/\(name)"))
      others.append((name, String(decoding: bytes, as: UTF8.self)))
    }
    let all = ([code] + others.map(\.text)).joined(separator: "\n")
    products = Set(all.matches(of: #/(?m)^import (Hikidashi\w+)$/#).map { String($0.output.1) })
      .sorted()
    let catalogue = try Data(contentsOf: gallery.appending(path: "po/ja.po"))
    japanese = Self.entries(String(decoding: catalogue, as: UTF8.self), of: all)
  }

  /// The text of a file of the template, with what the page needs in it.
  func taking(_ text: String, of file: String) -> String {
    if file.hasSuffix("/MainPage.swift") { return code }
    if file.hasSuffix("/ja.po") {
      // What the template's own page says is not said here.
      let entries = text.components(separatedBy: "\n\n").filter { !$0.contains("/MainPage.swift") }
      return entries.joined(separator: "\n\n").trimmed + "\n"
        + (japanese.isEmpty ? "" : "\n\(japanese)\n")
    }
    let plain = others.map(\.name).filter { !$0.hasSuffix(".swift") }
    if file == AppManifest.fileName, !plain.isEmpty {
      let files = plain.map { "\"Sources/Display/\($0)\": \"org.example.Display/Pages/\($0)\"" }
      return text.replacing(
        "  \"translations\"",
        with: "  \"files\": {\(files.joined(separator: ", "))},\n  \"translations\"")
    }
    guard file == "Package.swift" else { return text }
    let hikidashi = ".product(name: \"Hikidashi\", package: \"hikidashi\")"
    let more = products.map { ", " + hikidashi.replacing("\"Hikidashi\"", with: "\"\($0)\"") }
      .joined()
    let names = plain.map { "\"\($0)\"" }.joined(separator: ", ")
    let excluded = plain.isEmpty ? "" : "exclude: [\(names)], "
    return text.replacing("[\(hikidashi)]", with: "[\(hikidashi)\(more)]")
      .replacing("      resources: ", with: "      \(excluded)resources: ")
  }

  /// The code without what only the Gallery needs.
  private static func excerpt(of text: String, type: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.firstIndex(where: { $0.hasPrefix("  static let title = ") }),
      let last = lines.firstIndex(where: { $0.hasPrefix("  static let file = ") }), first < last
    else { return text }
    let rest = lines[(last + 1)...].drop { $0.isEmpty }
    return (lines[..<first] + rest).joined(separator: "\n")
      .replacing("enum \(type): GalleryPage {", with: "@MainActor\nenum MainPage {")
      .replacing(type, with: "MainPage")
      .replacing("io.github.hikidashi.Gallery", with: "org.example.Display")
  }

  private static func title(of text: String) -> String? {
    text.firstMatch(of: #/static let title = tr\("([^"]+)"\)/#).map { String($0.output.1) }
  }

  private static func swiftFiles(_ folder: URL) throws -> [(name: String, text: String)] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try names.filter { $0.hasSuffix(".swift") }.map { name in
      let bytes = try Data(contentsOf: folder.appending(path: name))
      return (name, String(decoding: bytes, as: UTF8.self))
    }
  }

  /// The entries of a catalogue whose messages stand in a text.
  private static func entries(_ catalogue: String, of text: String) -> String {
    // Messages of several lines are written as one there.
    let flat = text.replacing("\\\n", with: "").replacing(#/\n */#, with: " ")
    return catalogue.split(separator: "\n\n").dropFirst().filter { entry in
      let lines = entry.split(separator: "\n").filter { !$0.hasPrefix("#") }
      guard let start = lines.firstIndex(where: { $0.hasPrefix("msgid ") }) else { return false }
      let more = lines[(start + 1)...].prefix { $0.hasPrefix("\"") }
      let message = ([lines[start].dropFirst("msgid ".count)] + more)
        .map { $0.dropFirst().dropLast() }.joined()
      return !message.isEmpty && flat.contains(message.replacing("\\\"", with: "\""))
    }.map { $0.split(separator: "\n").filter { !$0.hasPrefix("#:") }.joined(separator: "\n") }
      .joined(separator: "\n\n")
  }
}

extension String {
  /// The text without the line ends at its end.
  fileprivate var trimmed: String { String(reversed().drop { $0 == "\n" }.reversed()) }

  fileprivate func components(separatedBy separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
