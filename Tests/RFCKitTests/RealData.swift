import Foundation
import TestSupport

/// The optional data beside the checkout, unpacked into a folder of the test's own.
struct RealData {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// The bytes of a file packed with xz.
  func unpack(_ name: String) throws -> [UInt8] {
    let packed = try source(name)
    let target = folder.url.appendingPathComponent(packed.lastPathComponent)
    try Data().write(to: target)
    let output = try FileHandle(forWritingTo: target)
    try run(["xz", "-dc", packed.path], output: output)
    return Array(try Data(contentsOf: target))
  }

  /// The files in a tar archive packed with xz.
  func unpackArchive(_ name: String) throws -> [URL] {
    try run(["tar", "-xJf", try source(name).path, "-C", folder.url.path], output: .nullDevice)
    let files = FileManager.default.enumerator(at: folder.url, includingPropertiesForKeys: nil)
    return (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "txt" }
  }

  func text(_ name: String) throws -> String {
    try String(contentsOf: source(name), encoding: .utf8)
  }

  private func source(_ name: String) throws -> URL {
    guard let data = Checkout.sharedData else { throw CocoaError(.fileNoSuchFile) }
    return data.appendingPathComponent(name)
  }

  private func run(_ words: [String], output: FileHandle) throws {
    let process = try ChildProcess("/usr/bin/env", words, output: output.fileDescriptor)
    guard process.wait() == 0 else { throw CocoaError(.fileReadCorruptFile) }
  }
}
