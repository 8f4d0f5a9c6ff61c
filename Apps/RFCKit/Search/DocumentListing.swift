import Glibc

/// The documents in a folder and what tells that one has changed, without reading any.
struct DocumentListing {
  struct Document {
    var number: Int
    var size: Int
    /// Another one where the file is another.
    var state: String
  }

  /// By ascending number.
  let documents: [Document]

  init(_ directory: String) throws(RFCLibraryError) {
    guard let folder = opendir(directory) else {
      // Of a library that is still to be filled.
      if errno == ENOENT {
        documents = []
        return
      }
      throw .noMirror(path: directory, reason: FileReader.reason(errno))
    }
    defer { closedir(folder) }
    var documents: [Document] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      var status = stat()
      guard let number = Self.number(name), fstatat(dirfd(folder), name, &status, 0) == 0,
        status.st_mode & S_IFMT == S_IFREG
      else { continue }
      documents.append(
        Document(
          number: number, size: status.st_size,
          state: "\(status.st_size)-\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"))
    }
    self.documents = documents.sorted { $0.number < $1.number }
  }

  /// `rfc2119.txt`, and no other way to write it.
  private static func number(_ name: String) -> Int? {
    guard name.hasPrefix("rfc"), name.hasSuffix(".txt"),
      let number = Int(name.dropFirst(3).dropLast(4)), number > 0, name == "rfc\(number).txt"
    else { return nil }
    return number
  }
}
