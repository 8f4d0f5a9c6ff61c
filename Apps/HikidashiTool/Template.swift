import FoundationEssentials
import Hikidashi

/// The files that a new app begins with: those of an app named Drawer, which is tested with the toolkit.
struct Template {
  /// What cannot be made, and why.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let folder: URL
  private let toolkit: String

  /// - Parameter toolkit: The checkout that the app is built with; the one that this program was built
  ///   from, if not given.
  init(_ kind: String, toolkit: String?) throws {
    let own = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let root = toolkit.map { URL(filePath: $0).standardizedFileURL } ?? own
    self.toolkit = root.path
    let templates = root.appending(path: "Templates")
    let manager = FileManager.default
    guard manager.fileExists(atPath: root.appending(path: "scripts/app").path) else {
      throw Failure(
        description: tr("{} is no checkout of Hikidashi; name one with --toolkit", root.path))
    }
    let kinds = try manager.contentsOfDirectory(atPath: templates.path).sorted()
    guard kinds.contains(kind) else {
      throw CommandMisuse(
        tr("there is no kind of app “{}”, only {}", kind, kinds.joined(separator: ", ")))
    }
    folder = templates.appending(path: kind)
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
        let place = draft.appending(path: renamed(file, name))
        try manager.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        let source = folder.appending(path: file)
        let text = String(decoding: try Data(contentsOf: source), as: UTF8.self)
        try Data(filled(text, name).utf8).write(to: place)
        let attributes = try manager.attributesOfItem(atPath: source.path)
        if let mode = attributes[.posixPermissions] {
          try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: place.path)
        }
      }
      try manager.moveItem(at: draft, to: target)
      return files.count
    } catch {
      try? manager.removeItem(at: draft)
      throw Failure(description: tr("{} cannot be made: {}", target.path, "\(error)"))
    }
  }

  /// The paths of its files in its folder.
  private func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { path in
      var isFolder = false
      let place = folder.appending(path: path).path
      return !path.hasPrefix(".build")
        && FileManager.default.fileExists(
          atPath: place, isDirectory: &isFolder)
        && !isFolder
    }.sorted()
  }

  private func renamed(_ text: String, _ name: AppName) -> String {
    // All in one pass, as the new names may have the old one in them.
    text.replacing(#/org\.example\.Drawer|Drawer|drawer|DRAWER/#) { match in
      switch match.output {
      case "Drawer": name.module
      case "drawer": name.program
      case "DRAWER": name.program.uppercased()
      default: name.id
      }
    }
  }

  private func filled(_ text: String, _ name: AppName) -> String {
    renamed(text, name)
      .replacing("path: \"../..\"", with: "path: \"\(toolkit)\"")
      .replacing("TOOLKIT ?= ../..", with: "TOOLKIT ?= \(toolkit)")
      .replacing("${TOOLKIT:-../..}", with: "${TOOLKIT:-\(toolkit)}")
  }
}
