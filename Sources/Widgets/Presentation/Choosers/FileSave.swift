internal import CHikidashiGTK
internal import HikidashiBase
public import HikidashiPresentation

/// Lets a person choose the name and place of a file to write, in the desktop's own dialog.
///
/// ```swift
/// let path = try await window.present(FileSave("Save the cards", name: "cards.tsv"))
/// ```
///
/// The dialog asks before a file that is there would be replaced. It ends as dismissed where nothing
/// was chosen.
public struct FileSave: Presentable {
  /// The path that was chosen.
  public typealias Answer = String

  public var title: String
  /// The name of the file at first.
  public var fileName: String
  /// The first is used until the person chooses another; none shows every file.
  public var filters: [FileFilter]
  /// The path of the folder that is shown at first; nil for where the person was last.
  public var folder: String?
  public var options = PresentationOptions()

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
