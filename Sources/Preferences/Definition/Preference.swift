/// A setting, defined by its key, default value, texts and limits.
///
/// ```swift
/// struct ReaderPreferences: PreferenceGroup {
///   let jobs = Preference("jobs", default: 4, in: 1...32, title: "Downloads at once")
///   let isOffline = Preference("offline", default: false, title: "Work offline")
///   let mirror = Preference(
///     "mirror", default: "https://www.rfc-editor.org", title: "Mirror",
///     pattern: "https?://.+", "must be a web address"
///   ).enabled(when: .when("offline", is: false))
/// }
/// ```
///
/// The key is made of small letters, digits and hyphens and begins with a letter. It gives the name
/// in the file, the flag (`--jobs`) and the variable (`READER_JOBS`). A wrong definition is
/// reported when a ``PreferenceSchema`` is made of its group.
///
/// A modifier returns another setting, so call it where the setting is defined.
public struct Preference<Value: PreferenceValue>: Sendable {
  /// The definition without the value's Swift type.
  public let definition: PreferenceDefinition
  /// The value that is used where none is set.
  public let defaultValue: Value

  init(_ definition: PreferenceDefinition, _ defaultValue: Value) {
    self.definition = definition
    self.defaultValue = defaultValue
  }

  /// A setting that may have any value of its type.
  ///
  /// - Parameters:
  ///   - key: The name in its group.
  ///   - value: The value that is used where none is set.
  ///   - title: The label that people read; made from the key if nil.
  ///   - help: A sentence or two of explanation.
  ///   - unit: The unit of the value, such as “MB”.
  public init(
    _ key: String, default value: Value, title: String? = nil, help: String = "",
    unit: String? = nil
  ) {
    self.init(key, value, title, help, unit)
  }

  init(
    _ key: String, _ value: Value, _ title: String?, _ help: String, _ unit: String? = nil,
    type: PreferenceType = Value.preferenceType,
    change: (inout PreferenceDefinition.Parts) -> Void = { _ in }
  ) {
    var parts = PreferenceDefinition.Parts(
      key: key, type: type, defaultContent: value.content, title: title, help: help, unit: unit,
      normalize: { Value(content: $0)?.content })
    parts.choices = Value.preferenceChoices.map {
      PreferenceDefinition.Choice(content: $0.content, title: $0.preferenceTitle)
    }
    parts.columns = (Value.self as? any StructureList.Type)?.columns ?? []
    change(&parts)
    definition = PreferenceDefinition(parts)
    defaultValue = value
  }

  /// A setting whose value lies in a closed range.
  public init(
    _ key: String, default value: Value, in range: ClosedRange<Value>, title: String? = nil,
    help: String = "", unit: String? = nil
  ) where Value: Comparable {
    self.init(key, value, title, help, unit) { parts in
      parts.low = range.lowerBound.content
      parts.high = range.upperBound.content
    }
  }

  /// A setting whose value has a lower bound.
  public init(
    _ key: String, default value: Value, in range: PartialRangeFrom<Value>, title: String? = nil,
    help: String = "", unit: String? = nil
  ) where Value: Comparable {
    self.init(key, value, title, help, unit) { $0.low = range.lowerBound.content }
  }

  /// A setting whose value is one of the given choices. A `CaseIterable` type needs none: its cases
  /// are the choices.
  ///
  /// - Parameters:
  ///   - key: The name in its group.
  ///   - value: The value that is used where none is set.
  ///   - choices: The values, each with the label that people read.
  ///   - title: The label that people read; made from the key if nil.
  ///   - help: A sentence or two of explanation.
  public init(
    _ key: String, default value: Value, choices: KeyValuePairs<Value, String>,
    title: String? = nil, help: String = ""
  ) {
    self.init(key, value, title, help) { parts in
      parts.choices = choices.map { PreferenceDefinition.Choice(content: $0.content, title: $1) }
    }
  }
}

extension Preference where Value == String {
  /// A setting for a text that must match a regular expression as a whole.
  ///
  /// - Parameters:
  ///   - key: The name in its group.
  ///   - value: The value that is used where none is set.
  ///   - title: The label that people read; made from the key if nil.
  ///   - help: A sentence or two of explanation.
  ///   - pattern: The regular expression.
  ///   - message: What a text must be, with an example, as in “must be like AB-12”.
  public init(
    _ key: String, default value: String, title: String? = nil, help: String = "",
    pattern: String, _ message: String
  ) {
    self.init(key, value, title, help) { parts in
      parts.pattern = PreferenceDefinition.Pattern(regex: pattern, message: message)
    }
  }

