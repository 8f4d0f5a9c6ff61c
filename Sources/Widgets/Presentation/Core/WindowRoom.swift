internal import CHikidashiGTK
internal import HikidashiBase

/// What a window has below its header: the content, and room for what is presented in the window.
final class WindowRoom: Part {
  let area: SheetArea
  /// Above the content.
  let banners = Stack(.vertical, spacing: 0, [])

  private var watched: OpaquePointer?

  init(_ content: [Part]) {
    area = SheetArea([banners] + content)
    super.init(native: adw_toast_overlay_new())
    guard let native else { return }
    // A toast gets its widget when the one before has gone.
    if let children = gtk_widget_observe_children(native) {
      connect(UnsafeMutableRawPointer(children), "items-changed") { [weak self] _ in
        if let native = self?.native { self?.nameButtons(in: native) }
        return false
      }
      watched = children
    }
    area.adopt { adw_toast_overlay_set_child(native.opaque, $0) }
    expand()
  }

  /// The buttons that close toasts, which libadwaita leaves without a name.
  private func nameButtons(in widget: NativeWidget) {
    var child = gtk_widget_get_first_child(widget)
    while let widget = child {
      child = gtk_widget_get_next_sibling(widget)
      if widget == area.native { continue }
      let isButton =
        g_type_check_instance_is_a(widget.cast(to: GTypeInstance.self), gtk_button_get_type()) != 0
      if isButton, gtk_button_get_label(widget.cast(to: GtkButton.self)) == nil {
        setAccessible(widget, GTK_ACCESSIBLE_PROPERTY_LABEL, tr("Close"))
      }
      nameButtons(in: widget)
    }
  }

  override func nativeDied() {
    super.nativeDied()
    if let watched { g_object_unref(UnsafeMutableRawPointer(watched)) }
    watched = nil
  }

  /// Shows an `AdwToast`, whose only reference it takes.
  func add(toast: OpaquePointer) {
    guard let native else { return }
    adw_toast_overlay_add_toast(native.opaque, toast)
    tellCutText(in: native)
  }
}
