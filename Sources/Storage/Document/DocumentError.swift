internal import HikidashiBase

/// An error of opening or saving an app's data.
public enum DocumentError: Error, Sendable {
  /// A newer version of the app wrote the data, which was left unchanged.
  case newer(place: String, found: AppVersion, own: AppVersion)
  /// The stored version of the app cannot be read; the data was left unchanged.
  case badVersion(place: String, text: String)
  /// The place could not be opened, read or written.
  case storage(StorageError)
  /// The stores with these names could not be saved. Nothing was saved, unless they were only
  /// closed.
  case stores([String: StoreError])
  /// The document is read-only.
  case readOnly(place: String)
}

extension DocumentError: CustomStringConvertible {
  /// A message that says what failed and how to fix it.
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
