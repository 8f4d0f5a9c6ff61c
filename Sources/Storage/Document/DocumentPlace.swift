/// The place where a ``Document`` keeps an app's data.
public struct DocumentPlace: Sendable, CustomStringConvertible {
  enum Kind: Sendable {
    case memory
    case folder(String, StoreFormat, any FileOperations)
    case sqlite(String)
  }

  let kind: Kind

  /// A place in memory; the data is lost with the document.
  public static var memory: DocumentPlace { DocumentPlace(kind: .memory) }

  /// A folder with one file for each store and, in its folder `values`, one for each value.
  ///
  /// - Parameters:
  ///   - path: The folder, which is made if it is missing.
  ///   - format: How new stores are written; one that is there keeps its format.
  public static func folder(_ path: String, records format: StoreFormat = .tsv) -> DocumentPlace {
    .folder(path, records: format, files: SystemFiles())
  }

  package static func folder(
    _ path: String, records format: StoreFormat, files: any FileOperations
  ) -> DocumentPlace {
    DocumentPlace(kind: .folder(path, format, files))
  }

  /// An SQLite database with one table for each store and one for all values.
  public static func sqlite(_ path: String) -> DocumentPlace {
    DocumentPlace(kind: .sqlite(path))
  }

  /// The path of the place, or “memory”.
  public var description: String {
    switch kind {
    case .memory: "memory"
    case .folder(let path, _, _), .sqlite(let path): path
    }
  }

  func open() throws(StorageError) -> any OpenPlace {
    switch kind {
    case .memory: MemoryPlace()
    case .folder(let path, let format, let files): try FolderPlace(path, format, files)
    case .sqlite(let path): try DatabasePlace(path)
    }
  }

  /// Refuses what cannot name a store, the same everywhere, so that an app can go from one place to
  /// another.
  static func checkName(_ name: String) throws(StoreError) {
    let slash = name.utf8.contains(UInt8(ascii: "/")) ? "it holds a slash" : nil
    if let complaint = RecordSQL.complaint(aboutTable: name) ?? slash {
      throw .badTableName(name, reason: complaint)
    }
  }
}
