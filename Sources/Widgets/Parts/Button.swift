internal import CGTK

/// Something to press, with a text, an icon, or both words and a picture.
///
/// ```swift
/// Button("Save") { save() }
/// Button(icon: "go-previous-symbolic", label: "Back", action: "win.back")
/// ```
public final class Button: Part {
  /// A button with a text; `_` before a letter makes it the keyboard mnemonic.
  public init(_ title: String, _ press: @escaping @MainActor () -> Void) {
    super.init(native: gtk_button_new_with_mnemonic(title))
    accessibleLabel(Button.withoutMnemonic(title))
    on("clicked") { _ in press() }
  }

  /// A button with an icon; `label` is its tooltip and what a screen reader says.
  public init(icon: String, label: String, _ press: @escaping @MainActor () -> Void) {
    super.init(native: gtk_button_new_from_icon_name(icon))
    tooltip(label).accessibleLabel(label)
    on("clicked") { _ in press() }
  }

  /// A button that runs an action of the window (`win.NAME`) or the app (`app.NAME`), and is dim
  /// while that action is not allowed.
  public init(icon: String, label: String, action: String) {
    super.init(native: gtk_button_new_from_icon_name(icon))
    tooltip(label).accessibleLabel(label)
    guard let native else { return }
    gtk_actionable_set_action_name(native.opaque, action)
  }

  /// A text button that runs an action by name.
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
