internal import CHikidashiGTK
internal import Glibc
internal import HikidashiBase

/// A button that shows the name of a file or folder and lets the user choose another.
///
/// ```swift
/// FileEntry("Picture", filters: [FileFilter("Pictures", types: ["image/*"])], rules: [.existing])
/// FileEntry("Card") { entry in await chooseCard(after: entry.value) }
/// ```
public final class FileEntry: Input<String?> {
  private let icon: String
  private let chooser: @MainActor (FileEntry) async -> String?
  private var name: NativeWidget?
  private var clear: NativeWidget?
  private var isChoosing = false
  private var hasPicture = false
  private var picture: NativeWidget?
  private var loading: Task<Void, Never>?

  /// The height of the picture that is shown, in pixels.
  private static let pictureHeight = 120

  /// Creates a file entry with a chooser of its own.
  ///
  /// - Parameters:
  ///   - label: The label; `_` before a letter makes that the mnemonic.
  ///   - value: The path at first, or nil for none.
  ///   - icon: The name of the icon in the button.
  ///   - rules: What the path must fulfil.
  ///   - choose: Lets the person choose, when the button is pressed; nil leaves it as it is.
  public init(
    _ label: String, value: String? = nil, icon: String = "document-open-symbolic",
    rules: [InputRule<String?>] = [], choose: @escaping @MainActor (FileEntry) async -> String?
  ) {
    self.icon = icon
    chooser = choose
    super.init(label, value: value, rules: rules)
  }

  /// Creates a file entry whose button opens the desktop's own dialog.
  ///
  /// - Parameters:
  ///   - label: The label; `_` before a letter makes that the mnemonic.
  ///   - value: The path at first, or nil for none.
  ///   - filters: Which files are shown; none shows every file.
  ///   - folders: Whether a folder is chosen instead of a file.
  ///   - rules: What the path must fulfil.
  public convenience init(
    _ label: String, value: String? = nil, filters: [FileFilter] = [], folders: Bool = false,
    rules: [InputRule<String?>] = []
  ) {
    self.init(
      label, value: value, icon: folders ? "folder-symbolic" : "document-open-symbolic",
      rules: rules
    ) { entry in
      // Where the last file is, the next may be.
      let folder = entry.value?.split(separator: "/", omittingEmptySubsequences: false)
        .dropLast().joined(separator: "/")
      let dialog = FileOpen(entry.label, filters: filters, folders: folders, folder: folder)
      return try? await entry.window?.present(dialog).first
    }
  }

  /// Shows the file as a picture above the button, as long as it is one.
  @discardableResult
  public func showsPicture() -> Self {
    hasPicture = true
    return self
  }

  /// Makes the widget that takes the keyboard.
  public override func makeControl() -> NativeWidget {
    let button: NativeWidget = gtk_button_new()
    let row: NativeWidget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    let name: NativeWidget = gtk_label_new(nil)
    shorten(name, PANGO_ELLIPSIZE_MIDDLE)
    gtk_label_set_xalign(name.opaque, 0)
    gtk_widget_set_hexpand(name, 1)
    gtk_box_append(row.cast(to: GtkBox.self), name)
    gtk_box_append(row.cast(to: GtkBox.self), gtk_image_new_from_icon_name(icon))
    gtk_button_set_child(button.cast(to: GtkButton.self), row)
    connect(button, "clicked") { [weak self] _ in
      self?.open()
      return false
    }
    self.name = name
    return button
  }

  /// Puts the control into a larger widget.
  public override func makeRow(_ control: NativeWidget) -> NativeWidget {
    var row = control
    if !isRequired { (row, clear) = makeClearable(control) }
    guard hasPicture else { return row }
    let box: NativeWidget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
    let picture: NativeWidget = gtk_picture_new()
    gtk_picture_set_can_shrink(picture.opaque, 1)
    gtk_widget_set_size_request(picture, -1, gint(Self.pictureHeight))
    // Its name is that of the button below.
    setAccessible(picture, GTK_ACCESSIBLE_STATE_HIDDEN, true)
    gtk_box_append(box.cast(to: GtkBox.self), picture)
    gtk_box_append(box.cast(to: GtkBox.self), row)
    self.picture = picture
    return box
  }

  /// Shows a value in the control.
  public override func show(_ value: String?) {
    guard let madeControl, let name else { return }
    let text = value.map { $0.split(separator: "/").last.map(String.init) ?? $0 } ?? tr("None")
    gtk_label_set_text(name.opaque, text)
    gtk_widget_set_tooltip_text(madeControl, value)
    setAccessible(madeControl, GTK_ACCESSIBLE_PROPERTY_LABEL, label + ": " + text)
    if let clear { gtk_widget_set_sensitive(clear, value == nil ? 0 : 1) }
    showPicture(value)
  }

  private func showPicture(_ path: String?) {
    guard let picture else { return }
    gtk_widget_set_visible(picture, 0)
    gtk_picture_set_paintable(picture.opaque, nil)
    loading?.cancel()
    guard let path else { return }
    // A record may name any file, and a large one takes a while.
    loading = Task { [weak self] in
      let room = Size(1_024, Double(2 * Self.pictureHeight))
      let texture = await offMainThread {
        PictureBytes.texture(ofFile: path, fitting: room).map(ThumbnailLoader.Texture.init)
      }
      guard let self, !Task.isCancelled, let texture, let picture = self.picture else { return }
      gtk_picture_set_paintable(picture.opaque, texture.native)
      gtk_widget_set_visible(picture, 1)
    }
  }

  /// Lets the person choose; what is chosen while another choice is open does not count.
  private func open() {
    guard !isChoosing else { return }
    isChoosing = true
    Task { [weak self, chooser] in
      guard let entry = self else { return }
      let path = await chooser(entry)
      entry.isChoosing = false
      guard let path, entry.native != nil else { return }
      entry.choose(path)
    }
  }
}

extension InputRule where Value == String? {
  /// A rule: the path must lead to a file or folder that can be read.
  public static var existing: InputRule {
    InputRule { path in
      path.map { access($0, R_OK) == 0 } ?? true ? nil : tr("must be a file that can be read")
    }
  }
}
