import Foundation
import TestSupport
import Testing

/// A mirror, a folder that is full, and new ones.
final class FaultCourse {
  typealias Sync = (_ mirror: FaultyMirror, _ folder: String, _ isSlow: Bool) async throws -> Int32

  private let mirror: FaultyMirror
  private let folder: ScratchFolder
  private let sync: Sync
  private var count = 0

  init(_ sync: @escaping Sync) throws {
    (mirror, folder) = (try FaultyMirror(), try ScratchFolder())
    self.sync = sync
  }

  private var full: String { folder.url.appendingPathComponent("full").path }

  /// Fills the folder that is full.
  func prepare() async throws { try await bring(full, "at first") }

  /// A sync with a fault, and one without.
  func run(_ fault: SyncFault, _ target: FaultyMirror.Target, isNew: Bool) async throws {
    let what = "\(fault.name), \(target), \(isNew ? "new" : "full")"
    count += 1
    let path = isNew ? folder.url.appendingPathComponent("new-\(count)").path : full
    mirror.set(fault, target)
    let code = try await sync(mirror, path, fault.isSlow)
    let wanted = Self.code(fault.ending(of: target), target, isNew: isNew)
    if let wanted { #expect(code == wanted, "\(what) ended with \(code)") }
    if !isNew {
      Self.expect(path, isLike: mirror.contents, what)
    } else if !fault.isUntold(target) {
      Self.expect(path, isPartOf: mirror.contents, what)
    }
    try await bring(path, "after \(what)")
  }

  /// The exit status that a fault has; nil where either is right.
  private static func code(
    _ ending: SyncFault.Ending, _ target: FaultyMirror.Target, isNew: Bool
  ) -> Int32? {
    switch ending {
    case .refused: 1
    case .whole: 0
    case .missing: target == .index ? 1 : 0
    case .notModified: isNew ? 1 : 0
    case .untold: isNew ? nil : 1
    case .either: nil
    }
  }

  private func bring(_ path: String, _ what: String) async throws {
    mirror.set(nil, .index)
    let code = try await sync(mirror, path, false)
    #expect(code == 0, "\(what)")
    Self.expect(path, isLike: mirror.contents, what)
  }

  /// The folder has these files, and none else.
  static func expect(_ path: String, isLike contents: [String: [UInt8]], _ what: String) {
    let found = files(path)
    #expect(Set(found.keys) == Set(contents.keys), "\(what)")
    expect(path, isPartOf: contents, what)
  }

  /// What the folder has is of these files.
  static func expect(_ path: String, isPartOf contents: [String: [UInt8]], _ what: String) {
    for (name, bytes) in files(path) where contents[name] != bytes {
      Issue.record("\(name) is wrong: \(what)")
    }
  }

  private static func files(_ path: String) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    where name.hasSuffix(".txt") {
      files[name] = FileManager.default.contents(atPath: path + "/" + name).map(Array.init)
    }
    return files
  }
}
