internal import CHikidashiGTK
public import FoundationEssentials
internal import HikidashiBase

/// One of several pictures in a slot.
public struct SlotPicture: Sendable, Hashable {
  enum Place: Sendable, Hashable {
    case file(String)
    case address(URL)
  }

  let place: Place
  /// What is seen on it, for a screen reader; empty: its number.
  public let label: String

  /// A picture file, which is read off the main thread.
  public init(file: String, label: String = "") {
    place = .file(file)
    self.label = label
  }

  /// A picture with a URL, which the store of the slot loads.
  public init(_ url: URL, label: String = "") {
    place = .address(url)
    self.label = label
  }
}

/// The pictures of a slot: widgets that are made when a row first needs them, and used again.
@MainActor
final class SlotPictures {
  /// What a press on a picture does; nil where nothing can be done with them.
  var open: (@MainActor (Int) -> Void)?
  private let slot: CellSlot
  private let box: NativeWidget
  private var frames: [(button: NativeWidget, picture: NativeWidget)] = []
  /// Says how many more there are.
  private var rest: NativeWidget?

  /// - Parameter box: A `GtkBox`.
  init(_ slot: CellSlot, in box: NativeWidget) {
    self.slot = slot
    self.box = box
    pictureSheet.install()
  }

  /// Makes room for pictures.
  ///
  /// - Returns: Those that are shown, each with its `GtkPicture`.
  func show(_ pictures: [SlotPicture]) -> [(picture: SlotPicture, widget: NativeWidget)] {
    let shown = pictures.prefix(max(slot.most, 1))
    while frames.count < shown.count { addFrame() }
    for (index, frame) in frames.enumerated() {
      gtk_widget_set_visible(frame.button, index < shown.count ? 1 : 0)
      gtk_picture_set_paintable(frame.picture.opaque, nil)
      guard index < shown.count else { continue }
      let label = shown[index].label
      let name = label.isEmpty ? tr("Picture {} of {}", index + 1, pictures.count) : label
      setAccessible(frame.button, GTK_ACCESSIBLE_PROPERTY_LABEL, name)
      gtk_widget_set_tooltip_text(frame.button, label.isEmpty ? nil : label)
      gtk_widget_set_sensitive(frame.button, open == nil ? 0 : 1)
    }
    showRest(pictures.count - shown.count)
    return zip(shown, frames).map { ($0, $1.picture) }
  }

  private func addFrame() {
    guard let button: NativeWidget = gtk_button_new(), let picture: NativeWidget = gtk_picture_new()
    else { return }
    gtk_picture_set_can_shrink(picture.opaque, 1)
    gtk_widget_set_size_request(picture, Int32(clamping: slot.size), Int32(clamping: slot.size))
    setAccessible(picture, GTK_ACCESSIBLE_STATE_HIDDEN, true)
    gtk_widget_add_css_class(button, "flat")
    gtk_widget_add_css_class(button, "hk-slot-picture")
    gtk_button_set_child(button.cast(to: GtkButton.self), picture)
    let index = frames.count
    connect(button, "clicked") { [weak self] _ in
      self?.open?(index)
      return false
    }
    gtk_box_append(box.cast(to: GtkBox.self), button)
    frames.append((button, picture))
  }

  private func showRest(_ count: Int) {
    guard count > 0 || rest != nil else { return }
    let label = rest ?? makeRest()
    rest = label
    // Behind all frames, of which some may be new.
    gtk_box_reorder_child_after(box.cast(to: GtkBox.self), label, frames.last?.button)
    gtk_label_set_text(label.opaque, "+\(count)")
    setAccessible(label, GTK_ACCESSIBLE_PROPERTY_LABEL, trn("{} more", "{} more", count, count))
    gtk_widget_set_visible(label, count > 0 ? 1 : 0)
  }

  private func makeRest() -> NativeWidget {
    let label: NativeWidget = gtk_label_new(nil)
    gtk_widget_add_css_class(label, "dim-label")
    gtk_box_append(box.cast(to: GtkBox.self), label)
    return label
  }
}

private let pictureSheet = StyleSheet(
  "slot-pictures",
  css: """
    button.hk-slot-picture { padding: 0; min-width: 24px; min-height: 24px; border-radius: 6px; }
    button.hk-slot-picture:disabled { filter: none; opacity: 1; }
    """)
