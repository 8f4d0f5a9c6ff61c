internal import CGTK

/// A button that opens a menu of actions.
///
/// ```swift
/// MenuButton(icon: "open-menu-symbolic", label: "Menu", [
///   .item("Keyboard Shortcuts", action: "win.show-help-overlay")
/// ])
/// ```
public final class MenuButton: Part {
  /// One line of a menu.
  public enum Entry: Sendable {
    /// Runs an action of the window (`win.NAME`) or the app (`app.NAME`).
    case item(String, action: String)
    case separator
  }

  /// - Parameters:
  ///   - icon: The name of an icon of the desktop's theme.
  ///   - label: Its tooltip, and what a screen reader says.
  ///   - isPrimary: Whether F10 opens it: the main menu of its window.
  ///   - entries: The lines of the menu.
  public init(icon: String, label: String, isPrimary: Bool = false, _ entries: [Entry]) {
    super.init(native: gtk_menu_button_new())
    tooltip(label).accessibleLabel(label)
    guard let native else { return }
    gtk_menu_button_set_icon_name(native.opaque, icon)
    gtk_menu_button_set_primary(native.opaque, isPrimary ? 1 : 0)
    let menu = g_menu_new()
    for section in entries.split(whereSeparator: { if case .separator = $0 { true } else { false } }
    ) {
      let part = g_menu_new()
      for case .item(let title, let action) in section { g_menu_append(part, title, action) }
      g_menu_append_section(menu, nil, part.map { model($0) })
      g_object_unref(UnsafeMutableRawPointer(part))
    }
    gtk_menu_button_set_menu_model(native.opaque, menu.map { model($0) })
    g_object_unref(UnsafeMutableRawPointer(menu))
  }

  private func model(_ menu: OpaquePointer) -> UnsafeMutablePointer<GMenuModel> {
    UnsafeMutableRawPointer(menu).assumingMemoryBound(to: GMenuModel.self)
  }
}
