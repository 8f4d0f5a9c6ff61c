import Foundation
import Hikidashi

/// A package for Debian and what follows it.
///
/// - Source: Debian Policy Manual 4.6.
struct DebianPackage {
  let app: BuiltApp

  /// Makes it.
  ///
  /// - Parameter folder: Where it comes to stand.
  /// - Returns: The path of its file.
  func write(to folder: URL) throws -> String {
    let manager = FileManager.default
    let work = manager.temporaryDirectory.appendingPathComponent("hikidashi-\(UUID())")
    defer { try? manager.removeItem(at: work) }
    let root = work.appendingPathComponent("root")
    let files = InstalledFiles(app, isPackaged: true)
    _ = try files.write(to: root.appendingPathComponent("usr"))
    try addChangelog(to: root, in: work)
    let control = root.appendingPathComponent("DEBIAN")
    try manager.createDirectory(at: control, withIntermediateDirectories: true)
    try Data(try self.control(root, in: work).utf8).write(
      to: control.appendingPathComponent("control"))
    try Data(try sums(root).utf8).write(to: control.appendingPathComponent("md5sums"))
    try settle(root)
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    let name = "\(app.manifest.packageName)_\(app.manifest.version)_\(try architecture()).deb"
    let place = folder.appendingPathComponent(name).path
    let packing = ["--root-owner-group", "-Zxz", "-z9", "-Sextreme"]
    try ExternalProgram("dpkg-deb", packing + ["--build", root.path, place]).dated(app.date).run()
    return place
  }

  private func architecture() throws -> String {
    try ExternalProgram("dpkg", ["--print-architecture"]).line()
  }

  private func control(_ root: URL, in work: URL) throws -> String {
    let manifest = app.manifest
    let program = root.appendingPathComponent("usr/bin/\(manifest.program)")
    let size = try ExternalProgram("du", ["-k", "-s", "--apparent-size", root.path]).line()
    let recommended = try loaded(by: program)
    var lines = [
      "Package: \(manifest.packageName)", "Version: \(manifest.version)", "Section: \(section)",
      "Priority: optional", "Architecture: \(try architecture())",
      "Maintainer: \(manifest.developer.name) <\(manifest.developer.email)>",
      "Installed-Size: \(size.prefix { $0.isNumber })",
      "Depends: \(try dependencies(of: program, in: work))",
    ]
    if !recommended.isEmpty { lines.append("Recommends: " + recommended.joined(separator: ", ")) }
    lines.append("Homepage: \(manifest.homepage)")
    lines.append("Description: \(manifest.summary.withoutControls)")
    for (index, paragraph) in manifest.description.enumerated() {
      if index > 0 { lines.append(" .") }
      lines += paragraph.withoutControls.wrapped(at: 78).map { " " + $0 }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What the linker binds it to, as the distribution's packages name it.
  private func dependencies(of program: URL, in work: URL) throws -> String {
    let debian = work.appendingPathComponent("debian")
    try FileManager.default.createDirectory(at: debian, withIntermediateDirectories: true)
    let stub =
      "Source: \(app.manifest.packageName)\n\nPackage: \(app.manifest.packageName)\nArchitecture: any\n"
    try Data(stub.utf8).write(to: debian.appendingPathComponent("control"))
    var tool = ExternalProgram("dpkg-shlibdeps", ["-O", program.path])
    tool.folder = work
    let line = try tool.line()
    return line.replacing("shlibs:Depends=", with: "")
  }

  /// The packages of libraries that it opens while it runs, where they are there: those whose names stand in it.
  private func loaded(by program: URL) throws -> [String] {
    let bytes = try Data(contentsOf: program)
    let bound = try ExternalProgram("readelf", ["-d", program.path]).line()
    let names = Set(bytes.libraryNames).filter { !bound.contains("[\($0)]") }
    return Set(names.flatMap(packages)).sorted()
  }

  /// The packages that have a library.
  private func packages(with library: String) -> [String] {
    // As “libcurl4:amd64: /usr/lib/…”; a package that is there for building alone is none.
    let lines = (try? ExternalProgram("dpkg-query", ["-S", "*/\(library)"]).line())?.split(
      separator: "\n")
    let found = (lines ?? []).compactMap { $0.split(separator: ":").first.map(String.init) }
      .filter { !$0.hasSuffix("-dev") && !$0.contains(" ") }
    guard found.isEmpty, let parts = library.wholeMatch(of: #/(.+)\.so\.([0-9]+)/#) else {
      return found
    }
    // Where it is not installed here, its name as the policy has it.
    let (name, version) = (String(parts.output.1).lowercased(), parts.output.2)
    return [name + (name.last?.isNumber == true ? "-" : "") + version]
  }

  private var section: String {
    let sections = [
      "Office": "editors", "Network": "net", "Graphics": "graphics", "AudioVideo": "video",
      "Development": "devel", "Game": "games", "Education": "education", "Science": "science",
    ]
    return app.manifest.categories.lazy.compactMap { sections[$0] }.first ?? "utils"
  }

  private func addChangelog(to root: URL, in work: URL) throws {
    let manifest = app.manifest
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
    let text = """
      \(manifest.packageName) (\(manifest.version)) unstable; urgency=medium

        * Version \(manifest.version).

       -- \(manifest.developer.name) <\(manifest.developer.email)>  \(formatter.string(from: app.date))

      """
    let folder = root.appendingPathComponent("usr/share/doc/\(manifest.packageName)")
    let file = folder.appendingPathComponent("changelog")
    try Data(text.utf8).write(to: file)
    try ExternalProgram("gzip", ["-9", "-n", file.path]).run()
  }

  /// The sums of all files, by which dpkg finds damage.
  private func sums(_ root: URL) throws -> String {
    let paths = try FileManager.default.files(below: root).filter { !$0.hasPrefix("DEBIAN/") }
    var tool = ExternalProgram("md5sum", paths)
    tool.folder = root
    return String(decoding: try tool.run(), as: UTF8.self)
  }

  /// Gives everything the rights and times that do not depend on who makes the package, and when.
  private func settle(_ root: URL) throws {
    try ExternalProgram("chmod", ["-R", "u=rwX,go=rX", root.path]).run()
    let time = "@\(Int(app.date.timeIntervalSince1970))"
    try ExternalProgram("find", [root.path, "-exec", "touch", "-h", "-d", time, "{}", "+"]).run()
  }
}

extension ExternalProgram {
  fileprivate func dated(_ date: Date) -> ExternalProgram {
    var program = self
    program.environment["SOURCE_DATE_EPOCH"] = "\(Int(date.timeIntervalSince1970))"
    return program
  }
}

extension Data {
  /// The names in it that are those of shared libraries, as `libcurl.so.4`, each a text of its own.
  fileprivate var libraryNames: [String] {
    split(whereSeparator: { !(0x20...0x7E ~= $0) }).compactMap { bytes in
      guard bytes.count < 64, bytes.starts(with: "lib".utf8) else { return nil }
      let text = String(decoding: bytes, as: UTF8.self)
      return text.wholeMatch(of: #/lib[A-Za-z0-9_+-]+(?:-[0-9.]+)?\.so\.[0-9]+/#) == nil
        ? nil : text
    }
  }
}

extension String {
  /// Its words in lines.
  fileprivate func wrapped(at width: Int) -> [String] {
    split(separator: " ").reduce(into: [String]()) { lines, word in
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
  }
}
