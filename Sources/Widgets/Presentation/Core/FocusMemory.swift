internal import CHikidashiGTK

/// Where the keyboard was in a window, so that it can go back there.
@MainActor
final class FocusMemory {
  private weak var window: Window?
  /// A `GWeakRef`, which is empty once the widget has died.
  private let focus: UnsafeMutablePointer<GWeakRef>

  init(_ window: Window?) {
    self.window = window
    focus = .allocate(capacity: 1)
    g_weak_ref_init(focus, nil)
    if let native = window?.native, let widget = gtk_root_get_focus(native.opaque) {
      g_weak_ref_set(focus, widget)
    }
  }

  isolated deinit {
    g_weak_ref_clear(focus)
    focus.deallocate()
  }

  /// Gives the keyboard back to what had it, if that is still there to be seen.
  ///
  /// - Parameter isActive: Whether the window itself gets the keyboard, too. A window manager gives
  ///   it to one of those that are left; the person was in this one.
  func restore(activating isActive: Bool) {
    guard let native = window?.native else { return }
    if isActive { gtk_window_present(native.cast(to: GtkWindow.self)) }
    guard let object = g_weak_ref_get(focus) else { return }
    defer { g_object_unref(object) }
    let widget = object.assumingMemoryBound(to: GtkWidget.self)
    guard gtk_widget_get_mapped(widget) != 0, let root = gtk_widget_get_root(widget),
      root == native.opaque
    else { return }
    gtk_window_set_focus(native.cast(to: GtkWindow.self), widget)
  }
}
