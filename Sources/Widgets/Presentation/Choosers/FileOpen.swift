internal import CHikidashiGTK
internal import HikidashiBase
public import HikidashiPresentation

/// The desktop's dialog to choose existing files or folders.
///
/// ```swift
/// let paths = try await window.present(
///   FileOpen("Open cards", filters: [FileFilter("Cards", patterns: ["*.tsv"])], several: true))
/// ```
///
/// It ends as dismissed where nothing was chosen.
public struct FileOpen: Presentable {
  /// The chosen paths, at least one.
  public typealias Answer = [String]

  /// The title of the dialog.
  public var title: String
  /// The filters to choose from, the first one in use at first; without filters every file is
  /// shown.
  public var filters: [FileFilter]
  /// Whether the user can choose more than one.
  public var several: Bool
  /// Whether the user chooses folders instead of files.
  public var folders: Bool
  /// The path of the folder that is shown at first; nil for the one that the user was in last.
  public var folder: String?
  /// Where and for how long it is shown, unless the request says otherwise.
  public var options = PresentationOptions()

  /// The name of the item in the log, in errors and in queries.
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
