public import HikidashiBase

/// Options of a job: its name, priority, delay, retries, deadline, key and lane.
///
/// ```swift
/// var options = JobOptions(name: "index", priority: 1)
/// options.retry = Retry(attempts: 3)
/// ```
public struct JobOptions: Hashable, Sendable {
  /// What happens to a new job whose ``key`` belongs to one that has not ended.
  public enum Duplicates: Hashable, Sendable {
    /// The new job is refused with an error.
    case refused
    /// The request returns the older job.
    case joined
  }

  /// The name of the job in the log and in events.
  public var name: String
  /// The priority; jobs with a greater one go first. 0 by default.
  public var priority: Int
  /// The delay before it may begin; negative counts as zero.
  public var delay = Duration.zero
  /// How often it is tried again when it fails.
  public var retry = Retry.never
  /// The time limit, counted from the request: a job that still waits then ends, one that runs is
  /// cancelled. Nil: no limit.
  public var deadline: Duration?
  /// Identifies duplicates: jobs with the same key count as the same. Nil: never a duplicate.
  public var key: String?
  /// What happens to another job with the same key.
  public var duplicates = Duplicates.refused
  /// Jobs of the same lane are done one at a time and in the order of their requests, retries
  /// included, while other jobs run beside them. Nil: in no lane.
  public var lane: String?

  /// Options of a job that begins at once, is tried once and has no deadline, key or lane.
  ///
  /// - Parameters:
  ///   - name: The name in the log and in events.
  ///   - priority: Jobs with a greater one go first.
  public init(name: String = "", priority: Int = 0) {
    self.name = name
    self.priority = priority
  }
}
