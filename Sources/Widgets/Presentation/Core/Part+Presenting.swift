internal import CGTK

extension Part {
  /// Whether the keyboard is in the part.
  var hasFocus: Bool {
    guard let native, let root = gtk_widget_get_root(native), let focus = gtk_root_get_focus(root)
    else { return false }
    return focus == native || gtk_widget_is_ancestor(focus, native) != 0
  }

  /// Whether it may move by itself: a person who wants less motion has said so to the desktop.
  var isAnimated: Bool { native.map { adw_get_enable_animations($0) != 0 } ?? false }
}
