/// Settings that belong together: a type whose properties are settings, and groups of them.
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
/// The key of a group in another one is the name of the property, with hyphens: `readAhead` is
/// `read-ahead`. In a window, the groups of the outermost one are pages.
public protocol PreferenceGroup: Sendable {
  /// What people read above its settings; made of the property's name where it is empty.
  var title: String { get }
  /// A sentence or two below the title.
  var help: String { get }
  /// The settings and groups in their order; the properties, unless a group says it.
  var items: [PreferenceItem] { get }
}

/// A setting of a group, or a group in it.
public enum PreferenceItem: Sendable {
  case preference(PreferenceDefinition)
  indirect case group(key: String, title: String, help: String, [PreferenceItem])
}

extension PreferenceGroup {
  public var title: String { "" }
  public var help: String { "" }

  public var items: [PreferenceItem] {
    Mirror(reflecting: self).children.compactMap { child in
      if let preference = child.value as? any PreferenceHandle {
        return .preference(preference.definition)
      }
      guard let group = child.value as? any PreferenceGroup else { return nil }
      return group.item(key: hyphenated(child.label ?? ""))
    }
  }

  /// The group as one of another group.
  public func item(key: String) -> PreferenceItem {
    .group(key: key, title: title.isEmpty ? key.capitalizedWords : title, help: help, items)
  }
}

/// A ``Preference`` of whatever type, or a ``SecretPreference``.
public protocol PreferenceHandle: Sendable {
  var definition: PreferenceDefinition { get }
}

extension Preference: PreferenceHandle {}

extension PreferenceHandle {
  /// The setting as an item of a group that is put together by code.
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
