import Foundation
import Hikidashi

/// The files of an app below `/usr` or another prefix.
struct InstalledFiles {
  let app: BuiltApp
  let manifest: AppManifest
  /// Whether they belong to a package of the distribution, where some have places of their own.
  let isPackaged: Bool

  init(_ app: BuiltApp, isPackaged: Bool) {
    self.app = app
    manifest = app.manifest
    self.isPackaged = isPackaged
  }

  /// Writes them below a folder.
  ///
  /// - Returns: Their paths below it.
  func write(to prefix: URL) throws -> [String] {
    let program = try add("bin/\(manifest.program)", to: prefix, from: app.program, mode: 0o755)
    // What the debugger reads is most of it; and a place of the machine where it was built helps nobody.
    try ExternalProgram("strip", [program.path]).run()
    try ExternalProgram("patchelf", ["--remove-rpath", program.path]).run()
    try add(Self.desktopEntry(manifest), to: prefix, text: manifest.desktopEntry)
    try add(Self.metainfo(manifest), to: prefix, text: manifest.metainfo(date: app.day))
    try add(
      Self.icon(manifest), to: prefix, from: app.folder.appendingPathComponent(manifest.icon))
    for (source, place) in manifest.files ?? [:] {
      try addAll(of: app.folder.appendingPathComponent(source), to: prefix, at: "share/" + place)
    }
    for language in [nil] + manifest.languages {
      let text = try printed("--print-manual", language: language ?? "C")
      try add(Self.manual(manifest, language), to: prefix, gzipped(text))
    }
    for (shell, place) in Self.completions(manifest, isPackaged: isPackaged) {
      try add(place, to: prefix, try printed("--print-completions=" + shell, language: "C"))
    }
    try add(Self.copyright(manifest), to: prefix, text: copyright)
    return try Self.all(manifest, below: prefix, isPackaged: isPackaged)
  }

  /// What the program says of itself in a language.
  private func printed(_ option: String, language: String) throws -> Data {
    var program = ExternalProgram(app.program.path, [option])
    program.environment = [
      "LC_ALL": "C.UTF-8", "LANGUAGE": language, "DISPLAY": "", "WAYLAND_DISPLAY": "",
    ]
    do { return try program.run() } catch let failure as ExternalProgram.Failure {
      throw ExternalProgram.Failure(
        description: tr(
          "the program does not say what its package tells of it: it must begin with a CommandProgram, which understands {}. {}",
          option, failure.description))
    }
  }

  private func gzipped(_ text: Data) throws -> Data {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("hikidashi-\(UUID())")
    try text.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    // Without the name and the time, which differ each time.
    return try ExternalProgram("gzip", ["-9", "-n", "-c", file.path]).run()
  }

  private func add(_ path: String, to prefix: URL, text: String) throws {
    try add(path, to: prefix, Data(text.utf8))
  }

  private func add(_ path: String, to prefix: URL, _ bytes: Data) throws {
    let place = prefix.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: place)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: place.path)
  }

  @discardableResult
  private func add(_ path: String, to prefix: URL, from source: URL, mode: Int = 0o644) throws
    -> URL
  {
    try add(path, to: prefix, try Data(contentsOf: source))
    let place = prefix.appendingPathComponent(path)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: place.path)
    return place
  }

  /// A file, or all files of a folder.
  private func addAll(of source: URL, to prefix: URL, at path: String) throws {
    if FileManager.default.isFile(source) {
      _ = try add(path, to: prefix, from: source)
      return
    }
    for name in try FileManager.default.files(below: source) {
      try add(path + "/" + name, to: prefix, from: source.appendingPathComponent(name))
    }
  }
}

// MARK: - Places

extension InstalledFiles {
  private static func desktopEntry(_ app: AppManifest) -> String {
    "share/applications/\(app.id).desktop"
  }

  private static func metainfo(_ app: AppManifest) -> String {
    "share/metainfo/\(app.id).metainfo.xml"
  }

  private static func icon(_ app: AppManifest) -> String {
    "share/icons/hicolor/scalable/apps/\(app.id).svg"
  }

  static func manual(_ app: AppManifest, _ language: String?) -> String {
    "share/man/" + (language.map { $0 + "/" } ?? "") + "man1/\(app.program).1.gz"
  }

  private static func copyright(_ app: AppManifest) -> String {
    "share/doc/\(app.packageName)/copyright"
  }

  private static func completions(_ app: AppManifest, isPackaged: Bool) -> [(
    shell: String, place: String
  )] {
    // Where Debian's zsh looks for those of packages, and any zsh for others.
    let zsh = isPackaged ? "vendor-completions" : "site-functions"
    return [
      ("bash", "share/bash-completion/completions/\(app.program)"),
      ("zsh", "share/zsh/\(zsh)/_\(app.program)"),
      ("fish", "share/fish/vendor_completions.d/\(app.program).fish"),
    ]
  }

  /// The paths of all files that are there, below the prefix.
  static func all(_ app: AppManifest, below prefix: URL, isPackaged: Bool) throws -> [String] {
    var paths = [
      "bin/\(app.program)", desktopEntry(app), metainfo(app), icon(app), copyright(app),
    ]
    paths += ([nil] + app.languages).map { manual(app, $0) }
    paths += completions(app, isPackaged: isPackaged).map(\.place)
    for place in (app.files ?? [:]).values {
      let source = prefix.appendingPathComponent("share/" + place)
      // Of a file there is nothing below it, which is no error either.
      let inside =
        FileManager.default.isFile(source)
        ? nil : try? FileManager.default.subpathsOfDirectory(atPath: source.path)
      paths += inside.map { $0.sorted().map { "share/\(place)/\($0)" } } ?? ["share/" + place]
    }
    return paths.filter {
      FileManager.default.fileExists(atPath: prefix.appendingPathComponent($0).path)
    }
  }

  /// Removes them, and the folders of the app that are empty then.
  ///
  /// - Returns: The paths that were removed.
  static func remove(_ app: AppManifest, below prefix: URL) throws -> [String] {
    let manager = FileManager.default
    // Files before the folders that they lie in.
    let paths = try all(app, below: prefix, isPackaged: false).sorted(by: >)
    for path in paths {
      let place = prefix.appendingPathComponent(path).path
      let isFull = (try? manager.contentsOfDirectory(atPath: place))?.isEmpty == false
      if !isFull { try manager.removeItem(atPath: place) }
    }
    for folder in ["share/doc/\(app.packageName)"]
      + (app.files ?? [:]).values.map({ "share/" + $0 })
    {
      let place = prefix.appendingPathComponent(folder).path
      if (try? manager.contentsOfDirectory(atPath: place))?.isEmpty == true {
        try manager.removeItem(atPath: place)
      }
    }
    return paths
  }
}
