/// What a pool is doing on the whole.
public enum PoolState: Hashable, Sendable, CaseIterable {
  /// Made, and not started.
  case idle
  case running
  /// Takes nothing more; what runs is still on its way.
  case suspending
  case suspended
  /// Takes no more jobs, and ends when those it is to do are done.
  case quitting
  case ended
}

/// What becomes of the jobs of a pool that quits. Each is more urgent than the one before.
public enum QuitMode: Int, Hashable, Comparable, Sendable, CaseIterable {
  /// All are done, those that wait for others, for a condition or for their time included.
  case drain
  /// Those that run are done, the others cancelled.
  case afterCurrent
  /// All are cancelled; it ends when those that run have returned.
  case cancel

  public static func < (left: QuitMode, right: QuitMode) -> Bool { left.rawValue < right.rawValue }
}

/// What a pool holds and has done, all of one moment.
public struct PoolStatus: Hashable, Sendable {
  public let state: PoolState
  /// How many workers there may be at once.
  public let workers: Int
  /// How many jobs wait, for a worker or for anything else.
  public let queued: Int
  /// How many jobs run.
  public let running: Int
  /// How many wait for room to ask for a job.
  public let blockedProducers: Int
  /// How many jobs have ended well.
  public let done: Int
  /// How many jobs have failed, retries not counted.
  public let failed: Int
  /// How many jobs were cancelled or have passed their deadline.
  public let cancelled: Int

  /// How many jobs were asked for in all.
  public var total: Int { queued + running + done + failed + cancelled }

  /// Which part of all jobs has ended, 0 to 1, for a progress bar; 0 before the first.
  public var fraction: Double {
    total == 0 ? 0 : Double(done + failed + cancelled) / Double(total)
  }
}
