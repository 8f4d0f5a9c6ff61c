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

/// A part that Escape closes.
@MainActor
protocol Escapable: Part {
  func escape()
}

extension Window: Escapable {
  func escape() {
    if isDialog { close() }
  }
}

extension Part {
  /// Does what Escape does around the part, where the part itself has taken the key.
  func passEscapeOn() {
    var widget = native
    while let current = widget {
      if let part = Part.of(current) as? any Escapable { return part.escape() }
      widget = gtk_widget_get_parent(current)
    }
  }
}

extension Button {
  /// Lets Enter press it, wherever in its window or sheet the keyboard is, unless something there
  /// wants Enter for itself.
  @discardableResult
  public func asDefault() -> Self {
    styleClass("suggested-action")
    on("map", after: true) { [weak self] _ in
      guard let native = self?.native, let root = gtk_widget_get_root(native) else { return }
      gtk_window_set_default_widget(root.widget.cast(to: GtkWindow.self), native)
    }
    on("unmap") { [weak self] _ in
      guard let native = self?.native, let root = gtk_widget_get_root(native) else { return }
      let window = root.widget.cast(to: GtkWindow.self)
      if gtk_window_get_default_widget(window) == native {
        gtk_window_set_default_widget(window, nil)
      }
    }
    return self
  }
}
