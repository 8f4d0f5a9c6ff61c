import Foundation

/// A folder that holds the index of 2026-08-21 as `rfc-index.txt`, as a mirror would.
struct IndexMirror {
  let folder: URL

  /// Unpacks the index into `parent`; nil where the data beside the checkout or `xz` is missing.
  init?(in parent: URL) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let packed = root.appendingPathComponent("../shared/data/index/rfc-index-2026-08-21.txt.xz")
    guard FileManager.default.isReadableFile(atPath: packed.path), let xz = Launch.find("xz") else {
      return nil
    }
    folder = parent.appendingPathComponent("mirror")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let unpacked = folder.appendingPathComponent("rfc-index.txt")
    try Data().write(to: unpacked)

    let process = Process()
    process.executableURL = xz
    process.arguments = ["-dc", packed.path]
    process.standardOutput = try FileHandle(forWritingTo: unpacked)
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure.unpacking(packed.path) }
  }

  /// Writes an index of as many entries into `parent`, the same each time, for want of the real one.
  init(generatedIn parent: URL) throws {
    folder = parent.appendingPathComponent("generated")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let index = GeneratedIndex(entries: 10_018, seed: 8_650)
    try Data(index.bytes).write(to: folder.appendingPathComponent("rfc-index.txt"))
  }

  enum Failure: Error, CustomStringConvertible {
    case unpacking(String)

    var description: String {
      switch self {
      case .unpacking(let path): "xz could not unpack \(path); is the file whole?"
      }
    }
  }
}
