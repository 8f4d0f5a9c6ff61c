/// What a pool calls a job: jobs that were asked for later have greater ids.
public struct JobID: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let number: Int

  package init(_ number: Int) { self.number = number }

  public var description: String { "job \(number)" }

  public static func < (left: JobID, right: JobID) -> Bool { left.number < right.number }
}

/// Where a job is on its way from a request to its end.
public enum JobState: Hashable, Sendable {
  /// For what it comes after, for a condition, or for its time.
  case waiting
  /// For a worker.
  case ready
  case running
  case ended
}
