internal import CHikidashiGTK
internal import HikidashiBase
public import HikidashiPresentation

/// Lets a person choose files or folders that are there, in the desktop's own dialog.
///
/// ```swift
/// let paths = try await window.present(
///   FileOpen("Open cards", filters: [FileFilter("Cards", patterns: ["*.tsv"])], several: true))
/// ```
///
/// It ends as dismissed where nothing was chosen.
public struct FileOpen: Presentable {
  /// The paths that were chosen, one at least.
  public typealias Answer = [String]

  public var title: String
  /// The first is used until the person chooses another; none shows every file.
  public var filters: [FileFilter]
  /// Whether more than one can be chosen.
  public var several: Bool
  /// Whether folders are chosen instead of files.
  public var folders: Bool
  /// The path of the folder that is shown at first; nil for where the person was last.
  public var folder: String?
  public var options = PresentationOptions()

  public var name: String { title }

  /// Makes a dialog.
  ///
  /// - Parameters:
  ///   - title: What is opened.
  ///   - filters: Which files are shown; none shows every file.
  ///   - several: Whether more than one can be chosen.
  ///   - folders: Whether folders are chosen instead of files.
  ///   - folder: The path of the folder that is shown at first.
  public init(
    _ title: String, filters: [FileFilter] = [], several: Bool = false, folders: Bool = false,
    folder: String? = nil
  ) {
    self.title = title
    self.filters = filters
    self.several = several
    self.folders = folders
    self.folder = folder
  }
}

extension FileOpen: WindowPresentable {
  @MainActor func makeView(over window: Window) -> ItemView<FileOpen> {
    FileOpenView(self, over: window)
  }
}

private final class FileOpenView: FileDialogView<FileOpen> {
  override func makeRequest() -> Request {
    Request(
      action: item.folders
        ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER : GTK_FILE_CHOOSER_ACTION_OPEN,
      title: item.title, accept: item.folders ? tr("C_hoose") : tr("_Open"),
      filters: item.filters, several: item.several, folder: item.folder)
  }

  override func chose(_ paths: [String]) { answer(paths) }
}
