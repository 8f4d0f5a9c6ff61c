import Records
import Storage
import Support

/// A folder in which files of a mirror are kept.
///
/// Every file is written whole and then put in place of the one before, so that a reader, and a
/// program that is killed, finds the old one or the new one.
public final class RFCFolder: Sendable {
  public let path: String
  private let files: FolderStorage
  /// Those who write take turns here, as they would at the lock of the folder, which other processes
  /// know too, and which is slower to wait for.
  private let turn = Guarded(())
  private let answers: KeyedRecordStore<String>
  /// What was said since the last time that it was made to last.
  private let news = Guarded([String: Answer]())

  private let file = Field<String>("file", collation: .binary)
  private let tag = Field<String?>("etag")
  private let date = Field<String?>("last-modified")
  private let size = Field<Int>("bytes")

  /// What a server said of a file, with which it can be asked whether it has changed.
  struct Answer: Sendable, Equatable {
    var tag: String?
    var date: String?
    /// How many bytes the file has: after a power cut it may have fewer.
    var size: Int
  }

  /// Opens a folder, which is made where it is missing.
  ///
  /// - Throws: ``RFCSyncError`` when it cannot be made or written.
  public init(_ path: String) throws(RFCSyncError) {
    self.path = path
    do {
      files = try FolderStorage(path)
      let (schema, key) = (try Schema(file, tag, date, size), file)
      let open = { (place: StoreDestination) in
        let store = try RecordStore(schema, at: place, saving: .whenAsked, undoLimit: 0)
        return try KeyedRecordStore(store, key: key)
      }
      // Where it cannot be read, files are transferred that need not be, and no more is lost. A folder
      // of its own, as everything that changes in it makes the store look for changes of others.
      answers = try (try? open(.sqlite(path + "/.answers/answers.db"))) ?? open(.memory)
    } catch {
      throw .folder(path: path, reason: "\(error)")
    }
  }

  /// Where a mirror's files are kept for the user, as the XDG base directories have it; nil when the
  /// user has no home.
  public static func userPath(for mirror: RFCMirror) -> String? {
    let data = Environment.value("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = Environment.value("HOME").flatMap { $0.hasPrefix("/") ? $0 + "/.local/share" : nil }
    return (data ?? home).map { $0 + "/rfcviewer/" + mirror.folderName }
  }

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
      // Whole or not at all, whoever reads and whatever is killed; what a power cut leaves half is
      // known by its size, and thousands of syncs would take longer than the network.
      let name = try StorageName(file.name)
      try turn.withLock { _ throws(StorageError) in
        try files.write(bytes, to: name, durability: .none)
      }
    } catch {
      throw .folder(path: path, reason: error.description)
    }
  }

  /// What was said of a file that is here, and whole; nil where nothing is known.
  func answer(for file: RFCFile) -> Answer? {
    guard let said = news.withLock({ $0[file.name] }) ?? kept(file.name),
      let entry = try? files.entry(StorageName(file.name)), entry.size == said.size
    else { return nil }
    return said
  }

  private func kept(_ name: String) -> Answer? {
    answers.records[name].map { Answer(tag: $0[tag], date: $0[date], size: $0[size]) }
  }

  /// Keeps what was said of a file that is here now; ``save()`` makes it last.
  func remember(_ answer: Answer, for file: RFCFile) {
    news.withLock { $0[file.name] = answer }
  }

  /// Makes last what was said; a later sync asks once more where it cannot.
  public func save() {
    let news = news.withLock { $0 }
    _ = try? answers.edit { records in
      for (name, answer) in news {
        try records.upsert(name) {
          $0[tag] = answer.tag
          $0[date] = answer.date
          $0[size] = answer.size
        }
      }
    }
    guard (try? answers.store.save()) != nil else { return }
    self.news.withLock { current in current = current.filter { news[$0.key] != $0.value } }
  }
}
