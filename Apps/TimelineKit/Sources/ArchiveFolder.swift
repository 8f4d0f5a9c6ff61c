import Glibc

/// Reads files of a folder, and nothing outside of it, whatever their names say or links point to.
struct ArchiveFolder {
  /// The folder, without links.
  let path: String
  /// No file of an archive comes near.
  private static let limit = 4 << 30

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

  /// Hands the bytes of a file over, a megabyte at a time.
  ///
  /// - Throws: ``TimelineError/unreadable(path:reason:)`` where it is no file of the folder, and what
  ///   `take` throws.
  func read(
    _ name: String, _ take: ([UInt8]) throws(TimelineError) -> Void
  ) throws(TimelineError) {
    guard let place = place(of: name) else {
      throw .unreadable(path: path + "/" + name, reason: tr("it is not in the folder"))
    }
    // A pipe in the place of a file is not waited for.
    let descriptor = open(place, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else { throw .unreadable(path: place, reason: Self.reason(errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(path: place, reason: tr("it is no file"))
    }
    var total = 0
    while true {
      var failure: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
        let got = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        if got < 0 { failure = errno }
        count = max(0, got)
      }
      if failure == EINTR { continue }
      guard failure == 0 else { throw .unreadable(path: place, reason: Self.reason(failure)) }
      if bytes.isEmpty { return }
      total += bytes.count
      guard total <= Self.limit else {
        throw .unreadable(path: place, reason: tr("it is larger than an archive can be"))
      }
      try take(bytes)
    }
  }

  /// The system's words for an error number, in the reader's language.
  static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
