internal import CHikidashiGTK
internal import FoundationEssentials

/// A cell that was made of a layout.
@MainActor
final class SlotCell: Part {
  private var slots: [NativeWidget?] = []
  private let names: [String]
  /// Counts the rows that were shown: a picture that comes late belongs to one that is gone.
  private var turn = 0
  /// Pictures that were asked for by their addresses.
  private var waits: [(store: PictureStore, wait: PictureStore.Wait)] = []
  private let definitions: [CellSlot]
  /// What a link and a button do in the row that is shown, by their slots.
  private var links: [Int: @MainActor (String) -> Void] = [:]
  private var presses: [Int: @MainActor () -> Void] = [:]
  private var pictures: [Int: SlotPictures] = [:]
  /// What the columns were last told.
  private var widths: [Width] = []

  /// How wide a column is.
  struct Width: Equatable {
    /// What it asks for at least.
    var pixels: Int
    /// Whether it shares what the others leave.
    var expands: Bool
  }

  /// The least width of a column that a person makes less wide, in pixels.
  static let leastWidth = 40

  init(_ layout: CellLayout) {
    names = layout.slots.map(\.name)
    definitions = layout.slots
    var made: [NativeWidget?] = []
    let native = layout.make(&made)
    super.init(native: native)
    slots = made
    styleClass("hk-slots")
    for (index, slot) in layout.slots.enumerated() { listen(to: slot, at: index) }
    if layout.isInterface || layout.slots.contains(where: \.kind.takesKeys) { keepKeysOut() }
  }

  override func nativeDied() {
    super.nativeDied()
    end()
    slots = []
    pictures = [:]
  }

  private func listen(to slot: CellSlot, at index: Int) {
    guard let widget = widget(index) else { return }
    switch slot.kind {
    // The labels of a file may be for either.
    case .text, .rich:
      connect(widget, "activate-link") { [weak self] arguments in
        if let target = arguments.string(1) { self?.links[index]?(target) }
        return true
      }
    case .button:
      connect(widget, "clicked") { [weak self] _ in
        self?.presses[index]?()
        return false
      }
    case .pictures: pictures[index] = SlotPictures(slot, in: widget)
    default: break
    }
  }

  /// A row has the keyboard itself; what is in it gets it when a person asks for that, by Tab.
  private func keepKeysOut() {
    guard let native, let focus = gtk_event_controller_focus_new() else { return }
    gtk_widget_set_can_focus(native, 0)
    gtk_widget_add_controller(native, focus)
    connect(UnsafeMutableRawPointer(focus), "leave") { _ in
      gtk_widget_set_can_focus(native, 0)
      return false
    }
  }

  /// Lets the keyboard go into the cell.
  func letKeysIn(_ mayEnter: Bool) {
    if let native { gtk_widget_set_can_focus(native, mayEnter ? 1 : 0) }
  }

  func widget(_ name: String) -> NativeWidget? {
    names.firstIndex(of: name).flatMap { widget($0) }
  }

  func widget(_ slot: Int) -> NativeWidget? {
    slots.indices.contains(slot) ? slots[slot] : nil
  }

  /// No row is shown, or another begins: what is being read for the last is no longer wanted.
  func end() {
    turn += 1
    for (store, wait) in waits { store.cancel(wait) }
    (waits, links, presses) = ([], [:], [:])
    for pictures in pictures.values { pictures.open = nil }
  }

  /// Gives the columns their widths.
  func setWidths(_ wanted: [Width]) {
    guard widths != wanted else { return }
    widths = wanted
    // Behind the last title there is a handle, too.
    if let native { gtk_widget_set_margin_end(native, gint(TableColumn.spacing)) }
    for (index, width) in wanted.enumerated() {
      guard let widget = widget(index) else { continue }
      var (before, height) = (gint(0), gint(0))
      gtk_widget_get_size_request(widget, &before, &height)
      gtk_widget_set_size_request(widget, gint(clamping: width.pixels), height)
      gtk_widget_set_hexpand(widget, width.expands ? 1 : 0)
      if isA(widget, gtk_label_get_type()) { gtk_label_set_max_width_chars(widget.opaque, 1) }
    }
  }

  func setText(_ text: String, in slot: Int) {
    if let label = widget(slot) {
      gtk_label_set_text(label.opaque, beginning(of: text, most: 20_000))
    }
  }

  func setIcon(_ name: String?, in slot: Int) {
    guard let image = widget(slot) else { return }
    if let name {
      gtk_image_set_from_icon_name(image.opaque, name)
    } else {
      gtk_image_clear(image.opaque)
    }
  }

