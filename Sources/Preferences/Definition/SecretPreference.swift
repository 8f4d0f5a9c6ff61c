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
