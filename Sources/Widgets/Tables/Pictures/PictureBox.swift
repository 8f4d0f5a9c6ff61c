internal import CHikidashiGTK
public import FoundationEssentials

/// A picture loaded from a URL, in a space whose size does not change when the picture arrives.
///
/// ```swift
/// let portrait = PictureBox(pictures, width: 48, height: 48, label: "Ada")
/// portrait.url = URL(string: "https://example.org/ada.png")
/// ```
public final class PictureBox: Part {
  /// The state of the picture.
  public enum State: Sendable, Hashable {
    /// There is no URL.
    case empty
    case loading
    case shown
    /// The URL gave no picture.
    case failed
  }

  /// Called when the picture is shown, or cannot be loaded.
  public var onEnd: (@MainActor (State) -> Void)?
  /// The state of the picture.
  public private(set) var state = State.empty
  private let store: PictureStore
  private let width: Int
  private let height: Int
  private let icon: String
  private var wait: PictureStore.Wait?

  /// Creates a box without a picture; setting ``url`` loads one.
  ///
  /// - Parameters:
  ///   - store: Where pictures are kept.
  ///   - width: Of the room, in pixels.
  ///   - height: Of the room, in pixels.
  ///   - label: What a screen reader calls it; empty for one that only decorates.
  ///   - placeholder: The icon that stands there until the picture is there.
  public init(
    _ store: PictureStore, width: Int, height: Int, label: String = "",
    placeholder: String = "image-x-generic-symbolic"
  ) {
    self.store = store
    self.width = width
    self.height = height
    icon = placeholder
    super.init(native: gtk_image_new_from_icon_name(placeholder))
    StyleSheet("picture-box", css: ".hk-picture { border-radius: 6px; }").install()
    guard let native else { return }
    styleClass("hk-picture")
    minimumSize(width: width, height: height).align(horizontal: .start, vertical: .start)
    gtk_widget_set_overflow(native, GTK_OVERFLOW_HIDDEN)
    if label.isEmpty {
      setAccessible(native, GTK_ACCESSIBLE_STATE_HIDDEN, true)
    } else {
      accessibleLabel(label)
    }
    showIcon()
  }

  /// The URL of the picture. A new URL ends the wait for the old one.
  public var url: URL? {
    didSet { if url != oldValue || state == .failed { load() } }
  }

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    onEnd = nil
    endWait()
  }

  private func load() {
    endWait()
    guard let native, let url else {
      state = .empty
      return showIcon()
    }
    state = .loading
    let scale = Int(gtk_widget_get_scale_factor(native))
    let wait = store.picture(url, width: width * scale, height: height * scale) {
      [weak self] texture in
      self?.show(texture)
    }
    if state == .loading {
      self.wait = wait
      showIcon()
    }
  }

  private func endWait() {
    if let wait { store.cancel(wait) }
    wait = nil
  }

  private func show(_ texture: PictureStore.Texture?) {
    wait = nil
    guard let native else { return }
    state = texture == nil ? .failed : .shown
    if let texture {
      show(texture, on: native)
      gtk_widget_remove_css_class(native, "dim-label")
    } else {
      showIcon()
    }
    onEnd?(state)
  }

  /// Shows a picture no larger than it is, which GTK would enlarge.
  private func show(_ texture: PictureStore.Texture, on native: NativeWidget) {
    gtk_image_set_pixel_size(native.opaque, gint(clamping: max(width, height)))
    let isSmall =
      Int(gdk_texture_get_width(texture.native)) < width
      && Int(gdk_texture_get_height(texture.native)) < height
    if isSmall,
      let picture = texture.drawn(in: Size(Double(width), Double(height)), enlargedBy: 1)
    {
      gtk_image_set_from_paintable(native.opaque, picture)
      g_object_unref(UnsafeMutableRawPointer(picture))
    } else {
      gtk_image_set_from_paintable(native.opaque, texture.native)
    }
  }

  private func showIcon() {
    guard let native else { return }
    gtk_image_set_from_icon_name(native.opaque, icon)
    gtk_image_set_pixel_size(native.opaque, gint(clamping: min(width, height) * 2 / 3))
    gtk_widget_add_css_class(native, "dim-label")
  }
}
