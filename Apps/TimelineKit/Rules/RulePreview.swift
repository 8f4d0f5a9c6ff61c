public import HikidashiRecords

/// What a rule would do, before it is made: "hides 34 of the last 1,000".
public struct RulePreview: Hashable, Sendable {
  /// How many posts would be shown otherwise than now: hidden, shown again, or marked.
  public var changed: Int
  /// How many posts were looked at: the newest, and no more than were asked for.
  public var total: Int
  /// The ids of the newest of them, for a list beside the rule.
  public var examples: [String]

  /// Tries a rule beside those that there are; a rule of its id is replaced.
  ///
  /// - Parameters:
  ///   - rule: What is tried, as if it were on.
  ///   - rules: All rules.
  ///   - table: The posts.
  ///   - limit: How many of the newest posts are looked at.
  /// - Throws: ``RuleError`` where the rule cannot be used.
  /// - Complexity: O(*n* log *n*) in posts, as they are sorted by their dates.
  public init(
    _ rule: TimelineRule, among rules: [TimelineRule], in table: RecordTable, limit: Int = 1_000
  ) throws(RuleError) {
    var tried = rule
    tried.isOn = true
    _ = try tried.condition()
    let newest = table.sorted(by: .descending(PostFields.published)).prefix(max(0, limit))
    let looked = RecordSet(newest)
    let others = rules.filter { $0.id != rule.id }
    let before = RuleSet(others).outcome(in: table, of: looked)
    let after = RuleSet(others + [tried]).outcome(in: table, of: looked)
    let isChanged = { (number: RecordNumber) in
      before.muted.contains(number) != after.muted.contains(number)
        || before.marked.contains(number) != after.marked.contains(number)
    }
    let found = newest.filter(isChanged)
    (changed, total) = (found.count, newest.count)
    examples = found.prefix(20).map { table[$0, PostFields.id] }
  }

  /// The preview in words.
  public func words(for action: TimelineRule.Action) -> String {
    switch action {
    case .mute: tr("hides {} of the last {}", changed, total)
    case .keep: tr("shows {} of the last {} that are hidden now", changed, total)
    case .mark: tr("marks {} of the last {}", changed, total)
    }
  }
}
