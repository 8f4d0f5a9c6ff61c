internal import CGTK

/// Whether windows are light or dark.
public enum ColorScheme: String, Sendable, CaseIterable, Codable {
  /// As the desktop's setting says.
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
