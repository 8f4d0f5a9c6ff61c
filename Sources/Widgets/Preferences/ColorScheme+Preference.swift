public import Preferences
internal import Support

/// Light or dark is a setting of many apps.
///
/// ```swift
/// let theme = Preference("theme", default: ColorScheme.system, title: "Colours")
/// ```
extension ColorScheme: PreferenceValue {
  public var preferenceTitle: String {
    switch self {
    case .system: tr("As the desktop")
    case .light: tr("Light")
    case .dark: tr("Dark")
    }
  }
}
