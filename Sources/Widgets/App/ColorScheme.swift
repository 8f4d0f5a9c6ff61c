internal import CHikidashiGTK
internal import HikidashiBase
public import HikidashiPreferences

/// A colour scheme for windows: light, dark, or that of the desktop.
public enum ColorScheme: String, Sendable, CaseIterable, Codable {
  /// Follows the desktop's setting.
  case system
  case light
  case dark

  var native: AdwColorScheme {
    switch self {
    case .system: ADW_COLOR_SCHEME_DEFAULT
    case .light: ADW_COLOR_SCHEME_FORCE_LIGHT
    case .dark: ADW_COLOR_SCHEME_FORCE_DARK
    }
  }
}

// MARK: - Preference

/// Lets an app keep its colour scheme as a setting.
///
/// ```swift
/// let theme = Preference("theme", default: ColorScheme.system, title: "Colours")
/// ```
extension ColorScheme: PreferenceValue {
  /// The name of the scheme for the user.
  public var preferenceTitle: String {
    switch self {
    case .system: tr("As the desktop")
    case .light: tr("Light")
    case .dark: tr("Dark")
    }
  }
}