  /// A setting for the path of a file; an empty path stands for none.
  public static func file(
    _ key: String, default path: String = "", title: String? = nil, help: String = ""
  ) -> Preference { Preference(key, path, title, help, type: .file) }

  /// A setting for the path of a folder; an empty path stands for none.
  public static func folder(
    _ key: String, default path: String = "", title: String? = nil, help: String = ""
  ) -> Preference { Preference(key, path, title, help, type: .folder) }

  /// A setting for the address of a page or a mail, as in `https://example.org`; an empty text stands for none.
  public static func link(
    _ key: String, default address: String = "", title: String? = nil, help: String = ""
  ) -> Preference { Preference(key, address, title, help, type: .link) }

  /// A setting for the family of a font, such as `Noto Serif`; an empty name stands for the desktop's own.
  public static func font(
    _ key: String, default family: String = "", title: String? = nil, help: String = ""
  ) -> Preference { Preference(key, family, title, help, type: .font) }
}

extension String {
  /// The text with a capital letter in front, and spaces for hyphens.
  var capitalizedWords: String {
    let words = replacing("-", with: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

// MARK: - Modifiers

// Modifiers hand back another setting with the same key.
extension Preference {
  private func changed(_ change: (inout PreferenceDefinition.Parts) -> Void) -> Preference {
    var parts = definition.parts
    change(&parts)
    return Preference(PreferenceDefinition(parts), defaultValue)
  }

  /// Shows the setting only while the condition holds. A hidden setting keeps its value.
  public func visible(when condition: PreferenceCondition) -> Preference {
    changed { $0.visible = condition }
  }

  /// Lets people change the setting only while the condition holds.
  public func enabled(when condition: PreferenceCondition) -> Preference {
    changed { $0.enabled = condition }
  }

  /// Adds a rule that each value must satisfy.
  ///
  /// - Parameters:
  ///   - message: What a value must be, as in “must be even”.
  ///   - isValid: Whether a value is valid; may be called on any thread.
  public func check(
    _ message: String, _ isValid: @escaping @Sendable (Value) -> Bool
  ) -> Preference {
    changed { parts in
      parts.checks.append { content in
        Value(content: content).map(isValid) ?? false ? nil : message
      }
    }
  }

  /// Sets when a change takes effect; without this, at once.
  public func takesEffect(_ effect: PreferenceDefinition.Effect) -> Preference {
    changed { $0.effect = effect }
  }

  /// The name in its group.
  public var key: String { definition.key }
}

/// A secret setting, such as a password or a token, which only the app reads.
///
/// ```swift
/// let token = SecretPreference("token", title: "Access token")
/// try await store.setSecret("abc", for: settings.token)
/// let token = try await store.secret(settings.token)
/// ```
///
/// The value is in the desktop's keyring or, if there is none, in a file that only the user may
/// read. It is never among the values of a store: not in its file, snapshots, exports or reports.
/// It has no flag, as other users may see a program's arguments.
public struct SecretPreference: PreferenceHandle {
  /// The definition of the setting.
  public let definition: PreferenceDefinition

  /// Defines a secret setting.
  ///
  /// - Parameters:
  ///   - key: The name in its group.
  ///   - title: The label that people read; made from the key if nil.
  ///   - help: A sentence or two of explanation.
  public init(_ key: String, title: String? = nil, help: String = "") {
    self.init(Preference(key, default: "", title: title, help: help).definition.parts)
  }

  /// Wraps the definition of a secret setting.
  package init(of definition: PreferenceDefinition) { self.definition = definition }

  /// Shows the setting only while the condition holds.
  public func visible(when condition: PreferenceCondition) -> SecretPreference {
    var parts = definition.parts
    parts.visible = condition
    return SecretPreference(parts)
  }

  /// Lets people change the setting only while the condition holds.
  public func enabled(when condition: PreferenceCondition) -> SecretPreference {
    var parts = definition.parts
    parts.enabled = condition
    return SecretPreference(parts)
  }

  init(_ parts: PreferenceDefinition.Parts) {
    var parts = parts
    parts.isSecret = true
    definition = PreferenceDefinition(parts)
  }
}
