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
  fileprivate var waits: [(store: PictureStore, wait: PictureStore.Wait)] = []

  init(_ layout: CellLayout) {
    names = layout.slots.map(\.name)
    var made: [NativeWidget?] = []
    let native = layout.make(&made)
    super.init(native: native)
    slots = made
    styleClass("hk-slots")
  }

  override func nativeDied() {
    super.nativeDied()
    end()
    slots = []
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
    waits = []
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
    guard let picture = widget(slot) else { return }
    gtk_picture_set_paintable(picture.opaque, nil)
    guard let path else { return }
    let asked = turn
    loader.load(path) { [weak self] in
      self?.turn == asked && self?.native != nil
    } give: { [weak self] texture in
      guard let self, let picture = widget(slot) else { return }
      gtk_picture_set_paintable(picture.opaque, texture?.native)
    }
  }
}

extension SlotCell {
  /// - Parameter size: The side of the room in pixels, where the widget asks for no greater one.
  func setPicture(_ url: URL?, in slot: Int, _ store: PictureStore, size: Int) {
    guard let picture = widget(slot) else { return }
    gtk_picture_set_paintable(picture.opaque, nil)
    guard let url else { return }
    var (width, height) = (gint(0), gint(0))
    gtk_widget_get_size_request(picture, &width, &height)
    let pixels = max(size, Int(width), Int(height)) * Int(gtk_widget_get_scale_factor(picture))
    let wait = store.picture(url, width: pixels, height: pixels) { [weak self] texture in
      guard let self, let picture = widget(slot) else { return }
      gtk_picture_set_paintable(picture.opaque, texture?.native)
    }
    if let wait { waits.append((store, wait)) }
  }
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
