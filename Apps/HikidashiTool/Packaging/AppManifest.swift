import FoundationEssentials
import Hikidashi

/// What a package says of an app: its `hikidashi.json`.
struct AppManifest: Decodable, Equatable {
  struct Developer: Decodable, Equatable {
    var name: String
    var email: String
  }

  /// The words of a language.
  struct Translation: Decodable, Equatable {
    var name: String?
    var summary: String?
    var description: [String]?
    var keywords: [String]?
  }

  /// The name on the desktop, as `org.example.Shelf`.
  var id: String
  /// What people call it.
  var name: String
  /// The name of its program, as a shell has it.
  var program: String
  /// The name of the executable in `Package.swift`; that of the program, if not given.
  var product: String?
  /// The name of its package; that of the program, if not given.
  var package: String?
  var version: String
  /// A few words, without a full stop.
  var summary: String
  /// Paragraphs.
  var description: [String]
  /// Those of the desktop menu, as `Office`.
  var categories: [String]
  var keywords: [String]?
  /// The types of files and addresses that it opens, as `text/plain` or `x-scheme-handler/rfc`.
  var mimeTypes: [String]?
  /// What stands behind its program in its menu entry, as `--open %u`; `%U`, if not given, where it opens something.
  var arguments: String?
  /// As SPDX writes it, as `MIT`.
  var license: String
  var developer: Developer
  var homepage: String
  /// The path of an SVG picture, from the folder of this file.
  var icon: String
  /// Files that the app reads: their paths from the folder of this file, and below `share`.
  var files: [String: String]?
  /// Keyed by language, as `ja`.
  var translations: [String: Translation]?

  static let fileName = "hikidashi.json"

  /// - Parameter file: The file's path, with which errors begin.
  init(_ bytes: [UInt8], file: String) throws(Definition.Mistake) {
    do {
      var parser = JSONParser<Self>()
      _ = parser.feed(bytes)
      self = try parser.finish()
      try check()
    } catch {
      throw Definition.Mistake(file: file, reason: "\(error)")
    }
  }

  /// The name of its package.
  var packageName: String { package ?? program.lowercased() }

  /// The name of its executable.
  var productName: String { product ?? program }

  /// The languages that have words, in their order.
  var languages: [String] { (translations ?? [:]).keys.sorted() }

  private func check() throws {
    func require(_ key: String, _ value: String, _ pattern: Regex<Substring>, _ example: String)
      throws
    {
      guard value.wholeMatch(of: pattern) != nil else {
        throw Wrong(description: tr("“{}” is “{}”; it is to be like {}", key, value, example))
      }
    }
    try require("id", id, #/[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)+/#, "org.example.Shelf")
    try require("program", program, #/[A-Za-z0-9][A-Za-z0-9+._-]*/#, "shelf")
    try require("product", productName, #/[A-Za-z0-9][A-Za-z0-9+._-]*/#, "Shelf")
    try require("package", packageName, #/[a-z0-9][a-z0-9+.-]+/#, "shelf")
    try require("version", version, #/[0-9][A-Za-z0-9.+~]*/#, "1.0")
    try require("developer.email", developer.email, #/[^\s<>@]+@[^\s<>@]+/#, "shelf@example.org")
    try require("homepage", homepage, #/https?://[^\s]+/#, "https://example.org/")
    try require("icon", icon, #/.+\.svg/#, "data/org.example.Shelf.svg")
    for (key, value) in [
      ("name", name), ("summary", summary), ("license", license),
      ("developer.name", developer.name),
    ] {
      try require(key, value, #/[^\n]*\S[^\n]*/#, tr("a line of text"))
    }
    for type in mimeTypes ?? [] {
      try require("mimeTypes", type, #/[\w.+-]+/[\w.+-]+/#, "text/plain")
    }
    for word in categories { try require("categories", word, #/[A-Za-z0-9-]+/#, "Office") }
    for language in languages {
      try require("translations", language, #/[a-z]{2,3}(?:[_@][\w@]+)?/#, "ja")
    }
    for place in (files ?? [:]).values {
      guard !place.isEmpty, !place.hasPrefix("/"), !place.split(separator: "/").contains("..")
      else {
        throw Wrong(
          description: tr("“files” puts a file at “{}”, which does not lie below share", place))
      }
    }
  }

  private struct Wrong: Error, CustomStringConvertible {
    let description: String
  }
}
