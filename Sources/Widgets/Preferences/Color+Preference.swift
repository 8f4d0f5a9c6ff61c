public import HikidashiPreferences

/// A colour is a value of a setting, kept as the web writes it.
///
/// ```swift
/// let marker = Preference("marker", default: Color(1, 0.9, 0), title: "Marker")
/// ```
extension Color: PreferenceValue {
  public static var preferenceType: PreferenceType { .color }

  public init?(content: PreferenceContent) {
    guard case .text(let text) = content, let color = Color(text) else { return nil }
    self = color
  }

  public var content: PreferenceContent { .text(hexadecimal) }
}
