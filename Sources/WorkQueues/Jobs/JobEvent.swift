/// Something that happened to a job.
public struct JobEvent: Sendable {
  public enum Kind: Hashable, Sendable {
    case queued
    /// A worker, by its number from 0, begins an attempt, the first of which is 1.
    case began(worker: Int, attempt: Int)
    /// An attempt failed for what is said, and another follows after the delay.
    case retries(after: Duration, problem: String)
    case ended(JobEndingKind, problem: String?)
  }

  public let id: JobID
  public let name: String
  public let kind: Kind
}
