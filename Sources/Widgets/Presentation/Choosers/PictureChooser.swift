internal import CHikidashiGTK
internal import HikidashiBase
internal import HikidashiOutlines
public import HikidashiPresentation

/// A dialog in which the user chooses pictures by how they look: folders on one side, their pictures on the other.
///
/// ```swift
/// let paths = try await window.present(PictureChooser("Picture of the card", folder: folder))
/// ```
///
/// The arrow keys go through folders and pictures, Tab from the ones to the others; Enter takes the picture, and
/// Escape ends it without an answer. Where both have no room beside one another, one is seen at a time.
public struct PictureChooser: Presentable {
  /// The paths of the chosen pictures, at least one.
  public typealias Answer = [String]

  /// The title of the dialog.
  public var title: String
  /// The path of the folder that is shown at first; nil for the person's own folder of pictures.
  public var folder: String?
  /// Whether the user can choose more than one.
  public var several: Bool
  /// Where and for how long it is shown, unless the request says otherwise.
  public var options = PresentationOptions()

  /// The name of the item in the log, in errors and in queries.
  public var name: String { title }

  /// Makes a chooser.
  ///
  /// - Parameters:
  ///   - title: What the pictures are for.
  ///   - folder: The path of the folder that is shown at first.
  ///   - several: Whether more than one can be chosen.
  public init(_ title: String, folder: String? = nil, several: Bool = false) {
    self.title = title
    self.folder = folder
    self.several = several
  }
}

extension PictureChooser: WindowPresentable {
  @MainActor func makeView(over window: Window) -> ItemView<PictureChooser> {
    PictureChooserView(self, over: window)
  }
}

private final class PictureChooserView: DialogView<PictureChooser> {
  private lazy var folders = makeFolders()
  private lazy var grid = makeGrid()
  private let message = StatusPage("", icon: "image-x-generic-symbolic")
  private lazy var pages = Pages(["grid": grid, "message": message])
  private lazy var split = NavigationSplit(width: 220) {
    folders
  } detail: {
    pages
  }
  private lazy var accept = Button(Choice.choose.title) { [weak self] in self?.choose() }
  private var showing: Task<Void, Never>?

  override func makeDialog(over parent: Window) -> Window? {
    // Its own button to close takes less room than one that says “Cancel”: with large text there is none for both.
    let header = HeaderBar {
      split.makeBackButton()
    } end: {
      accept.asDefault().enabled(false)
    }
    let dialog = Window(
      item.title, name: item.title, width: 760, height: 520, isDialog: true,
      content: [header, split])
    dialog.closesByEscape()
    return dialog
  }

  override func prepareFocus() { folders.focus() }

  override func mapped() {
    if showing == nil, let root = roots.first { show(root) }
    super.mapped()
  }

  override func drop() {
    showing?.cancel()
    super.drop()
  }

  /// The folders from which all others are reached.
  private var roots: [String] {
    let pictures = g_get_user_special_dir(G_USER_DIRECTORY_PICTURES).map { String(cString: $0) }
    let home = g_get_home_dir().map { String(cString: $0) }
    var roots: [String] = []
    for folder in [item.folder ?? pictures, home, "/"].compactMap({ $0 }) {
      if !roots.contains(folder), g_file_test(folder, G_FILE_TEST_IS_DIR) != 0 {
        roots.append(folder)
      }
    }
    return roots
  }

  private func makeFolders() -> OutlineView<String> {
    let nodes = roots.map { Node($0, id: NodeID(path: [$0]), loadsChildren: true) }
    // Each is another.
    let list = OutlineView((try? Outline(nodes)) ?? Outline(), text: Self.name)
    list.accessibleLabel(tr("Folders"))
    list.changeSelection { outline in
      outline.rowCount > 0 ? outline.select(only: outline.id(atRow: 0)) : nil
    }
    list.loadingChildren { folder in
      try await FolderContents.folders(in: folder.item).get().map {
        Node($0, id: NodeID(path: [$0], under: folder.id), loadsChildren: true)
      }
    }
    list.onSelect = { [weak self] in self?.show($0.item) }
    list.onActivate = { [weak self] _ in
      guard let self else { return }
      split.showDetail()
      grid.focus()
    }
    return list
  }

  private static func name(_ folder: String) -> String {
    if folder == "/" { return tr("Computer") }
    if let home = g_get_home_dir(), folder == String(cString: home) { return tr("Home") }
    return folder.split(separator: "/").last.map(String.init) ?? folder
  }

  private func makeGrid() -> PictureGrid {
    let grid = PictureGrid(label: tr("Pictures"), picksSeveral: item.several)
    grid.onSelect = { [weak self] in self?.accept.isEnabled = !$0.isEmpty }
    grid.onOpen = { [weak self] in self?.answer([$0]) }
    return grid
  }

  private func show(_ folder: String) {
    showing?.cancel()
    showing = Task { [weak self, grid] in
      var problem: String?
      do throws(ViewerError) { try await grid.show(folder: folder) } catch {
        problem = error.description
      }
      if !Task.isCancelled { self?.shown(folder, problem) }
    }
  }

  private func shown(_ folder: String, _ problem: String?) {
    let isEmpty = problem != nil || grid.files.isEmpty
    message.title = problem == nil ? tr("No pictures here") : tr("The folder cannot be read")
    message.details = problem ?? Self.name(folder)
    pages.shown = isEmpty ? "message" : "grid"
    accept.isEnabled = !isEmpty && !grid.selected.isEmpty
  }

  private func choose() {
    let selected = grid.selected
    if !selected.isEmpty { answer(selected) }
  }
}
