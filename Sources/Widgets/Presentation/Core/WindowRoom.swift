internal import CGTK

/// What a window has below its header: the content, and room for what is presented in the window.
final class WindowRoom: Part {
  let area: SheetArea
  /// Above the content.
  let banners = Stack(.vertical, spacing: 0, [])

  init(_ content: [Part]) {
    area = SheetArea([banners] + content)
    super.init(native: adw_toast_overlay_new())
    guard let native else { return }
    area.adopt { adw_toast_overlay_set_child(native.opaque, $0) }
    expand()
  }

  /// Shows an `AdwToast`, whose only reference it takes.
  func add(toast: OpaquePointer) {
    if let native { adw_toast_overlay_add_toast(native.opaque, toast) }
  }
}
