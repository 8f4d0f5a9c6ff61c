package import Foundation
import Glibc

/// A folder of a test's own, removed with the value that owns it.
package final class ScratchFolder {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("test-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file, with the folders above it; `mode` makes it executable where 0o755.
  package func write(_ text: String, to path: String, mode: Int = 0o644) throws {
    let file = url.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    if mode & 0o100 != 0 { waitUntilNobodyWrites(file.path) }
  }

  /// A program that another test starts meanwhile holds this file open for writing until it runs, and
  /// as long nobody can run the file. A lease for reading is granted when none does.
  private func waitUntilNobodyWrites(_ path: String) {
    let setLease: Int32 = 1_024
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    while fcntl(file, setLease, Int32(F_RDLCK)) != 0, errno == EAGAIN { usleep(1_000) }
    _ = fcntl(file, setLease, Int32(F_UNLCK))
  }

  /// The text of a file; nil where there is none.
  package func read(_ path: String) -> String? {
    try? String(contentsOf: url.appendingPathComponent(path), encoding: .utf8)
  }

  /// Links programs of this machine into the folder, so that `PATH` can be it alone.
  package func link(_ tools: String...) throws {
    for tool in tools {
      guard let path = Tool(tool).path else { continue }
      try FileManager.default.createSymbolicLink(
        atPath: url.appendingPathComponent(tool).path, withDestinationPath: path)
    }
  }
}
