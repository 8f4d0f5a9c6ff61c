internal import Hikidashi
internal import HikidashiStorage

/// A file of text that a person has asked for.
enum TextFile {
  /// Writes a text as a whole, off the main thread, in place of what was there.
  ///
  /// - Parameter path: As a dialog gives it.
  static func write(_ text: String, to path: String) async throws(StorageError) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    let folder = "/" + parts.dropLast().joined(separator: "/")
    let name = try StorageName(String(parts.last ?? ""))
    try await offMainThread { () throws(StorageError) in
      try FolderStorage(folder).write(Array(text.utf8), to: name, durability: .atomic)
    }
  }
}
