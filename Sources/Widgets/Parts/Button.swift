internal import CHikidashiGTK

/// A button with a text or an icon.
///
/// ```swift
/// Button("Save") { save() }
/// Button(icon: "go-previous-symbolic", label: "Back", action: "win.back")
/// ```
public final class Button: Part {
  /// Creates a button with a text; `_` before a letter makes it the keyboard mnemonic.
  public init(_ title: String, _ press: @escaping @MainActor () -> Void) {
    super.init(native: gtk_button_new_with_mnemonic(title))
    accessibleLabel(Button.withoutMnemonic(title))
    on("clicked") { _ in press() }
  }

  /// Creates a button with an icon; `label` is its tooltip and its name for a screen reader.
  public init(icon: String, label: String, _ press: @escaping @MainActor () -> Void) {
    super.init(native: gtk_button_new_from_icon_name(icon))
    tooltip(label).accessibleLabel(label)
    on("clicked") { _ in press() }
  }

  /// Creates a button with an icon that runs an action of the window (`win.NAME`) or the app
  /// (`app.NAME`); it is dim while that action is disabled.
  public init(icon: String, label: String, action: String) {
    super.init(native: gtk_button_new_from_icon_name(icon))
    tooltip(label).accessibleLabel(label)
    guard let native else { return }
    gtk_actionable_set_action_name(native.opaque, action)
  }

  /// Creates a button with a text that runs an action by name.
  public init(_ title: String, action: String) {
    super.init(native: gtk_button_new_with_mnemonic(title))
    accessibleLabel(Button.withoutMnemonic(title))
    guard let native else { return }
    gtk_actionable_set_action_name(native.opaque, action)
  }

  /// The text of a button that has one; `_` before a letter makes it the keyboard mnemonic.
  public var title: String {
    get {
      guard let native, let title = gtk_button_get_label(native.cast(to: GtkButton.self)) else {
        return ""
      }
      return String(cString: title)
    }
    set {
      guard let native else { return }
      gtk_button_set_label(native.cast(to: GtkButton.self), newValue)
      gtk_button_set_use_underline(native.cast(to: GtkButton.self), 1)
      accessibleLabel(Button.withoutMnemonic(newValue))
    }
  }

  /// The words of a title: `_` marks a letter, `__` stands for one underscore.
  nonisolated static func withoutMnemonic(_ title: String) -> String {
    title.split(separator: "__", omittingEmptySubsequences: false)
      .map { $0.filter { $0 != "_" } }.joined(separator: "_")
  }
}

// MARK: - Default

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
  /// Makes this the default button: Enter presses it wherever in its window or sheet the keyboard
  /// is, unless the focused part handles Enter itself.
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
