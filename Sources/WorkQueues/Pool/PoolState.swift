/// The state of a pool.
public enum PoolState: Hashable, Sendable, CaseIterable {
  /// Made, but not started.
  case idle
  /// Takes jobs and runs them.
  case running
  /// Begins no more jobs; some still run.
  case suspending
  /// Begins no more jobs, and none runs; jobs are still accepted.
  case suspended
  /// Accepts no more jobs, and ends when the remaining ones are done.
  case quitting
  /// Has quit: all jobs have ended, and no other is accepted.
  case ended
}

/// What happens to the jobs of a pool that quits. Each mode is more urgent than the one before.
public enum QuitMode: Int, Hashable, Comparable, Sendable, CaseIterable {
  /// Does all jobs, including those that wait for others, for a condition or for their time.
  case drain
  /// Finishes the jobs that run, and cancels the others.
  case afterCurrent
  /// Cancels all jobs; the pool ends when those that run have returned.
  case cancel

  public static func < (left: QuitMode, right: QuitMode) -> Bool { left.rawValue < right.rawValue }
}

/// A snapshot of a pool: its state and the numbers of its jobs.
public struct PoolStatus: Hashable, Sendable {
  /// The state of the pool when the snapshot was taken.
  public let state: PoolState
  /// How many jobs may run at once.
  public let workers: Int
  /// How many jobs wait, for a worker or for anything else.
  public let queued: Int
  /// How many jobs run.
  public let running: Int
  /// How many callers wait for room to submit a job.
  public let blockedProducers: Int
  /// How many jobs have succeeded.
  public let done: Int
  /// How many jobs have failed, retries not counted.
  public let failed: Int
  /// How many jobs were cancelled or have passed their deadline.
  public let cancelled: Int

  /// How many jobs were accepted in all.
  public var total: Int { queued + running + done + failed + cancelled }

  /// The share of all jobs that has ended, 0 to 1, for a progress bar; 0 before the first job.
  public var fraction: Double {
    total == 0 ? 0 : Double(done + failed + cancelled) / Double(total)
  }
}
