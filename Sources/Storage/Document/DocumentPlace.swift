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

  /// A folder with a file for each store and each value.
  ///
  /// - Parameters:
  ///   - path: The folder, which is made where it is missing.
  ///   - format: How the stores are written.
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

  /// Opens what keeps the values.
  func bytes() throws(StorageError) -> any ByteStorage {
    switch kind {
    case .memory: MemoryStorage()
    case .folder(let path, _): try FolderStorage(path)
    case .sqlite(let path): try SQLiteStorage(path)
    }
  }

  /// Where a store of this name is kept.
  func destination(_ name: String, in bytes: any ByteStorage) throws(StorageError)
    -> StoreDestination
  {
    switch kind {
    case .memory: return .memory
    case .sqlite(let path): return .sqlite(path, table: name)
    case .folder(_, let format):
      let ending = format == .jsonLines ? "jsonl" : "tsv"
      return .bytes(in: bytes, name: try StorageName("\(name).\(ending)"), as: format)
    }
  }
}
