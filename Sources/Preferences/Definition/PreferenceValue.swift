/// A type whose values a ``Preference`` can have.
///
/// `Bool`, `Int`, `Double`, `String`, `Date`, `Duration`, lists of them, and enumerations with such a
/// raw value conform; for a type of one's own there is ``CodablePreferenceValue``.
///
/// ```swift
/// enum Theme: String, CaseIterable, PreferenceValue { case system, light, dark }
/// let theme = Preference("theme", default: Theme.system)      // one of the three
/// ```
public protocol PreferenceValue: Sendable, Equatable {
  /// How values are read, stored and edited.
  static var preferenceType: PreferenceType { get }
  /// The value of a content; nil where it is none of this type.
  init?(content: PreferenceContent)
  var content: PreferenceContent { get }
  /// The only values that there are; none where there are too many to choose from.
  static var preferenceChoices: [Self] { get }
  /// What people read for the value where it is one to choose.
  var preferenceTitle: String { get }
}

extension PreferenceValue {
  public static var preferenceChoices: [Self] { [] }
  public var preferenceTitle: String { content.text.capitalizedWords }
}

extension PreferenceValue where Self: CaseIterable {
  public static var preferenceChoices: [Self] { Array(allCases) }
}

extension Bool: PreferenceValue {
  public static var preferenceType: PreferenceType { .boolean }
  @inlinable
  public init?(content: PreferenceContent) {
    guard case .boolean(let value) = content else { return nil }
    self = value
  }
  public var content: PreferenceContent { .boolean(self) }
}

extension Int: PreferenceValue {
  public static var preferenceType: PreferenceType { .integer }
  @inlinable
  public init?(content: PreferenceContent) {
    guard case .integer(let value) = content else { return nil }
    self = value
  }
  public var content: PreferenceContent { .integer(self) }
}

extension Double: PreferenceValue {
  public static var preferenceType: PreferenceType { .double }
  @inlinable
  public init?(content: PreferenceContent) {
    guard case .double(let value) = content else { return nil }
    self = value
  }
  public var content: PreferenceContent { .double(self) }
}

extension String: PreferenceValue {
  public static var preferenceType: PreferenceType { .text }
  @inlinable
  public init?(content: PreferenceContent) {
    guard case .text(let value) = content else { return nil }
    self = value
  }
  public var content: PreferenceContent { .text(self) }
}

extension Array: PreferenceValue where Element: PreferenceValue {
  public static var preferenceType: PreferenceType { .list(Element.preferenceType) }

  public init?(content: PreferenceContent) {
    guard case .list(let contents) = content else { return nil }
    var values: [Element] = []
    for content in contents {
      guard let value = Element(content: content) else { return nil }
      values.append(value)
    }
    self = values
  }

  public var content: PreferenceContent { .list(map(\.content)) }
}

/// An enumeration is kept as its raw value.
extension PreferenceValue where Self: RawRepresentable, RawValue: PreferenceValue {
  public static var preferenceType: PreferenceType { RawValue.preferenceType }

  public init?(content: PreferenceContent) {
    guard let raw = RawValue(content: content), let value = Self(rawValue: raw) else { return nil }
    self = value
  }

  public var content: PreferenceContent { rawValue.content }
}
