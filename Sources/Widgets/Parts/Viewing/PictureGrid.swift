internal import CHikidashiGTK
internal import HikidashiBase

/// A grid with thumbnails of the pictures in a folder, to select from.
///
/// Arrow keys pick the next one, with Shift several; Ctrl and the space bar pick one more; Enter opens.
///
/// ```swift
/// let grid = PictureGrid(label: "Pictures")
/// grid.onOpen = { path in viewer.show(file: path) }
/// try await grid.show(folder: "/home/ada/Pictures")
/// ```
public final class PictureGrid: Part {
  /// Called with the paths of the selected pictures, in the order of the grid, after a change.
  public var onSelect: (@MainActor ([String]) -> Void)?
  /// Called with the path of a picture that the user opens, by Enter or a double click.
  public var onOpen: (@MainActor (String) -> Void)?
  /// The paths of the shown pictures.
  public private(set) var files: [String] = []
  private let view: NativeWidget
  /// A `GtkStringList` of the paths, and the `GtkSelectionModel` over it.
  private let model: OpaquePointer?
  private let selection: OpaquePointer?
  private let loader = ThumbnailLoader()
  private var latest = 0

  /// Creates an empty grid.
  ///
  /// - Parameters:
  ///   - label: What a screen reader calls it.
  ///   - picksSeveral: Whether several can be picked at once.
  public init(label: String, picksSeveral: Bool = true) {
    Toolkit.start()
    model = gtk_string_list_new(nil)
    let list = model.map { UnsafeMutableRawPointer($0) }
    let selection =
      picksSeveral
      ? gtk_multi_selection_new(list.map { OpaquePointer($0) })
      : gtk_single_selection_new(list.map { OpaquePointer($0) })
    self.selection = selection
    let factory = gtk_signal_list_item_factory_new()
    view = gtk_grid_view_new(selection, factory)
    super.init(native: gtk_scrolled_window_new())
    guard let native else { return }
    gtk_scrolled_window_set_child(native.opaque, view)
    gtk_grid_view_set_min_columns(view.opaque, 2)
    gtk_grid_view_set_max_columns(view.opaque, 12)
    accessibleLabel(label)
    expand()
    if let factory { makeCells(UnsafeMutableRawPointer(factory)) }
    listen()
  }

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    onSelect = nil
    onOpen = nil
    loader.reset()
  }

  /// The widget of the part that a screen reader reads.
  public override var accessibleNative: NativeWidget? { native == nil ? nil : view }

  /// Moves the keyboard focus to the part.
  @discardableResult
  public override func focus() -> Bool {
    native != nil && giveFocus(to: view)
  }

  /// Shows the pictures of a folder in the order of their names; a file counts as a picture by its
  /// name. After calls for several folders, the last one is shown.
  ///
  /// The folder is read, and its pictures made small, off the main thread; what is made is kept where
  /// the desktop's other programs find it.
  public func show(folder: String) async throws(ViewerError) {
    latest += 1
    let asked = latest
    let found = try await FolderContents.pictures(in: folder).get()
    if asked == latest { show(files: found) }
  }

  /// Shows the pictures in these files.
  public func show(files: [String]) {
    guard native != nil, let model else { return }
    loader.reset()
    self.files = files
    let count = g_list_model_get_n_items(model)
    withCStrings(files) { gtk_string_list_splice(model, 0, count, $0) }
  }

  /// The paths of the selected pictures, in the order of the grid.
  public var selected: [String] {
    guard native != nil, let selection else { return [] }
    return files.indices.filter { gtk_selection_model_is_selected(selection, guint($0)) != 0 }
      .map { files[$0] }
  }

  private func listen() {
    connect(view, "activate") { [weak self] arguments in
      guard let self, files.indices.contains(arguments.uint(1)) else { return false }
      onOpen?(files[arguments.uint(1)])
      return false
    }
    guard let selection else { return }
    let connection = connect(UnsafeMutableRawPointer(selection), "selection-changed") {
      [weak self] _ in
      if let self { onSelect?(selected) }
      return false
    }
    on("destroy") { _ in connection.disconnect() }
  }

  private func makeCells(_ factory: UnsafeMutableRawPointer) {
    connect(factory, "setup") { arguments in
      guard let item = arguments.object(1).map({ OpaquePointer($0) }) else { return false }
      let picture = gtk_picture_new()
      let label = gtk_label_new(nil)
      let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)
      guard let picture, let label, let box else { return false }
      gtk_widget_set_size_request(picture, 128, 96)
      gtk_picture_set_can_shrink(picture.opaque, 1)
      shorten(label, PANGO_ELLIPSIZE_MIDDLE)
      gtk_label_set_max_width_chars(label.opaque, 16)
      gtk_box_append(box.cast(to: GtkBox.self), picture)
      gtk_box_append(box.cast(to: GtkBox.self), label)
      gtk_widget_set_margin_top(box, 6)
      gtk_widget_set_margin_bottom(box, 6)
      gtk_list_item_set_child(item, box)
      return false
    }
    connect(factory, "bind") { [weak self] arguments in
      if let item = arguments.object(1).map({ OpaquePointer($0) }) { self?.fill(item) }
      return false
    }
  }

  private func fill(_ item: OpaquePointer) {
    let place = Int(gtk_list_item_get_position(item))
    guard files.indices.contains(place), let box = gtk_list_item_get_child(item),
      let picture = gtk_widget_get_first_child(box), let label = gtk_widget_get_last_child(box)
    else { return }
    let path = files[place]
    let name = String(path.split(separator: "/").last ?? "")
    gtk_label_set_text(label.opaque, name)
    // What has the keyboard is the cell around it.
    if let cell = gtk_widget_get_parent(box) {
      setAccessible(cell, GTK_ACCESSIBLE_PROPERTY_LABEL, name)
    }
    gtk_picture_set_paintable(picture.opaque, nil)
    // A cell is used again for another file; it is held while its picture is made.
    let cell = Cell(item)
    loader.load(path) { [weak self] in
      guard let self, native != nil else { return false }
      return cell.place.map { files.indices.contains($0) && files[$0] == path } ?? false
    } give: { texture in
      gtk_picture_set_paintable(picture.opaque, texture?.native)
    }
  }

  /// A `GtkListItem` that is held.
  @MainActor
  private final class Cell {
    private let item: OpaquePointer

    init(_ item: OpaquePointer) {
      self.item = item
      g_object_ref(UnsafeMutableRawPointer(item))
    }

    isolated deinit { g_object_unref(UnsafeMutableRawPointer(item)) }

    /// The place of the row that it shows; nil while it shows none.
    var place: Int? {
      let place = gtk_list_item_get_position(item)
      guard place != GTK_INVALID_LIST_POSITION, gtk_list_item_get_child(item) != nil else {
        return nil
      }
      return Int(place)
    }
  }
}
