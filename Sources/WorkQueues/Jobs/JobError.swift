internal import HikidashiBase

/// The error of a job that was refused or has no output, or of a pool that did not quit in time.
public enum JobError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The pool holds as many jobs as it may.
  case full(capacity: Int)
  /// The pool quits or has ended.
  case quit(pool: String)
  /// A job with the same key has not ended, and ``JobOptions/duplicates`` refuses another.
  case duplicate(key: String)
  /// The job or the waiting task was cancelled, or the pool quit.
  case cancelled
  /// The deadline of the job passed.
  case expired
  /// Jobs were left when the deadline for quitting passed; they were cancelled.
  case notDoneInTime(left: Int)

  public var description: String {
    switch self {
    case .full(let capacity):
      tr("the pool holds {} jobs and takes no more: wait until some are done", capacity)
    case .quit(let pool): tr("“{}” quits and takes no more jobs: make another pool", pool)
    case .duplicate(let key):
      tr("a job of the key “{}” has not ended: wait for it, or join it", key)
    case .cancelled: tr("the job was cancelled")
    case .expired: tr("the job’s deadline passed")
    case .notDoneInTime(let left):
      trn(
        "{} job was left when the time for quitting was over, and was cancelled",
        "{} jobs were left when the time for quitting was over, and were cancelled", left, left)
    }
  }
}
