public import Support

/// A job in a pool: what waits for it, and how it ends.
///
/// Letting go of it changes nothing; the job goes its way.
public final class Job<Output: Sendable>: Sendable {
  public let id: JobID
  public let name: String
  private let outcome: Ending<JobEnding<Output>>
  private let control: any JobControl

  init(
    _ id: JobID, _ name: String, _ outcome: Ending<JobEnding<Output>>,
    _ control: any JobControl
  ) {
    self.id = id
    self.name = name
    self.outcome = outcome
    self.control = control
  }

  /// What it brings, once it has ended. Cancelling a task that waits leaves the job alone.
  ///
  /// - Throws: What its last attempt threw, ``JobError``, or `CancellationError` when the waiting task
  ///   is cancelled.
  public var value: Output {
    get async throws {
      guard let ending = await ending else { throw CancellationError() }
      return try ending.get()
    }
  }

  /// How it has ended, once it has; nil when the waiting task is cancelled before.
  public var ending: JobEnding<Output>? {
    get async { await outcome.wait() }
  }

  /// Where it is on its way.
  public var state: JobState { control.state(of: id) }

  /// Takes the job back: what has not begun ends at once, what runs is told, and ends when it returns.
  public func cancel() { control.cancel(id) }

  func isOf(_ pool: AnyObject) -> Bool { control === pool }
}

extension Job: Endable {
  public func ended() async { await outcome.wait() }
}

/// What a job asks of its pool.
protocol JobControl: AnyObject, Sendable {
  func state(of id: JobID) -> JobState
  func cancel(_ id: JobID)
}

/// A job whose type of output does not matter.
protocol AnyJob {
  var id: JobID { get }
  func isOf(_ pool: AnyObject) -> Bool
}

extension Job: AnyJob {}

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

/// What a pool knows of a job that has not ended, at a moment.
public struct JobStatus<Input: Sendable>: Sendable, Identifiable {
  public let id: JobID
  public let input: Input
  public let options: JobOptions
  public let state: JobState
  /// How often it was begun.
  public let attempts: Int
}

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

/// How a job has ended. Every job ends once.
public enum JobEnding<Output: Sendable>: Sendable {
  case done(Output)
  /// The last attempt threw this.
  case failed(any Error)
  /// It was taken back, or the pool quit. What it did before may have had effects.
  case cancelled
  /// Its deadline passed.
  case expired

  /// What it brought.
  ///
  /// - Throws: What its last attempt threw, or ``JobError``.
  public func get() throws -> Output {
    switch self {
    case .done(let output): return output
    case .failed(let error): throw error
    case .cancelled: throw JobError.cancelled
    case .expired: throw JobError.expired
    }
  }

  /// How it has ended, without what it brought.
  public var kind: JobEndingKind {
    switch self {
    case .done: .done
    case .failed: .failed
    case .cancelled: .cancelled
    case .expired: .expired
    }
  }
}

/// How a job has ended, without what it brought.
public enum JobEndingKind: Hashable, Sendable, CaseIterable {
  case done, failed, cancelled, expired
}
