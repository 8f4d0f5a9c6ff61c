public import HikidashiPreferences

/// A colour is a value of a setting, kept as the web writes it.
///
/// ```swift
/// let marker = Preference("marker", default: Color(1, 0.9, 0), title: "Marker")
/// ```
extension Color: PreferenceValue {
  /// The type of a setting that holds a colour.
  public static var preferenceType: PreferenceType { .color }

  /// Reads a colour from the stored text of a setting; nil when it is none.
  public init?(content: PreferenceContent) {
    guard case .text(let text) = content, let color = Color(text) else { return nil }
    self = color
  }

  /// The colour as stored text, in hexadecimal digits.
  public var content: PreferenceContent { .text(hexadecimal) }
}
