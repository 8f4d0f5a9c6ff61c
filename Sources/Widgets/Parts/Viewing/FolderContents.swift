internal import CHikidashiGTK
internal import Dispatch

/// What is in a folder, read off the main thread.
enum FolderContents {
  /// The paths of what is wanted of a folder, in the order of their names as a person sorts them; nothing that is
  /// hidden.
  ///
  /// - Parameter isWanted: Given the path and the name.
  static func read(
    _ folder: String, _ isWanted: @escaping @Sendable (_ path: String, _ name: String) -> Bool
  ) async -> Result<[String], ViewerError> {
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(returning: list(folder, isWanted))
      }
    }
  }

  /// The pictures, by their names.
  static func pictures(in folder: String) async -> Result<[String], ViewerError> {
    await read(folder) { _, name in
      let kind = g_content_type_guess(name, nil, 0, nil)
      defer { g_free(kind) }
      return kind.map { g_content_type_is_a($0, "image/*") != 0 } ?? false
    }
  }

  /// The folders.
  static func folders(in folder: String) async -> Result<[String], ViewerError> {
    await read(folder) { path, _ in g_file_test(path, G_FILE_TEST_IS_DIR) != 0 }
  }

  private static func list(
    _ folder: String, _ isWanted: (_ path: String, _ name: String) -> Bool
  ) -> Result<[String], ViewerError> {
    var error: UnsafeMutablePointer<GError>?
    guard let directory = g_dir_open(folder, 0, &error) else {
      return .failure(.cannotRead(path: folder, reason: message(of: &error)))
    }
    defer { g_dir_close(directory) }
    var found: [(key: String, path: String)] = []
    while let entry = g_dir_read_name(directory) {
      let name = String(cString: entry)
      let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
      guard !name.hasPrefix("."), isWanted(path, name) else { continue }
      let key = g_utf8_collate_key_for_filename(name, -1)
      defer { g_free(key) }
      found.append((key.map { String(cString: $0) } ?? name, path))
    }
    return .success(found.sorted { ($0.key, $0.path) < ($1.key, $1.path) }.map(\.path))
  }
}
