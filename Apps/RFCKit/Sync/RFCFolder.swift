import Glibc
import HikidashiStorage
import Synchronization

/// A folder in which files of a mirror are kept.
///
/// Every file is written whole and then put in place of the one before, so that a reader, and a
/// program that is killed, finds the old one or the new one. Of each its size, the time of its last
/// change and a checksum are kept, by which what was changed from outside is found.
public final class RFCFolder: Sendable {
  public let path: String
  private let files: FolderStorage
  /// Those who write take turns here, as they would at the lock of the folder, which other processes
  /// know too, and which is slower to wait for.
  private let turn = Mutex(())
  private let answers: KeptAnswers

  /// Opens a folder, which is made where it is missing.
  ///
  /// - Throws: ``RFCSyncError`` when it cannot be made or written.
  public init(_ path: String) throws(RFCSyncError) {
    self.path = path
    do {
      files = try FolderStorage(path)
      // A folder of its own, as everything that changes in it makes the store look for changes of
      // others.
      answers = try KeptAnswers(path + "/.answers/answers.db")
    } catch {
      throw .folder(path: path, reason: "\(error)")
    }
  }

  /// Where a mirror's files are kept for the user, as the XDG base directories have it; nil when the
  /// user has no home.
  ///
  /// A folder that has a password in its name, as older versions made them, gets the name without it.
  public static func userPath(for mirror: RFCMirror) -> String? {
    let home = path(in: "HOME").map { $0 + "/.local/share" }
    guard let folder = (path(in: "XDG_DATA_HOME") ?? home).map({ $0 + "/rfcviewer/" }) else {
      return nil
    }
    let path = folder + mirror.folderName
    if let former = mirror.formerFolderName, access(path, F_OK) != 0 {
      rename(folder + former, path)
    }
    return path
  }

  /// Where what can be found anew is kept for the user, as the XDG base directories have it; nil when
  /// the user has no home.
  static var userCachePath: String? {
    (path(in: "XDG_CACHE_HOME") ?? path(in: "HOME").map { $0 + "/.cache" }).map {
      $0 + "/rfcviewer"
    }
  }

  /// A path in a variable of the environment.
  static func path(in variable: String) -> String? {
    getenv(variable).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// What a person should be told of the folder, each a sentence: that what was known of its files is
  /// lost, or will be.
  public var notes: [String] { answers.notes }

  /// The numbers of the documents that are here.
  public func documents() throws(RFCSyncError) -> Set<Int> {
    do throws(StorageError) {
      let numbers = try files.list().lazy.compactMap { entry -> Int? in
        let name = entry.name.description
        guard name.hasPrefix("rfc"), name.hasSuffix(".txt") else { return nil }
        return Int(name.dropFirst(3).dropLast(4)).flatMap { $0 > 0 ? $0 : nil }
      }
      return Set(numbers)
    } catch {
      throw .folder(path: path, reason: error.description)
    }
  }

  /// Whether a file is here.
  func has(_ file: RFCFile) throws(RFCSyncError) -> Bool {
    do throws(StorageError) { return try files.entry(StorageName(file.name)) != nil } catch {
      throw .folder(path: path, reason: error.description)
    }
  }

  /// The bytes of a file; nil where it is not here.
  func bytes(of file: RFCFile) throws(RFCSyncError) -> [UInt8]? {
    do throws(StorageError) {
      let name = try StorageName(file.name)
      // Most are asked for when they are not here yet, and an error takes longer than a look.
      return try files.entry(name) == nil ? nil : files.read(name)
    } catch .notFound {
      return nil
    } catch {
      throw .folder(path: path, reason: error.description)
    }
  }

  /// Puts a file in place, whole.
  func write(_ bytes: [UInt8], to file: RFCFile) throws(RFCSyncError) {
    do throws(StorageError) {
      // Whole or not at all, whoever reads and whatever is killed. That the disk has it is seen to
      // before it is noted as here, as thousands of syncs would take longer than the network.
      let name = try StorageName(file.name)
      try turn.withLock { _ throws(StorageError) in
        try files.write(bytes, to: name, durability: .none)
      }
    } catch {
      throw .folder(path: path, reason: error.description)
    }
  }
}

// What is known of files.
extension RFCFolder {
  typealias Answer = KeptAnswers.Answer

  /// What was said of a file that is here as it was written; nil where nothing is known of it, or it
  /// was changed from outside.
  ///
  /// It is read where its size or its time is another than it was.
  ///
  /// - Parameter isVerified: Whether it is read in any case.
  func answer(for file: RFCFile, isVerified: Bool = false) throws(RFCSyncError) -> Answer? {
    guard var said = answers[file.name], let hash = said.hash, let entry = entry(of: file),
      entry.size == said.size
    else { return nil }
    let modified = Self.nanoseconds(entry.modified)
    if modified == said.modified, !isVerified { return said }
    guard let bytes = try bytes(of: file), Self.hash(bytes) == hash else { return nil }
    if modified != said.modified {
      said.modified = modified
      answers.remember(said, for: file.name)
    }
    return said
  }

  /// How many bytes a file had that is not what was written any more; nil where it still is, or where
  /// nothing is known of it.
  func lostSize(of file: RFCFile, now bytes: [UInt8]) -> Int? {
    guard let said = answers[file.name], let hash = said.hash else { return nil }
    return said.size == bytes.count && Self.hash(bytes) == hash ? nil : said.size
  }

  /// Keeps what was said of a file that is here now with these bytes; ``save()`` makes it last.
  func remember(tag: String?, date: String?, of file: RFCFile, _ bytes: [UInt8]) {
    let answer = Answer(
      tag: tag, date: date, size: bytes.count,
      modified: entry(of: file).map { Self.nanoseconds($0.modified) },
      hash: Self.hash(bytes))
    answers.remember(answer, for: file.name)
  }

  /// Makes last what was said; a later sync asks once more where it cannot.
  public func save() {
    // Not before the files are on the disk that it is said of: a power cut would leave what is known
    // of them and other bytes. Others bring files meanwhile, which the next save is for.
    let news = answers.news
    guard !news.isEmpty, sync(news.keys) else { return }
    answers.save(news)
  }

  /// Waits until files are on the disk; false where that is not certain.
  private func sync(_ names: some Collection<String>) -> Bool {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return false }
    defer { close(folder) }
    if names.count <= 8 {
      return names.allSatisfy { syncFile(path + "/" + $0) } && fsync(folder) == 0
    }
    // One call for thousands of files, of each of which would be waited for. The C library's header
    // hides it from Swift.
    guard let symbol = dlsym(nil, "syncfs") else { return false }
    return unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)(folder) == 0
  }

  private func syncFile(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    // One that was removed meanwhile is known to be gone by the next sync.
    guard file >= 0 else { return errno == ENOENT }
    defer { close(file) }
    return fsync(file) == 0
  }

  private func entry(of file: RFCFile) -> StorageEntry? {
    try? files.entry(StorageName(file.name))
  }

  private static func nanoseconds(_ time: Duration) -> Int {
    let (seconds, attoseconds) = time.components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }

  private static func hash(_ bytes: [UInt8]) -> UInt64 {
    bytes.withUnsafeBytes { XXHash64.hash($0) }
  }
}
