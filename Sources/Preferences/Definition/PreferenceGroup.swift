/// A type whose properties are settings that belong together, or further groups of them.
///
/// ```swift
/// struct NetworkPreferences: PreferenceGroup {
///   let title = "Network"
///   let jobs = Preference("jobs", default: 4, in: 1...32)
/// }
/// struct ReaderPreferences: PreferenceGroup {
///   let network = NetworkPreferences()          // its settings are `network.jobs` …
///   let theme = Preference("theme", default: Theme.system)
/// }
/// ```
///
/// The key of a group inside another one is the name of the property, with hyphens: `readAhead` is
/// `read-ahead`. In a window, the groups inside the outermost one are pages.
public protocol PreferenceGroup: Sendable {
  /// The heading above its settings; made from the property's name if empty.
  var title: String { get }
  /// A sentence or two below the title.
  var help: String { get }
  /// The settings and groups in their order; by default, those among the properties.
  var items: [PreferenceItem] { get }
}

/// A setting in a group, or a group inside another one.
public enum PreferenceItem: Sendable {
  case preference(PreferenceDefinition)
  indirect case group(key: String, title: String, help: String, [PreferenceItem])
}

extension PreferenceGroup {
  /// No title: it is made from the property's name.
  public var title: String { "" }
  /// No text below the title.
  public var help: String { "" }

  /// The properties that are settings or groups, in their order.
  public var items: [PreferenceItem] {
    Mirror(reflecting: self).children.compactMap { child in
      if let preference = child.value as? any PreferenceHandle {
        return .preference(preference.definition)
      }
      guard let group = child.value as? any PreferenceGroup else { return nil }
      return group.item(key: hyphenated(child.label ?? ""))
    }
  }

  /// The group as an item of another group, under this key.
  public func item(key: String) -> PreferenceItem {
    .group(key: key, title: title.isEmpty ? key.capitalizedWords : title, help: help, items)
  }
}

/// A ``Preference`` with any type of value, or a ``SecretPreference``.
public protocol PreferenceHandle: Sendable {
  /// The definition of the setting.
  var definition: PreferenceDefinition { get }
}

extension Preference: PreferenceHandle {}

extension PreferenceHandle {
  /// The setting as an item of a group that is built in code.
  public var item: PreferenceItem { .preference(definition) }
}

/// `readAhead` as `read-ahead`.
private func hyphenated(_ name: String) -> String {
  var text = ""
  for character in name {
    if character.isUppercase, !text.isEmpty { text += "-" }
    if character != "_" { text += character.lowercased() }
  }
  return text
}
