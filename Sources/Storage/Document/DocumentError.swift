internal import HikidashiBase

/// Why an app's data could not be opened or saved.
public enum DocumentError: Error, Sendable {
  /// A newer version of the app wrote the data, which was not touched.
  case newer(place: String, found: AppVersion, own: AppVersion)
  /// The version that is stored cannot be read; nothing was touched.
  case badVersion(place: String, text: String)
  /// The place could not be opened, read or written.
  case storage(StorageError)
  /// Some stores could not be saved, and so nothing was, unless they were only closed.
  case stores([String: StoreError])
  /// The document was opened to be read only.
  case readOnly(place: String)
}

extension DocumentError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .newer(let place, let found, let own):
      tr(
        """
        {} was written by version {} of the app, and this is {}; nothing was touched: update the app, \
        or open it to be read only
        """, place, found, own)
    case .badVersion(let place, let text):
      tr(
        """
        {} says that version “{}” of the app wrote it, which is no version; nothing was touched: \
        restore it from a backup
        """, place, text.prefix(60))
    case .storage(let error): "\(error)"
    case .stores(let errors):
      errors.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "\n")
    case .readOnly(let place):
      tr("{} was opened to be read only; update the app to change it", place)
    }
  }
}
