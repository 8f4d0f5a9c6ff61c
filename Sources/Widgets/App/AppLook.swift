internal import CHikidashiGTK

/// How the windows of an app look, as far as the app decides and not the desktop.
@MainActor
package final class AppLook {
  package var colorScheme = ColorScheme.system { didSet { apply() } }
  package var textDirection = TextDirection.system { didSet { apply() } }
  package var textScale = 1.0 { didSet { apply() } }
  /// GTK has started, and only what was asked for is set.
  private var isShown = false
  private var hasDirection = false
  private var hasScale = false

  package init() {}

  /// Applies all of it, and each change from now on.
  package func show() {
    isShown = true
    apply()
  }

  private func apply() {
    guard isShown else { return }
    if let manager = adw_style_manager_get_default() {
      adw_style_manager_set_color_scheme(manager, colorScheme.native)
    }
    if hasDirection || textDirection != .system {
      hasDirection = true
      gtk_widget_set_default_direction(textDirection.native)
    }
    if hasScale || textScale != 1 {
      hasScale = true
      TextScale.set(textScale)
    }
  }
}

/// The side at which lines of text, and rows of parts, begin.
public enum TextDirection: String, Sendable, CaseIterable, Codable {
  /// As the reader's language has it.
  case system
  case leftToRight
  case rightToLeft

  var native: GtkTextDirection {
    switch self {
    case .system: gtk_get_locale_direction()
    case .leftToRight: GTK_TEXT_DIR_LTR
    case .rightToLeft: GTK_TEXT_DIR_RTL
    }
  }
}
