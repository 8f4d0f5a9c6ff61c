import Glibc

/// The container of an export's files of JSON, by the path that a person points at.
enum ExportKind {
  /// A file in a folder, in which the files stand that it names.
  case file(ArchiveFolder, name: String)
  case folder(ArchiveFolder)
  case zip(ZipArchive)

  /// - Throws: ``TimelineError`` where nothing can be opened there.
  init(_ path: String) throws(TimelineError) {
    if case .folder = try PathKind(path) {
      self = .folder(try ArchiveFolder(path))
      return
    }
    let start = try Self.start(of: path)
    if ZipArchive.isZip(start) {
      self = .zip(try ZipArchive(path))
    } else if start.starts(with: [0x1F, 0x8B]) {
      throw .damaged(
        path: path, reason: tr("it is compressed; unpack it, and give the folder with its files"))
    } else {
      let name = try Self.real(path).split(separator: "/").last ?? ""
      self = .file(try ArchiveFolder(Self.folder(of: path)), name: String(name))
    }
  }

  /// The path without links, as a person may give one.
  static func real(_ path: String) throws(TimelineError) -> String {
    guard let real = realpath(path, nil) else {
      throw .unreadable(path: path, reason: ArchiveFolder.reason(errno))
    }
    defer { free(real) }
    return String(cString: real)
  }

  /// The folder of a file, by whichever links a person gives it.
  static func folder(of path: String) throws(TimelineError) -> String {
    let real = try real(path)
    let folder = real[..<(real.lastIndex(of: "/") ?? real.startIndex)]
    return folder.isEmpty ? "/" : String(folder)
  }

  /// The first bytes of a file, by which it is known what it is.
  static func start(of path: String) throws(TimelineError) -> [UInt8] {
    try ArchiveFile(real(path)).bytes(at: 0, 4)
  }
}

/// Finds the files of an export that its posts name, such as pictures.
struct ExportFiles: Sendable {
  /// The folder within the export that paths begin at.
  private let place: String
  private let has: @Sendable (_ name: String) -> Bool

  /// No files, as of JSON from the web.
  init() { (place, has) = ("", { _ in false }) }

  init(_ folder: ArchiveFolder) { (place, has) = ("", { folder.has($0) }) }

  init(_ archive: ZipArchive, at place: String) {
    let names = archive.files
    (self.place, has) = (place, { names.contains($0) })
  }

  /// Where servers keep what their exports name by its address on them.
  private static let servers = "opt/mastodon/public/system"

  /// The path within the export of a file that a post names; nil where there is none.
  ///
  /// A server writes the path that its own pages have, such as `/system/media/1.jpg`, and packs a part of it: folders
  /// at the beginning may be missing here.
  func address(of path: String) -> String? {
    let file = String(path.prefix { $0 != "?" && $0 != "#" })
    // The name may have such letters itself.
    for path in [path, file, file.removingEscapes ?? file] {
      if let found = self.file(path) { return found }
    }
    return nil
  }

  private func file(_ path: String) -> String? {
    let parts = path.split(separator: "/")
    guard !parts.contains(".."), !parts.isEmpty else { return nil }
    // A name alone could be that of any file.
    for start in 0..<max(1, min(parts.count - 1, 5)) {
      let name = parts[start...].joined(separator: "/")
      for folder in [place, "", Self.servers, place + "/" + Self.servers] {
        let whole = folder.isEmpty ? name : folder + "/" + name
        if has(whole) { return whole }
      }
    }
    return nil
  }
}

extension String {
  /// The text with the bytes that `%41` stands for; nil where these are no letters.
  fileprivate var removingEscapes: String? {
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
