import Foundation
import Hikidashi

/// What `flatpak-builder` makes a Flatpak from: its manifest, with the sources of the app and of the toolkit.
///
/// - Source: <https://docs.flatpak.org/en/latest/flatpak-builder-command-reference.html>.
struct FlatpakSources {
  private let app: AppManifest
  private let folder: URL

  /// - Parameter file: The app's `hikidashi.json`.
  init(_ app: AppManifest, file: String) {
    self.app = app
    folder = URL(fileURLWithPath: file).standardizedFileURL.deletingLastPathComponent()
  }

  /// Writes both.
  ///
  /// - Returns: The path of the manifest.
  func write(to place: URL) throws -> String {
    let manager = FileManager.default
    let package = try BuiltApp.package(around: folder)
    let sources = place.appendingPathComponent("sources")
    try manager.createDirectory(at: place, withIntermediateDirectories: true)
    guard !manager.fileExists(atPath: sources.path) else {
      throw ExternalProgram.Failure(description: tr("{} is there already", sources.path))
    }
    try copy(URL(fileURLWithPath: Toolkit.root), to: sources.appendingPathComponent("hikidashi"))
    var inside = "hikidashi"
    if package.path != Toolkit.root {
      inside = "app"
      let copied = sources.appendingPathComponent(inside)
      try copy(package, to: copied)
      for name in ["Package.swift", "Makefile", "ci"] {
        try point(copied.appendingPathComponent(name))
      }
    }
    let rest = folder.path.dropFirst(package.path.count)
    let text = manifest(package: inside, file: inside + rest + "/" + AppManifest.fileName)
    let file = place.appendingPathComponent(app.id + ".json")
    try Data((text.text + "\n").utf8).write(to: file)
    return file.path
  }

  /// Copies the files that the sources' own version control knows, or all but what was built.
  private func copy(_ source: URL, to target: URL) throws {
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    let listed = try? ExternalProgram(
      "git", ["-C", source.path, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    ).run()
    let known = listed.map { $0.split(separator: 0).map { String(decoding: $0, as: UTF8.self) } }
    let names =
      try known
      ?? FileManager.default.files(below: source).filter { !$0.hasPrefix(".build") }
    for name in names {
      let file = source.appendingPathComponent(name)
      guard FileManager.default.isFile(file) else { continue }
      let place = target.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: file, to: place)
    }
  }

  /// Has a file name the toolkit beside it in place of where it lies here.
  private func point(_ file: URL) throws {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return }
    try Data(text.replacing(Toolkit.root, with: "../hikidashi").utf8).write(to: file)
  }

  private func manifest(package: String, file: String) -> JSONValue {
    let words = { (texts: [String]) in JSONValue.array(texts.map { .string($0) }) }
    let build = "swift build -c release --static-swift-stdlib --disable-sandbox"
    let module = JSONValue.object([
      ("name", .string(app.packageName)), ("buildsystem", "simple"),
      (
        "build-commands",
        words([
          "\(build) --package-path \(package) --product \(app.productName)",
          "\(build) --package-path hikidashi --product hikidashi",
          "hikidashi/.build/release/hikidashi install \(file) --prefix /app"
            + " --program \(package)/.build/release/\(app.productName)",
        ])
      ),
      ("sources", .array([.object([("type", "dir"), ("path", "sources")])])),
    ])
    return .object([
      ("id", .string(app.id)), ("runtime", "org.gnome.Platform"), ("runtime-version", "48"),
      ("sdk", "org.gnome.Sdk"), ("sdk-extensions", words(["org.freedesktop.Sdk.Extension.swift6"])),
      ("command", .string(app.program)),
      (
        "finish-args",
        words([
          "--socket=wayland", "--socket=fallback-x11", "--share=ipc", "--device=dri",
          "--share=network",
          "--talk-name=org.freedesktop.secrets",
        ])
      ),
      ("build-options", .object([("append-path", "/usr/lib/sdk/swift6/bin")])),
      ("modules", .array([Self.markdown, module])),
    ])
  }

  /// The one library that the runtime lacks.
  private static var markdown: JSONValue {
    .object([
      ("name", "md4c"), ("buildsystem", "cmake-ninja"),
      (
        "sources",
        .array([
          .object([
            ("type", "git"), ("url", "https://github.com/mity/md4c.git"), ("tag", "release-0.4.8"),
          ])
        ])
      ),
    ])
  }
}
