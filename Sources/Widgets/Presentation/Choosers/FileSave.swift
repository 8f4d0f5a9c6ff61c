internal import CHikidashiGTK
internal import HikidashiBase
public import HikidashiPresentation

/// The desktop's dialog to choose the name and folder of a file to write.
///
/// ```swift
/// let path = try await window.present(FileSave("Save the cards", name: "cards.tsv"))
/// ```
///
/// The dialog asks before a file that is there would be replaced. It ends as dismissed where nothing
/// was chosen.
public struct FileSave: Presentable {
  /// The chosen path.
  public typealias Answer = String

  /// The title of the dialog.
  public var title: String
  /// The suggested name of the file.
  public var fileName: String
  /// The filters to choose from, the first one in use at first; without filters every file is
  /// shown.
  public var filters: [FileFilter]
  /// The path of the folder that is shown at first; nil for the one that the user was in last.
  public var folder: String?
  /// Where and for how long it is shown, unless the request says otherwise.
  public var options = PresentationOptions()

  /// The name of the item in the log, in errors and in queries.
  public var name: String { title }

  /// Makes a dialog.
  ///
  /// - Parameters:
  ///   - title: What is saved.
  ///   - name: The name of the file at first.
  ///   - filters: Which files are shown beside it; none shows every file.
  ///   - folder: The path of the folder that is shown at first.
  public init(
    _ title: String, name: String = "", filters: [FileFilter] = [], folder: String? = nil
  ) {
    self.title = title
    fileName = name
    self.filters = filters
    self.folder = folder
  }
}

extension FileSave: WindowPresentable {
  @MainActor func makeView(over window: Window) -> ItemView<FileSave> {
    FileSaveView(self, over: window)
  }
}

private final class FileSaveView: FileDialogView<FileSave> {
  override func makeRequest() -> Request {
    Request(
      action: GTK_FILE_CHOOSER_ACTION_SAVE, title: item.title, accept: tr("_Save"),
      filters: item.filters, folder: item.folder, name: item.fileName)
  }

  override func chose(_ paths: [String]) {
    if let path = paths.first { answer(path) }
  }
}
