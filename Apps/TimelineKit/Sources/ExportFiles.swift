internal import FoundationEssentials
import Glibc

/// The container of an export's files of JSON: a folder or a ZIP file.
enum ExportKind {
  /// A file of JSON, with the folder whose files it names.
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

  /// The first bytes of a file, which tell its kind.
  static func start(of path: String) throws(TimelineError) -> [UInt8] {
    try ArchiveFile(real(path)).bytes(at: 0, 4)
  }
}

/// Finds the files of an export that its posts name, such as pictures.
struct ExportFiles: Sendable {
  /// The folders within the export that paths may begin at, each with a slash behind it.
  private let folders: [String]
  private let has: @Sendable (_ name: String) -> Bool

  /// No files, as of JSON from the web.
  init() { (folders, has) = ([], { _ in false }) }

  init(_ folder: ArchiveFolder) { (folders, has) = (["", Self.servers], { folder.has($0) }) }

  /// - Parameter place: The folder of the files of JSON; empty for the archive itself.
  init(_ archive: ZipArchive, at place: String) {
    let names = archive.files
    has = { names.contains($0) }
    folders =
      place.isEmpty
      ? ["", Self.servers] : [place + "/", "", Self.servers, place + "/" + Self.servers]
  }

  /// The folder in which Mastodon servers keep their files.
  private static let servers = "opt/mastodon/public/system/"

  /// The path within the export of a file that a post names; nil where there is none.
  ///
  /// A server writes the path that its own pages have, such as `/system/media/1.jpg`, and packs a part of it: folders
  /// at the beginning may be missing here.
  func address(of path: String) -> String? {
    let file = String(path.prefix { $0 != "?" && $0 != "#" })
    // The name may have such letters itself.
    let plain = URL(string: "file:///" + file)?.path
    var tried: [String] = []
    for path in [path, file, plain ?? file] where !tried.contains(path) {
      if let found = self.file(path) { return found }
      tried.append(path)
    }
    return nil
  }

  private func file(_ path: String) -> String? {
    let parts = path.split(separator: "/")
    guard !parts.contains(".."), !parts.isEmpty else { return nil }
    // A name alone could be that of any file.
    for start in 0..<max(1, min(parts.count - 1, 5)) {
      let name = parts[start...].joined(separator: "/")
      if let folder = folders.first(where: { has($0 + name) }) { return folder + name }
    }
    return nil
  }
}
