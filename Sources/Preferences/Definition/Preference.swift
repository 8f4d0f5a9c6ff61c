/// A setting: its key, default, words and limits, defined once.
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
/// The key is made of small letters, digits and hyphens and begins with a letter. From it come the
/// name in the file, the flag (`--jobs`) and the variable (`READER_JOBS`). What is wrong in a
/// definition is said when a ``PreferenceSchema`` is made of its group.
///
/// A modifier hands back another setting, so that it stands where the setting is defined.
public struct Preference<Value: PreferenceValue>: Sendable {
  public let definition: PreferenceDefinition
  /// What it is where nobody says anything else.
  public let defaultValue: Value

  init(_ definition: PreferenceDefinition, _ defaultValue: Value) {
    self.definition = definition
    self.defaultValue = defaultValue
  }

  /// - Parameters:
  ///   - key: The name in its group.
  ///   - value: What it is where nobody says anything else.
  ///   - title: What people read; made of the key, if not given.
  ///   - help: A sentence or two for whoever hesitates.
  ///   - unit: What is counted or measured, as in “MB”.
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
    change(&parts)
    definition = PreferenceDefinition(parts)
    defaultValue = value
  }

  /// A setting whose value lies in a range, its ends included.
  public init(
    _ key: String, default value: Value, in range: ClosedRange<Value>, title: String? = nil,
    help: String = "", unit: String? = nil
  ) where Value: Comparable {
    self.init(key, value, title, help, unit) { parts in
      parts.low = range.lowerBound.content
      parts.high = range.upperBound.content
    }
  }

  /// A setting whose value is at least so much.
  public init(
    _ key: String, default value: Value, in range: PartialRangeFrom<Value>, title: String? = nil,
    help: String = "", unit: String? = nil
  ) where Value: Comparable {
    self.init(key, value, title, help, unit) { $0.low = range.lowerBound.content }
  }

  /// A setting with one of a few values. An enumeration has its own, and needs none.
  ///
  /// - Parameters:
  ///   - key: The name in its group.
  ///   - value: What it is where nobody says anything else.
  ///   - choices: The values, with what people read for each.
  ///   - title: What people read; made of the key, if not given.
  ///   - help: A sentence or two for whoever hesitates.
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
  /// A text, all of which must have a form.
  ///
  /// - Parameters:
  ///   - key: The name in its group.
  ///   - value: What it is where nobody says anything else.
  ///   - title: What people read; made of the key, if not given.
  ///   - help: A sentence or two for whoever hesitates.
  ///   - pattern: The form, a regular expression.
  ///   - message: What a text must be, with an example, as in “must be like AB-12”.
  public init(
    _ key: String, default value: String, title: String? = nil, help: String = "",
    pattern: String, _ message: String
  ) {
    self.init(key, value, title, help) { parts in
      parts.pattern = PreferenceDefinition.Pattern(regex: pattern, message: message)
    }
  }

  /// The path of a file; empty for none.
  public static func file(
    _ key: String, default path: String = "", title: String? = nil, help: String = ""
  ) -> Preference { Preference(key, path, title, help, type: .file) }

  /// The path of a folder; empty for none.
  public static func folder(
    _ key: String, default path: String = "", title: String? = nil, help: String = ""
  ) -> Preference { Preference(key, path, title, help, type: .folder) }
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

  /// Shows the setting only while others are as the condition says. Its value stays what it is.
  public func visible(when condition: PreferenceCondition) -> Preference {
    changed { $0.visible = condition }
  }

  /// Lets a person change the setting only while others are as the condition says.
  public func enabled(when condition: PreferenceCondition) -> Preference {
    changed { $0.enabled = condition }
  }

  /// Adds a rule of the program's own.
  ///
  /// - Parameters:
  ///   - message: What a value must be, as in “must be even”.
  ///   - isValid: Whether a value is right; may be called on any thread.
  public func check(
    _ message: String, _ isValid: @escaping @Sendable (Value) -> Bool
  ) -> Preference {
    changed { parts in
      parts.checks.append { content in
        Value(content: content).map(isValid) ?? false ? nil : message
      }
    }
  }

  /// Says when a change takes effect; at once, where nothing is said.
  public func takesEffect(_ effect: PreferenceDefinition.Effect) -> Preference {
    changed { $0.effect = effect }
  }

  /// The name in its group.
  public var key: String { definition.key }
}

/// A setting that nobody but the app is to read: a password, a token.
///
/// ```swift
/// let token = SecretPreference("token", title: "Access token")
/// try await store.setSecret("abc", for: settings.token)
/// let token = try await store.secret(settings.token)
/// ```
///
/// The value is in the desktop's keyring, or where there is none in a file that only the user may
/// read. It is never among the values of a store: not in its file, snapshots, exports or reports. It
/// has no flag, as other users may see a program's arguments.
public struct SecretPreference: PreferenceHandle {
  public let definition: PreferenceDefinition

  /// - Parameters:
  ///   - key: The name in its group.
  ///   - title: What people read; made of the key, if not given.
  ///   - help: A sentence or two for whoever hesitates.
  public init(_ key: String, title: String? = nil, help: String = "") {
    self.init(Preference(key, default: "", title: title, help: help).definition.parts)
  }

  /// The secret that a definition is of.
  package init(of definition: PreferenceDefinition) { self.definition = definition }

  /// Shows the setting only while others are as the condition says.
  public func visible(when condition: PreferenceCondition) -> SecretPreference {
    var parts = definition.parts
    parts.visible = condition
    return SecretPreference(parts)
  }

  /// Lets a person change the setting only while others are as the condition says.
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
