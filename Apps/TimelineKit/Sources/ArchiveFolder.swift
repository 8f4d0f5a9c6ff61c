import Glibc

/// Reads files of a folder, and nothing outside of it, whatever their names say or links point to.
struct ArchiveFolder: ArchiveContents {
  /// The folder, without links.
  let path: String

  /// - Throws: ``TimelineError/unreadable(path:reason:)`` where there is no such folder.
  init(_ path: String) throws(TimelineError) {
    guard let real = realpath(path, nil) else {
      throw .unreadable(path: path, reason: Self.reason(errno))
    }
    defer { free(real) }
    self.path = String(cString: real)
    var status = stat()
    guard stat(self.path, &status) == 0 else {
      throw .unreadable(path: path, reason: Self.reason(errno))
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw .unreadable(path: path, reason: Self.reason(ENOTDIR))
    }
  }

  /// The names in a folder within this one, in their order; empty where there is none.
  func names(in folder: String) -> [String] {
    guard let place = place(of: folder), let directory = opendir(place) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Where a file or folder within this one is; nil where there is none, or it is outside.
  func place(of name: String) -> String? {
    if name.isEmpty { return path }
    guard !name.utf8.contains(0), let real = realpath(path + "/" + name, nil) else { return nil }
    defer { free(real) }
    let found = String(cString: real)
    return found == path || found.hasPrefix(path == "/" ? path : path + "/") ? found : nil
  }

  /// Programs that unpack an archive may put its folder into another.
  var places: [String] { ["data", ""] + names(in: "").map { $0 + "/data" } }

  func has(_ name: String) -> Bool { place(of: name) != nil }

  /// Nothing: what is not read of a folder is told by name.
  var problems: [PostPage.Problem] { [] }

  /// Opens a file.
  ///
  /// - Throws: ``TimelineError/unreadable(path:reason:)`` where it is no file of the folder.
  func open(_ name: String) throws(TimelineError) -> any ArchiveBytes {
    guard let place = place(of: name) else {
      throw .unreadable(path: path + "/" + name, reason: tr("it is not in the folder"))
    }
    return try ArchiveFile(place)
  }

  /// The system's words for an error number, in the reader's language.
  static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
