internal import CHikidashiGTK
public import FoundationEssentials

/// A picture by its address, in a room that stays the same whether it is there or not.
///
/// ```swift
/// let portrait = PictureBox(pictures, width: 48, height: 48, label: "Ada")
/// portrait.url = URL(string: "https://example.org/ada.png")
/// ```
public final class PictureBox: Part {
  /// What is shown.
  public enum State: Sendable, Hashable {
    /// There is no address.
    case empty
    case loading
    case shown
    /// Nothing could be had from the address.
    case failed
  }

  /// Called when the picture is there, or cannot be had.
  public var onEnd: (@MainActor (State) -> Void)?
  public private(set) var state = State.empty
  private let store: PictureStore
  private let width: Int
  private let height: Int
  private let icon: String
  private var wait: PictureStore.Wait?

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

  /// The address. A new one ends the wait for the one before.
  public var url: URL? {
    didSet { if url != oldValue || state == .failed { load() } }
  }

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
      gtk_image_set_from_paintable(native.opaque, texture.native)
      gtk_image_set_pixel_size(native.opaque, gint(clamping: max(width, height)))
      gtk_widget_remove_css_class(native, "dim-label")
    } else {
      showIcon()
    }
    onEnd?(state)
  }

  private func showIcon() {
    guard let native else { return }
    gtk_image_set_from_icon_name(native.opaque, icon)
    gtk_image_set_pixel_size(native.opaque, gint(clamping: min(width, height) * 2 / 3))
    gtk_widget_add_css_class(native, "dim-label")
  }
}
