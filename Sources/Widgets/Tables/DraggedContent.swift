internal import CHikidashiGTK

/// What is dragged out of a table, or into one: between two tables, and between programs.
///
/// A text goes as `text/plain`, files as `text/uri-list`, by which file managers, editors and browsers know
/// them.
public enum DraggedContent: Sendable, Hashable {
  /// A text; of several rows, a line for each.
  case text(String)
  /// The paths of files on this computer.
  case files([String])

  /// The lines of a text, without the empty ones, or the paths of files.
  public var lines: [String] {
    switch self {
    case .text(let text): text.split(whereSeparator: \.isNewline).map(String.init)
    case .files(let paths): paths
    }
  }
}

extension DraggedContent {
  /// What several rows are together; nil for none.
  init?(joining contents: [DraggedContent]) {
    var (texts, paths): ([String], [String]) = ([], [])
    for content in contents {
      switch content {
      case .text(let text): texts.append(text)
      case .files(let files): paths += files
      }
    }
    guard !texts.isEmpty || !paths.isEmpty else { return nil }
    // Where some are no files, all of it is text.
    self = texts.isEmpty ? .files(paths) : .text((texts + paths).joined(separator: "\n"))
  }

  /// What a program or a table has dropped; nil for anything else.
  init?(_ value: UnsafePointer<GValue>) {
    if g_type_check_value_holds(value, gdk_file_list_get_type()) != 0 {
      let paths = FileList.paths(in: value)
      guard !paths.isEmpty else { return nil }
      self = .files(paths)
    } else if g_type_check_value_holds(value, .string) != 0, let text = g_value_get_string(value) {
      self = .text(String(cString: text))
    } else {
      return nil
    }
  }

  /// A new `GdkContentProvider`.
  func makeProvider() -> UnsafeMutablePointer<GdkContentProvider>? {
    switch self {
    case .files(let paths):
      var value = FileList.value(of: paths)
      defer { g_value_unset(&value) }
      return gdk_content_provider_new_for_value(&value)
    case .text(let text):
      var value = GValue()
      g_value_init(&value, .string)
      g_value_set_string(&value, text)
      defer { g_value_unset(&value) }
      return gdk_content_provider_new_for_value(&value)
    }
  }
}
