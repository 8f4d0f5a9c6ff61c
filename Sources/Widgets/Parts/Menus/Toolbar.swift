internal import CHikidashiGTK

/// A row of buttons and other small parts for the most frequent commands.
///
/// Tab and the arrow keys go from one to the next.
///
/// ```swift
/// Toolbar("Editing") {
///   Button(icon: "edit-undo-symbolic", label: "Undo", action: "win.undo")
///   Separator()
///   Spacer()
///   MenuButton(icon: "view-more-symbolic", label: "More") { … }
/// }
/// ```
public final class Toolbar: Stack {
  /// Creates a toolbar.
  ///
  /// - Parameters:
  ///   - label: What a screen reader calls it.
  ///   - content: From the start to the end.
  public convenience init(
    _ label: String, @ContentBuilder<Part> _ content: () -> Content<Part>
  ) {
    self.init(.horizontal, spacing: 6, content)
    styleClass("toolbar")
    guard let native else { return }
    setProperty(
      native.object, "accessible-role", enumeration: GTK_ACCESSIBLE_ROLE_TOOLBAR.rawValue)
    accessibleLabel(label)
  }
}
