internal import CGTK

extension Part {
  /// Does what Enter does around the part, where the part itself has taken the key.
  func pressDefault() {
    guard let root = native.flatMap({ gtk_widget_get_root($0) }),
      let button = gtk_window_get_default_widget(root.widget.cast(to: GtkWindow.self)),
      gtk_widget_is_sensitive(button) != 0
    else { return }
    gtk_widget_activate(button)
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