  func setProgress(_ part: Double, in slot: Int) {
    guard let bar = widget(slot) else { return }
    let part = part.isFinite ? min(max(part, 0), 1) : 0
    if isA(bar, gtk_level_bar_get_type()) {
      gtk_level_bar_set_value(bar.opaque, part)
    } else {
      gtk_progress_bar_set_fraction(bar.opaque, part)
    }
  }

  func setPicture(_ path: String?, in slot: Int, _ loader: ThumbnailLoader) {
    if let picture = widget(slot) { show(path, in: picture, loader) }
  }

  func setPicture(_ url: URL?, in slot: Int, _ store: PictureStore) {
    if let picture = widget(slot) { show(url, in: picture, store, size: definitions[slot].size) }
  }

  private func show(_ path: String?, in picture: NativeWidget, _ loader: ThumbnailLoader) {
    gtk_picture_set_paintable(picture.opaque, nil)
    guard let path else { return }
    let asked = turn
    loader.load(path) { [weak self] in
      self?.turn == asked && self?.native != nil
    } give: { [weak self] texture in
      // The cell has not died, and its widgets live as long as it does.
      if self?.native != nil { gtk_picture_set_paintable(picture.opaque, texture?.native) }
    }
  }

  /// - Parameter size: The side of the room in pixels, where the widget asks for no greater one.
  private func show(_ url: URL?, in picture: NativeWidget, _ store: PictureStore, size: Int) {
    gtk_picture_set_paintable(picture.opaque, nil)
    guard let url else { return }
    var (width, height) = (gint(0), gint(0))
    gtk_widget_get_size_request(picture, &width, &height)
    let pixels = max(size, Int(width), Int(height)) * Int(gtk_widget_get_scale_factor(picture))
    let wait = store.picture(url, width: pixels, height: pixels) { [weak self] texture in
      if self?.native != nil { gtk_picture_set_paintable(picture.opaque, texture?.native) }
    }
    if let wait { waits.append((store, wait)) }
  }
}

// MARK: - What can be pressed

extension SlotCell {
  func setRich(_ text: RichText, in slot: Int, onLink: (@MainActor (String) -> Void)?) {
    guard let label = widget(slot) else { return }
    links[slot] = onLink
    LinkColor.install()
    gtk_widget_add_css_class(label, LinkColor.styleClass)
    gtk_label_set_markup(label.opaque, text.markup(hasLinks: onLink != nil, most: 20_000))
  }

  /// - Parameter title: Nil where there is no button; its room stays, so that others do not move.
  func setButton(
    _ title: String?, icon: String?, in slot: Int, press: @escaping @MainActor () -> Void
  ) {
    guard let widget = widget(slot) else { return }
    presses[slot] = title == nil ? nil : press
    gtk_widget_set_sensitive(widget, title == nil ? 0 : 1)
    gtk_widget_set_opacity(widget, title == nil ? 0 : 1)
    setAccessible(widget, GTK_ACCESSIBLE_STATE_HIDDEN, title == nil)
    let button = widget.cast(to: GtkButton.self)
    if let icon {
      gtk_button_set_icon_name(button, icon)
    } else {
      gtk_button_set_label(button, title ?? "")
    }
    gtk_widget_set_tooltip_text(widget, icon == nil ? nil : title)
    setAccessible(widget, GTK_ACCESSIBLE_PROPERTY_LABEL, title ?? "")
  }

  func setPictures(
    _ wanted: [SlotPicture], in slot: Int, _ store: PictureStore?, _ loader: ThumbnailLoader,
    open: (@MainActor (Int) -> Void)?
  ) {
    guard let row = pictures[slot] else { return }
    row.open = open
    for (picture, widget) in row.show(wanted) {
      switch (picture.place, store) {
      case (.file(let path), _): show(path, in: widget, loader)
      case (.address(let url), let store?):
        show(url, in: widget, store, size: definitions[slot].size)
      case (.address(let url), nil):
        show(url.isFileURL ? url.path : nil, in: widget, loader)
      }
    }
  }
}

extension CellSlot.Kind {
  /// Whether something in it may take the keyboard.
  fileprivate var takesKeys: Bool { self == .rich || self == .button || self == .pictures }
}

func isA(_ widget: NativeWidget, _ type: GType) -> Bool {
  g_type_check_instance_is_a(widget.cast(to: GTypeInstance.self), type) != 0
}

extension RowCell {
  /// Returns the widget of a slot by its name, if the cell was made from a ``CellDefinition``.
  public func widget(_ slot: String) -> NativeWidget? { (content as? SlotCell)?.widget(slot) }

  /// Replaces the text of the named slot, or of a cell that is a label.
  public func setText(_ text: String, in slot: String? = nil) {
    if let slot {
      if let label = widget(slot), isA(label, gtk_label_get_type()) {
        gtk_label_set_text(label.opaque, beginning(of: text, most: 20_000))
      }
    } else {
      (content as? Label)?.text = text
    }
  }
}
