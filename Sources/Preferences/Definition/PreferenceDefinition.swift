internal import HikidashiBase
internal import HikidashiValues
internal import Synchronization

/// The definition of one setting: its key, type, default, texts and limits.
///
/// A ``Preference`` makes one, and ``PreferenceSchema/init(json:)`` reads them from JSON.
public final class PreferenceDefinition: Sendable {
  /// When a change takes effect.
  public enum Effect: String, Sendable, CaseIterable {
    case atOnce = "at-once"
    /// When the app starts the next time.
    case afterRestart = "after-restart"
  }

  /// One of the values that a setting may have.
  public struct Choice: Sendable, Hashable {
    /// The value that is chosen.
    public var content: PreferenceContent
    /// The label that people read.
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
    /// The properties of each element, where it is a list of structures.
    var columns: [PreferenceDefinition] = []
    var pattern: Pattern?
    var effect = Effect.atOnce
    var visible: PreferenceCondition?
    var enabled: PreferenceCondition?
    /// The program's own checks; each returns its complaint, or nil.
    var checks: [@Sendable (PreferenceContent) -> String?] = []
    /// The value in the form in which its type writes it; nil if it is invalid.
    var normalize: @Sendable (PreferenceContent) -> PreferenceContent?
    /// Its place in the JSON that defines it; nil if it is defined in Swift.
    var place: String?
  }

  let parts: Parts
  /// Its position in the last schema that was made with it: a guess that saves a look-up.
  let guessedSlot = Atomic<Int>(-1)

  init(_ parts: Parts) { self.parts = parts }

  /// The name in its group.
  public var key: String { parts.key }
  /// The type of the values.
  public var type: PreferenceType { parts.type }
  /// The default value.
  public var defaultContent: PreferenceContent { parts.defaultContent }
  /// The label that people read; made from the key if none was given.
  public var title: String {
    if let title = parts.title { return title }
    let words = parts.key.replacing("-", with: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
  /// A sentence or two of explanation; empty for none.
  public var help: String { parts.help }
  /// The unit of the value, such as “MB”; nil for none.
  public var unit: String? { parts.unit }
  /// Whether the setting is secret; its value is kept apart from all others.
  public var isSecret: Bool { parts.isSecret }
  /// The least allowed value; nil if there is no lower bound.
  public var low: PreferenceContent? { parts.low }
  /// The greatest allowed value; nil if there is no upper bound.
  public var high: PreferenceContent? { parts.high }
  /// The only allowed values; empty if the setting has no list of choices.
  public var choices: [Choice] { parts.choices }
  /// The properties of each element, where it is a list of structures; otherwise empty.
  package var columns: [PreferenceDefinition] { parts.columns }
  /// When a change takes effect.
  public var effect: Effect { parts.effect }
}

// MARK: - Checking

extension PreferenceDefinition {
  /// The reason why content is not a valid value, as in “must be between 1 and 32”; nil if it is
  /// valid.
  ///
  /// - Complexity: O(*n*) in its size; a pattern is compiled each time.
  public func complaint(about content: PreferenceContent) -> String? {
    switch checked(content) {
    case .success: nil
    case .failure(let refusal): refusal.reason
    }
  }

  /// The reason why content is not a valid value of a setting.
  package struct Refusal: Error { package var reason: String }

  /// The content in its normal form, or the reason why it is invalid.
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

  /// Reads and checks the value of a flag or variable.
  package func read(_ text: String) -> Result<PreferenceContent, Refusal> {
    guard let content = PreferenceContent(text: text, as: type) else {
      return .failure(Refusal(reason: unreadable))
    }
    return checked(content)
  }

  /// What a value must be, for a message about one that cannot be read.
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
