internal import CHikidashiGTK

/// A short text or a number in a coloured pill, such as a count of new messages or a state.
///
/// ```swift
/// let unread = Badge("3", style: .accent, label: "3 unread messages")
/// ```
public final class Badge: Part {
  /// The meaning of a badge, shown by its colour.
  public enum Style: String, Sendable, CaseIterable {
    case plain, accent, success, warning, error
  }

  /// Creates a badge with a text.
  ///
  /// - Parameters:
  ///   - text: What is shown; a badge without text is not seen.
  ///   - style: Its colour.
  ///   - label: What a screen reader says, where the text alone does not tell.
  public init(_ text: String, style: Style = .plain, label: String? = nil) {
    super.init(native: gtk_label_new(text))
    Badge.sheet.install()
    styleClass("hk-badge", "numeric")
    align(horizontal: .center, vertical: .center)
    self.style = style
    showStyle()
    show(text, label: label)
  }

  /// Creates a badge with a number; it is hidden for 0 and shows `999+` above 999.
  public convenience init(_ count: Int, style: Style = .accent, label: String? = nil) {
    self.init(Badge.text(of: count), style: style, label: label)
  }

  /// A badge with the number that the closure returns; not seen while that is 0.
  public convenience init(
    style: Style = .accent, label: (@MainActor (Int) -> String)? = nil,
    count: @escaping @MainActor () -> Int
  ) {
    self.init("", style: style)
    keepUpToDate(.window, count) { [weak self] in self?.show($0, label: label?($0)) }
  }

  /// A badge with the text that the closure returns; not seen while that is empty.
  public convenience init(style: Style = .plain, _ text: @escaping @MainActor () -> String) {
    self.init("", style: style)
    keepUpToDate(.window, text) { [weak self] in self?.show($0) }
  }

  /// The shown text.
  public var text: String {
    native.map { String(cString: gtk_label_get_text($0.opaque)) } ?? ""
  }

  /// Replaces the text; see ``init(_:style:label:)-(String,_,_)``.
  public func show(_ text: String, label: String? = nil) {
    guard let native else { return }
    gtk_label_set_text(native.opaque, text)
    isVisible = !text.isEmpty
    accessibleLabel(label ?? text)
  }

  /// Replaces the number; the badge is hidden for 0 and shows `999+` above 999.
  public func show(_ count: Int, label: String? = nil) { show(Badge.text(of: count), label: label) }

  /// The meaning of the badge, shown by its colour.
  public var style: Style = .plain {
    didSet { showStyle() }
  }

  private func showStyle() {
    guard let native else { return }
    for style in Style.allCases { gtk_widget_remove_css_class(native, style.rawValue) }
    styleClass(style.rawValue)
  }

  private static func text(of count: Int) -> String {
    count > 999 ? "999+" : count > 0 ? String(count) : ""
  }

  private static let sheet = StyleSheet(
    "hikidashi-badge",
    css: """
      .hk-badge { border-radius: 999px; padding: 1px 8px; min-width: 8px; font-weight: bold;
        font-size: smaller; background-color: alpha(currentColor, 0.14); }
      .hk-badge.accent { background-color: @accent_bg_color; color: @accent_fg_color; }
      .hk-badge.success { background-color: @success_bg_color; color: @success_fg_color; }
      .hk-badge.warning { background-color: @warning_bg_color; color: @warning_fg_color; }
      .hk-badge.error { background-color: @error_bg_color; color: @error_fg_color; }
      """)
}
