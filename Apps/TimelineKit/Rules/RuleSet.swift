public import HikidashiRecords

/// The rules of a reader, ready to be asked.
///
/// ```swift
/// let outcome = RuleSet(rules).outcome(in: store.posts.table)
/// let shown = table.numbers.subtracting(outcome.muted)
/// ```
public struct RuleSet: Sendable {
  /// What rules do with posts.
  public struct Outcome: Sendable, Equatable {
    /// The posts that are not shown.
    public var muted = RecordSet()
    /// The posts that are shown with a mark.
    public var marked = RecordSet()

    /// Makes the outcome of no rules.
    public init() {}
  }

  /// The rules that cannot be used, and why; the others count.
  public private(set) var errors: [String: RuleError] = [:]
  private var conditions: [(action: TimelineRule.Action, query: Query)] = []

  /// Reads the rules that are on.
  public init(_ rules: some Sequence<TimelineRule>) {
    for rule in rules where rule.isOn {
      do throws(RuleError) {
        conditions.append((rule.action, try rule.condition()))
      } catch {
        errors[rule.id] = error
      }
    }
  }

  /// What the rules do with these posts: a post that one rule mutes and another keeps is shown.
  ///
  /// - Complexity: O(*n*) in posts for each rule.
  public func outcome(in table: RecordTable, of posts: RecordSet? = nil) -> Outcome {
    var (outcome, kept) = (Outcome(), RecordSet())
    for (action, query) in conditions {
      let found = table.search(query, in: posts)
      switch action {
      case .mute: outcome.muted = outcome.muted.union(found)
      case .keep: kept = kept.union(found)
      case .mark: outcome.marked = outcome.marked.union(found)
      }
    }
    outcome.muted = outcome.muted.subtracting(kept)
    outcome.marked = outcome.marked.subtracting(outcome.muted)
    return outcome
  }
}
