import FoundationEssentials
import Hikidashi

/// The files that a new app begins with: those of an app of its kind, which is tested with the toolkit.
struct Template {
  /// The apps of the kinds, which are replaced by the new one wherever they are named.
  static let apps = ["records": "Drawer", "tree": "Cabinet", "viewer": "Reader"]
  /// That which shows a page of the Gallery, and its app.
  private static let page = (kind: "page", app: "Display")

  /// What cannot be made, and why.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let folder: URL
  private let toolkit: String
  private let app: String
  /// What the app shows in place of what its kind has.
  private var excerpt: GalleryExcerpt?

  /// - Parameter toolkit: The checkout that the app is built with; the one that this program was built
  ///   from, if not given.
  init(_ kind: String, toolkit: String?) throws {
    guard let app = Self.apps[kind] else {
      throw CommandMisuse(
        tr(
          "there is no kind of app “{}”, only {}", kind,
          Self.apps.keys.sorted().joined(separator: ", ")))
    }
    try self.init(kind, app: app, toolkit: toolkit)
  }

  private init(_ kind: String, app: String, toolkit: String?) throws {
    let root = URL(filePath: toolkit ?? Toolkit.root).standardizedFileURL
    self.toolkit = root.path
    self.app = app
    folder = root.appending(path: "Templates/\(kind)")
    let manager = FileManager.default
    guard manager.fileExists(atPath: root.appending(path: "scripts/app").path),
      manager.fileExists(atPath: folder.path)
    else {
      throw Failure(
        description: tr("{} is no checkout of Hikidashi; name one with --toolkit", root.path))
    }
  }

  /// That of an app which shows a page of the Gallery.
  ///
  /// - Parameter title: The title of the page.
  init(gallery title: String, toolkit: String?) throws {
    try self.init(Self.page.kind, app: Self.page.app, toolkit: toolkit)
    excerpt = try GalleryExcerpt(title, toolkit: URL(filePath: self.toolkit))
  }

  /// The names that the new app's module cannot have: of its types, and of the modules that it imports.
  func takenNames() throws -> Set<String> {
    var names: Set<String> = []
    for file in try files() where file.hasSuffix(".swift") {
      let text = String(
        decoding: try Data(contentsOf: folder.appending(path: file)), as: UTF8.self)
      let declared = #/\b(?:import|struct|class|enum|protocol|actor|typealias) +([A-Z]\w*)/#
      names.formUnion(text.matches(of: declared).map { String($0.1) })
    }
    return names.subtracting([app])
  }

  /// Makes the app: as a whole, or not at all.
  ///
  /// - Returns: How many files it has.
  func make(_ name: AppName, in path: String) throws -> Int {
    let manager = FileManager.default
    let target = URL(filePath: path).standardizedFileURL
    guard !manager.fileExists(atPath: target.path) else {
      throw Failure(description: tr("{} is there already", target.path))
    }
    let draft = target.deletingLastPathComponent().appending(path: ".\(name.module).new")
    try? manager.removeItem(at: draft)
    do {
      let files = try self.files()
      for file in files {
        let place = draft.appending(path: try renamed(file, name))
        try manager.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        let source = folder.appending(path: file)
        let text = String(decoding: try Data(contentsOf: source), as: UTF8.self)
        let own = excerpt?.taking(text, of: file) ?? text
        try Data(try filled(own, name).utf8).write(to: place)
        let attributes = try manager.attributesOfItem(atPath: source.path)
        if let mode = attributes[.posixPermissions] {
          try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: place.path)
        }
      }
      let others = excerpt?.others ?? []
      for other in others {
        let place = draft.appending(path: "Sources/\(name.module)/\(other.name)")
        try Data(other.text.utf8).write(to: place)
      }
      try manager.moveItem(at: draft, to: target)
      return files.count + others.count
    } catch {
      try? manager.removeItem(at: draft)
      throw Failure(description: tr("{} cannot be made: {}", target.path, "\(error)"))
    }
  }

  /// The paths of its files in its folder.
  private func files() throws -> [String] {
    try FileManager.default.files(below: folder).filter { !$0.hasPrefix(".build") }
  }

  /// Replaces the names of the template's app, where they are whole words: `TextReader` and `viewer.reader`
  /// have nothing to do with an app named Reader.
  private func renamed(_ text: String, _ name: AppName) throws -> String {
    let program = app.lowercased()
    let names = "org\\.example\\.\(app)|\(app)|\(program)|\(program.uppercased())"
    let words = try Regex(
      "(^|[^A-Za-z0-9])(\(names))(?=Tests\\b|[^A-Za-z0-9]|$)",
      as: (Substring, Substring, Substring).self)
    // All in one pass, as the new names may have the old one in them.
    return text.replacing(words) { match in
      let (whole, before, word) = match.output
      return switch String(word) {
      case program where before == ".": whole
      case program: before + name.program
      case program.uppercased(): before + name.program.uppercased()
      case app: before + name.module
      default: before + name.id
      }
    }
  }

  private func filled(_ text: String, _ name: AppName) throws -> String {
    try renamed(text, name)
      .replacing("path: \"../..\"", with: "path: \"\(toolkit)\"")
      .replacing("TOOLKIT ?= ../..", with: "TOOLKIT ?= \(toolkit)")
      .replacing("${TOOLKIT:-../..}", with: "${TOOLKIT:-\(toolkit)}")
  }
}

extension FileManager {
  /// The paths of all files below a folder, from there on and in their order.
  func files(below folder: URL) throws -> [String] {
    try subpathsOfDirectory(atPath: folder.path).filter {
      isFile(folder.appending(path: $0))
    }.sorted()
  }

  /// Whether a file is there that is no folder.
  func isFile(_ place: URL) -> Bool {
    var isFolder = false
    return fileExists(atPath: place.path, isDirectory: &isFolder) && !isFolder
  }
}
