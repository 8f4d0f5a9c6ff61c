import Foundation
import Hikidashi

/// An app that is built, and where what it consists of comes from.
struct BuiltApp {
  let manifest: AppManifest
  /// The folder of the manifest.
  let folder: URL
  /// Its program.
  let program: URL
  /// When what it was built from was changed last; so that the same sources make the same package.
  let date: Date

  /// Builds an app for others: optimized, and with Swift's own libraries in it.
  ///
  /// - Parameters:
  ///   - file: Its `hikidashi.json`.
  ///   - program: The program, where it is built already.
  init(_ file: String, bytes: [UInt8], program: String?) throws {
    manifest = try AppManifest(bytes, file: file)
    folder = URL(fileURLWithPath: file).standardizedFileURL.deletingLastPathComponent()
    date = Self.date(of: folder)
    if let program {
      self.program = URL(fileURLWithPath: program)
    } else {
      var build = ExternalProgram(Toolkit.root + "/scripts/app", ["release", manifest.productName])
      build.folder = try Self.package(around: folder)
      build.isShown = true
      self.program = URL(fileURLWithPath: try build.line())
    }
    guard FileManager.default.isExecutableFile(atPath: self.program.path) else {
      throw ExternalProgram.Failure(description: tr("there is no program {}", self.program.path))
    }
  }

  /// The license's own text.
  var licenseText: String? {
    guard let package = try? Self.package(around: folder) else { return nil }
    return ["LICENSE", "LICENSE.txt", "COPYING"].lazy
      .compactMap { try? String(contentsOf: package.appendingPathComponent($0), encoding: .utf8) }
      .first
  }

  /// The day of `date`, as 2026-01-31.
  var day: String { String(ISO8601DateFormatter().string(from: date).prefix(10)) }

  /// The folder of the Swift package that a folder belongs to.
  static func package(around folder: URL) throws -> URL {
    var place = folder
    while place.path != "/" {
      let file = place.appendingPathComponent("Package.swift").path
      if FileManager.default.fileExists(atPath: file) { return place }
      place.deleteLastPathComponent()
    }
    throw ExternalProgram.Failure(
      description: tr(
        "{} lies in no Swift package: there is no Package.swift above it", folder.path))
  }

  private static func date(of folder: URL) -> Date {
    let given = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"].flatMap(Double.init)
    let committed = {
      try? ExternalProgram("git", ["-C", folder.path, "log", "-1", "--format=%ct"]).line()
    }
    return (given ?? committed().flatMap(Double.init)).map { Date(timeIntervalSince1970: $0) }
      ?? Date()
  }
}

/// The checkout that this program was built from.
enum Toolkit {
  static var root: String {
    var place = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { place.deleteLastPathComponent() }
    return place.path
  }
}
