public import FoundationEssentials
import Glibc

/// The kind of a path's target; anything but a file and a folder is refused.
enum PathKind {
  case file
  case folder

  /// - Throws: ``TimelineError/unreadable(path:reason:)``
  init(_ path: String) throws(TimelineError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw .unreadable(path: path, reason: ArchiveFolder.reason(errno))
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    default: throw .unreadable(path: path, reason: tr("it is neither a file nor a folder"))
    }
  }
}

extension TimelineSource {
  /// Makes the source of a path, after a look whether there are posts: a Twitter archive, in a folder or a ZIP file, or
  /// posts in files of JSON. Waits for the disk.
  ///
  /// ```swift
  /// let source = try TimelineSource(file: "/home/ann/twitter-2022.zip")
  /// print(source.title)
  /// ```
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - added: When the source is added.
  /// - Throws: ``TimelineError/unreadable(path:reason:)`` where nothing is there, or it is neither a file nor a folder;
  ///   ``TimelineError/noPosts(path:)`` where no post was found; others where an archive is damaged.
  /// - Complexity: O(*n*) in the bytes before the first post, and in the files beside it
  public init(file path: String, added: Date = Date()) throws(TimelineError) {
    let name = String(path.split(separator: "/").last ?? "/")
    let isArchive =
      switch try PathKind(path) {
      case .folder: try !TwitterArchive.isEmpty(ArchiveFolder(path))
      case .file: try Self.isTwitterZip(path)
      }
    guard isArchive else {
      try JSONPosts.check(path)
      self.init(.json, title: name, address: path, added: added)
      return
    }
    var reader = try ArchiveReader(path, source: "")
    // An archive may have no posts at all; one that has nothing but faults is refused here.
    _ = try reader.next()
    let title = reader.owner.page.isEmpty ? name : reader.owner.name
    self.init(.archive, title: title, address: path, added: added)
  }

  /// Whether a file is a ZIP file with those of a Twitter archive.
  private static func isTwitterZip(_ path: String) throws(TimelineError) -> Bool {
    guard case .zip(let archive) = try ExportKind(path) else { return false }
    return !TwitterArchive.isEmpty(archive)
  }

  /// Checks that a path is that of a file, which can be opened without waiting.
  ///
  /// ```swift
  /// try TimelineSource.checkFile("/home/ann/feeds.opml")
  /// ```
  ///
  /// - Throws: ``TimelineError/unreadable(path:reason:)``
  public static func checkFile(_ path: String) throws(TimelineError) {
    _ = try ArchiveFile(ExportKind.real(path))
  }

  /// Where a file of an archive is, such as a picture of a post: in its folder, or within its ZIP file, from which an
  /// ``ArchiveTransport`` loads it.
  ///
  /// - Parameter address: The ``Post/Picture/address`` within the archive.
  /// - Returns: A `file` address; nil where there is no such file, or it is outside of the folder, also by a link.
  public func url(of address: String) -> URL? {
    guard !address.isEmpty, [.archive, .json].contains(kind),
      let place = try? PathKind(self.address)
    else { return nil }
    if place == .file,
      kind == .archive || (try? ExportKind.start(of: self.address)).map(ZipArchive.isZip) == true
    {
      return ArchiveTransport.url(self.address, address)
    }
    let folder = place == .folder ? self.address : (try? ExportKind.folder(of: self.address))
    guard let folder else { return nil }
    return (try? ArchiveFolder(folder))?.place(of: address).map { URL(filePath: $0) }
  }
}
