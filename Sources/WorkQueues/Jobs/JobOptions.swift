public import Support

/// When and how often a job is done, and what else is known of it.
///
/// ```swift
/// var options = JobOptions(name: "index", priority: 1)
/// options.retry = Retry(attempts: 3)
/// ```
public struct JobOptions: Hashable, Sendable {
  /// What happens when a job is asked for whose ``key`` is that of one that has not ended.
  public enum Duplicates: Hashable, Sendable {
    /// The newer is refused by an error.
    case refused
    /// Both are the older one.
    case joined
  }

  /// What the log and events call it.
  public var name: String
  /// The greater goes first; 0 unless said otherwise.
  public var priority: Int
  /// How long it waits before it may begin; negative counts as zero.
  public var delay = Duration.zero
  /// How often it is tried when it fails.
  public var retry = Retry.never
  /// How long after it was asked for it ends at the latest: what waits ends then, what runs is
  /// cancelled. Nil: for ever.
  public var deadline: Duration?
  /// Jobs of the same key are the same job; nil: like no other.
  public var key: String?
  /// What becomes of another job of the same key.
  public var duplicates = Duplicates.refused
  /// Jobs of the same lane are done one at a time and in the order in which they were asked for,
  /// retries included, while others run beside them; nil: in no lane.
  public var lane: String?

  public init(name: String = "", priority: Int = 0) {
    self.name = name
    self.priority = priority
  }
}
