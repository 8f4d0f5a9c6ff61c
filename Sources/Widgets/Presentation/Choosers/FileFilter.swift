internal import CHikidashiGTK

/// A filter for the files that a dialog shows.
///
/// ```swift
/// let cards = FileFilter("Cards", patterns: ["*.tsv", "*.csv"])
/// ```
public struct FileFilter: Hashable, Sendable {
  /// The name of the filter in the dialog's list.
  public var name: String
  /// Shell patterns of file names; letter case does not matter in those like `*.tsv`.
  public var patterns: [String]
  /// MIME types, such as `image/*`.
  public var types: [String]

  /// Makes a filter; a file passes that fits one of the patterns or types.
  public init(_ name: String, patterns: [String] = [], types: [String] = []) {
    self.name = name
    self.patterns = patterns
    self.types = types
  }

  /// A `GtkFileFilter`; the caller releases it.
  @MainActor var native: OpaquePointer? {
    guard let filter = gtk_file_filter_new() else { return nil }
    gtk_file_filter_set_name(filter, name)
    for pattern in patterns {
      // As a suffix GTK compares it without regard to letter case.
      if pattern.hasPrefix("*."), !pattern.dropFirst(2).contains(where: { "*?[".contains($0) }) {
        gtk_file_filter_add_suffix(filter, String(pattern.dropFirst(2)))
      } else {
        gtk_file_filter_add_pattern(filter, pattern)
      }
    }
    for type in types { gtk_file_filter_add_mime_type(filter, type) }
    return filter
  }
}
