public import HikidashiRecords

/// What is done with the posts that a query finds.
///
/// ```swift
/// let rule = TimelineRule(id: "1", title: "No football", action: .mute, query: "football OR tags:soccer")
/// ```
public struct TimelineRule: Hashable, Sendable, Identifiable {
  /// What a rule does.
  public enum Action: String, FieldValue, Hashable, CaseIterable {
    /// Does not show the posts; they are still kept and found.
    case mute
    /// Shows the posts, whatever rules mute them.
    case keep
    /// Shows the posts with a mark.
    case mark
  }

  public var id: String
  /// What people call it.
  public var title: String
  /// What happens to the posts.
  public var action: Action
  /// Which posts, in the query language.
  public var query: String
  /// The ``TimelineSource/id`` of the source whose posts it is for; empty for all.
  public var source: String
  /// Whether the rule is followed.
  public var isOn: Bool

  /// Makes a rule of its parts.
  public init(
    id: String, title: String, action: Action, query: String, source: String = "",
    isOn: Bool = true
  ) {
    self.id = id
    self.title = title
    self.action = action
    self.query = query
    self.source = source
    self.isOn = isOn
  }

  /// What the rule finds.
  ///
  /// - Throws: ``RuleError/badQuery(title:_:)``, and ``RuleError/emptyQuery(title:)`` for a rule that would
  ///   find everything.
  public func condition() throws(RuleError) -> Query {
    let found = try SmartList.parse(query, title: title)
    guard found != .everything else { throw .emptyQuery(title: title) }
    return source.isEmpty ? found : found && PostFields.source == source
  }
}

/// The fields of a rule as it is kept.
public enum RuleFields {
  /// Its own identifier.
  public static let id = Field<String>("id", collation: .binary)
  /// Its title.
  public static let title = Field<String>("title", title: tr("Title"), default: "")
  /// What happens to the posts.
  public static let action = Field<TimelineRule.Action>("action", title: tr("Action"))
    .choices { TimelineRule.Action.allCases }
  /// Which posts are meant, in the query language.
  public static let query = Field<String>("query", title: tr("Query"), default: "")
  /// The identifier of the source that it is for; empty for all.
  public static let source = Field<String>(
    "source", title: tr("Source"), default: "", collation: .binary)
  /// Whether the rule is followed.
  public static let isOn = Field<Bool>("on", title: tr("On"), default: true)

  /// The schema of the store.
  ///
  /// - Throws: Nothing that a caller could mend: the fields are those above.
  public static func schema() throws(SchemaError) -> Schema {
    try Schema(id, title, action, query, source, isOn)
  }
}

extension TimelineRule {
  /// The rule that a record holds.
  public init(_ record: Record) {
    self.init(
      id: record[RuleFields.id], title: record[RuleFields.title],
      action: record[RuleFields.action], query: record[RuleFields.query],
      source: record[RuleFields.source], isOn: record[RuleFields.isOn])
  }

  /// Writes the rule into a record.
  public func fill(_ draft: inout RecordDraft) {
    draft[RuleFields.title] = title
    draft[RuleFields.action] = action
    draft[RuleFields.query] = query
    draft[RuleFields.source] = source
    draft[RuleFields.isOn] = isOn
  }
}
