internal import Support

/// Why a job was refused, brought nothing, or a pool was not done in time.
public enum JobError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The pool holds as many jobs as it may.
  case full(capacity: Int)
  /// The pool quits or has ended.
  case quit(pool: String)
  /// A job of the same key has not ended, and the newer was to be refused.
  case duplicate(key: String)
  /// It was taken back, or the pool quit.
  case cancelled
  /// Its deadline passed.
  case expired
  /// Jobs were left when the time for quitting was over; they were cancelled.
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
