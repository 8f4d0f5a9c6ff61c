/// Where a ``Document`` keeps an app's data.
public struct DocumentPlace: Sendable, CustomStringConvertible {
  enum Kind: Sendable {
    case memory
    case folder(String, StoreFormat)
    case sqlite(String)
  }

  let kind: Kind

  /// Memory: the data is gone with the document.
  public static var memory: DocumentPlace { DocumentPlace(kind: .memory) }

  /// A folder with a file for each store, and one for each value in `values` below it.
  ///
  /// - Parameters:
  ///   - path: The folder, which is made where it is missing.
  ///   - format: How new stores are written; one that is there keeps its format.
  public static func folder(_ path: String, records format: StoreFormat = .tsv) -> DocumentPlace {
    DocumentPlace(kind: .folder(path, format))
  }

  /// One SQLite database with a table for each store.
  public static func sqlite(_ path: String) -> DocumentPlace {
    DocumentPlace(kind: .sqlite(path))
  }

  public var description: String {
    switch kind {
    case .memory: "memory"
    case .folder(let path, _), .sqlite(let path): path
    }
  }

  /// Opens what keeps the values. In a folder they have one of their own, so that none has the name
  /// of a store's file.
  func values() throws(StorageError) -> any ByteStorage {
    switch kind {
    case .memory: MemoryStorage()
    case .folder(let path, _): try FolderStorage(path + "/values")
    case .sqlite(let path): try SQLiteStorage(path)
    }
  }

  /// Where a store of this name is kept.
  func destination(_ name: String) throws(StoreError) -> StoreDestination {
    // The same everywhere, so that an app can go from one place to another.
    let slash = name.utf8.contains(UInt8(ascii: "/")) ? "it holds a slash" : nil
    if let complaint = RecordSQL.complaint(aboutTable: name) ?? slash {
      throw .badTableName(name, reason: complaint)
    }
    switch kind {
    case .memory: return .memory
    case .sqlite(let path): return .sqlite(path, table: name)
    case .folder(let path, let format):
      do throws(StorageError) { return try file(name, in: FolderStorage(path), format) } catch {
        throw .storage(error)
      }
    }
  }

  private func file(
    _ name: String, in folder: FolderStorage, _ format: StoreFormat
  ) throws(StorageError) -> StoreDestination {
    for other in [format] + StoreFormat.allCases {
      let file = try StorageName(name + other.ending)
      if try folder.exists(file) { return .bytes(in: folder, name: file, as: other) }
    }
    return .bytes(in: folder, name: try StorageName(name + format.ending), as: format)
  }
}

extension StoreFormat {
  fileprivate var ending: String {
    switch self {
    case .tsv: ".tsv"
    case .jsonLines: ".jsonl"
    }
  }
}
