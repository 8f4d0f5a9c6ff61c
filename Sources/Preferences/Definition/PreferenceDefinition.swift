internal import HikidashiBase
internal import HikidashiValues
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

// MARK: - Checking

extension PreferenceDefinition {
  /// What keeps a content from being a value of the setting, in words for a person, as in “must be
  /// between 1 and 32”; nil where nothing does.
  ///
  /// - Complexity: O(*n*) in its size; a pattern is compiled each time.
  public func complaint(about content: PreferenceContent) -> String? {
    switch checked(content) {
    case .success: nil
    case .failure(let refusal): refusal.reason
    }
  }

  /// Why a content is no value of a setting.
  package struct Refusal: Error { package var reason: String }

  /// The content in its one form, if it is a value.
  func checked(_ content: PreferenceContent) -> Result<PreferenceContent, Refusal> {
    guard content.isKept(as: parts.type), let content = parts.normalize(content) else {
      return .failure(Refusal(reason: unreadable))
    }
    if let reason = rangeComplaint(content) ?? textComplaint(content) {
      return .failure(Refusal(reason: reason))
    }
    for check in parts.checks {
      if let reason = check(content) { return .failure(Refusal(reason: reason)) }
    }
    return .success(content)
  }

  /// Reads a value that stands behind a flag or in a variable.
  package func read(_ text: String) -> Result<PreferenceContent, Refusal> {
    guard let content = PreferenceContent(text: text, as: type) else {
      return .failure(Refusal(reason: unreadable))
    }
    return checked(content)
  }

  /// What a value must be, where what there is is none at all.
  var unreadable: String {
    choices.isEmpty ? tr("must be {}", parts.type.example) : choiceWords
  }

  private var choiceWords: String {
    RuleText.oneOf(choices.map(\.content.text))
  }

  private func rangeComplaint(_ content: PreferenceContent) -> String? {
    let isTooLow = parts.low.map(content.precedes) ?? false
    let isTooHigh = parts.high?.precedes(content) ?? false
    return isTooLow || isTooHigh ? RuleText.range(parts.low?.text, parts.high?.text) : nil
  }

  private func textComplaint(_ content: PreferenceContent) -> String? {
    if !choices.isEmpty, !choices.contains(where: { $0.content == content }) { return choiceWords }
    guard let pattern = parts.pattern, case .text(let text) = content else { return nil }
    // That it can be compiled is checked when the schema is made.
    guard let regex = try? Regex(pattern.regex) else { return nil }
    return (try? regex.wholeMatch(in: text)) == nil ? pattern.message : nil
  }
}
