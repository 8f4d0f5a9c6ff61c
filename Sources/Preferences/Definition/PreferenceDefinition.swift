internal import Synchronization

/// What there is to say of one setting: its key, type, default, words and limits.
///
/// One is made by a ``Preference``, or read from JSON by ``PreferenceSchema/init(json:)``.
public final class PreferenceDefinition: Sendable {
  /// When a change takes effect.
  public enum Effect: String, Sendable, CaseIterable {
    case atOnce = "at-once"
    /// The app reads it when it starts.
    case afterRestart = "after-restart"
  }

  /// One of the values that a setting may have.
  public struct Choice: Sendable, Hashable {
    public var content: PreferenceContent
    /// What people read.
    public var title: String
  }

  /// The form that a text must have.
  struct Pattern: Sendable {
    var regex: String
    /// What a text must be, as in “must be like AB-12”.
    var message: String
  }

  struct Parts: Sendable {
    var key: String
    var type: PreferenceType
    var defaultContent: PreferenceContent
    var title: String?
    var help = ""
    var unit: String?
    var isSecret = false
    var low: PreferenceContent?
    var high: PreferenceContent?
    var choices: [Choice] = []
    var pattern: Pattern?
    var effect = Effect.atOnce
    var visible: PreferenceCondition?
    var enabled: PreferenceCondition?
    /// Complaints of the program's own, and what tells its own type's values apart.
    var checks: [@Sendable (PreferenceContent) -> String?] = []
    /// The value as its type writes it; nil where it is none.
    var normalize: @Sendable (PreferenceContent) -> PreferenceContent?
    /// Where it stands in a text that defines it; nil where it is made in Swift.
    var place: String?
  }

  let parts: Parts
  /// Its place in the schema that was made last of it: a guess that saves a look-up.
  let guessedSlot = Atomic<Int>(-1)

  init(_ parts: Parts) { self.parts = parts }

  /// The name in its group, as it was given.
  public var key: String { parts.key }
  public var type: PreferenceType { parts.type }
  public var defaultContent: PreferenceContent { parts.defaultContent }
  /// What people read; made of the key where none was given.
  public var title: String {
    if let title = parts.title { return title }
    let words = parts.key.replacing("-", with: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
  /// A sentence or two for whoever hesitates; empty for none.
  public var help: String { parts.help }
  /// What is counted or measured, as in “MB”.
  public var unit: String? { parts.unit }
  /// Whether the value is kept in the keyring, and shown to nobody.
  public var isSecret: Bool { parts.isSecret }
  /// The least value; nil for none.
  public var low: PreferenceContent? { parts.low }
  /// The greatest value; nil for none.
  public var high: PreferenceContent? { parts.high }
  /// The only values that it may have; none where any will do.
  public var choices: [Choice] { parts.choices }
  /// When a change takes effect.
  public var effect: Effect { parts.effect }
}
