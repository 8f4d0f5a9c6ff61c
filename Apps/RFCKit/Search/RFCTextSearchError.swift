public import HikidashiStorage

/// Why there is no full-text search.
public enum RFCTextSearchError: Error, Equatable, Sendable {
  /// The library is the one that comes with the program, which has no documents.
  case noFolder
  /// There is no home folder to keep the index in.
  case noHome
  /// The index cannot be read or written.
  case index(StorageError)
}

extension RFCTextSearchError: CustomStringConvertible {
  /// What is wrong, and what helps.
  public var description: String {
    switch self {
    case .noFolder: tr("there is no folder of documents to search; fetch some first")
    case .noHome: tr("there is no home folder to keep the index of words in; set HOME")
    case .index(let error): tr("the index of words cannot be used: {}", error.description)
    }
  }
}
