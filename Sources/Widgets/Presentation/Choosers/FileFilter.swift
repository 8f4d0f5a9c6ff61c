internal import CHikidashiGTK

/// Which files a person chooses from.
///
/// ```swift
/// let cards = FileFilter("Cards", patterns: ["*.tsv", "*.csv"])
/// ```
public struct FileFilter: Hashable, Sendable {
  /// What the list of filters calls it.
  public var name: String
  /// Shell patterns of file names, such as `*.tsv`; letter case does not matter.
  public var patterns: [String]
  /// MIME types, such as `image/*`.
  public var types: [String]

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
