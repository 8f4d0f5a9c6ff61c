/// Why a library cannot give an index or a document.
public enum RFCLibraryError: Error, Sendable, Hashable {
  /// The path of a mirror is no folder that can be read; `reason` is the system's.
  case noMirror(path: String, reason: String)
  /// The file is not there, or cannot be read; `reason` is the system's.
  case unreadable(path: String, reason: String)
  /// The path is a folder or a device where a file is needed.
  case notAFile(path: String)
  /// The file has no bytes.
  case empty(path: String)
  /// The file became shorter while it was read.
  case truncated(path: String)
  /// The file is larger than any index or document can be.
  case tooLarge(path: String)
  /// The library has no document of this number.
  case notInLibrary(number: Int)
  /// The file is not an index, or not a whole one.
  case index(path: String, RFCIndexError)
  /// The file has no errata.
  case errata(path: String, RFCErrataError)
  /// The file has no citations.
  case citations(path: String, RFCCitationsError)
}

extension RFCLibraryError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noMirror(let path, let reason):
      tr("cannot open the mirror “{}”: {}; give a folder with rfc-index.txt", path, reason)
    case .unreadable(let path, let reason):
      tr("cannot read “{}”: {}; check the path and its permissions", path, reason)
    case .notAFile(let path):
      tr("cannot read “{}”: it is not a file; give the path of a file", path)
    case .empty(let path):
      tr("cannot read “{}”: the file is empty; fetch it again", path)
    case .truncated(let path):
      tr("cannot read “{}”: it became shorter meanwhile; fetch it again", path)
    case .tooLarge(let path):
      tr("cannot read “{}”: it is larger than 256 MiB; give the path of an RFC file", path)
    case .notInLibrary(let number):
      tr("RFC {} is not in this library; give a folder that has rfc{}.txt", number, number)
    case .index(let path, let error):
      tr("“{}”: {}", path, error)
    case .errata(let path, let error):
      tr("“{}”: {}", path, error)
    case .citations(let path, let error):
      tr("“{}”: {}", path, error)
    }
  }
}
