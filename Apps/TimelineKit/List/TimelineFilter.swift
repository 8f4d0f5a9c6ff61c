public import HikidashiRecords

/// Which posts a list shows: those of one source, of a smart list, and none that a rule mutes.
///
/// ```swift
/// let filter = TimelineFilter(rules: RuleSet(rules), query: try smartList.condition())
/// var list = try store.list(around: place, filter: filter)
/// ```
public struct TimelineFilter: Sendable {
  /// The ``TimelineSource/id`` of the only source; nil for all.
  public var source: String?
  /// What posts must be; nil for any.
  public var query: Query?
  /// The rules, by which posts are muted and marked.
  public var rules: RuleSet

  /// Makes a filter, which shows everything if nothing is given.
  public init(source: String? = nil, query: Query? = nil, rules: RuleSet = RuleSet([])) {
    self.source = source
    self.query = query
    self.rules = rules
  }

  /// Makes the filter of a smart list.
  ///
  /// - Throws: ``RuleError/badQuery(title:reason:)``
  public init(_ list: SmartList, rules: RuleSet = RuleSet([])) throws(RuleError) {
    self.init(
      source: list.source.isEmpty ? nil : list.source, query: try list.condition(), rules: rules)
  }

  /// What is shown of the posts of a table, and what of that is marked.
  func sift(_ table: RecordTable) -> (shown: RecordSet, marked: RecordSet) {
    var shown = query.map { table.search($0) } ?? table.numbers
    let outcome = rules.outcome(in: table, of: shown)
    shown = shown.subtracting(outcome.muted)
    return (shown, outcome.marked.intersection(shown))
  }
}
