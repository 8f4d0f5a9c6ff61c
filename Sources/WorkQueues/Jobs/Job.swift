public import HikidashiBase

/// A handle to a job in a pool: wait for its result, or cancel it.
///
/// Releasing the handle does not cancel the job.
public final class Job<Output: Sendable>: Sendable, Identifiable {
  /// Identifies the job in its pool.
  public let id: JobID
  /// The name from the options of the job; empty when it was given none.
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

  /// Waits for the job's result. Cancelling the waiting task does not cancel the job.
  ///
  /// - Throws: What its last attempt threw, ``JobError``, or `CancellationError` when the waiting task
  ///   is cancelled.
  public var value: Output {
    get async throws {
      guard let ending = await ending else { throw CancellationError() }
      return try ending.get()
    }
  }

  /// Waits for the job to end and returns how; nil when the waiting task is cancelled first.
  public var ending: JobEnding<Output>? {
    get async { await outcome.wait() }
  }

  /// The job's current state.
  public var state: JobState { control.state(of: id) }

  /// Cancels the job. If it has not begun it ends at once; if it runs, it ends when its handler
  /// returns.
  public func cancel() { control.cancel(id) }

  func isOf(_ pool: AnyObject) -> Bool { control === pool }
}

extension Job: Endable {
  /// Waits until the job has ended, for whatever reason, or until the waiting task is cancelled.
  public func ended() async { await outcome.wait() }
}

/// The operations of a pool that a job handle needs.
protocol JobControl: AnyObject, Sendable {
  func state(of id: JobID) -> JobState
  func cancel(_ id: JobID)
}

/// A job without its output type.
protocol AnyJob {
  var id: JobID { get }
  func isOf(_ pool: AnyObject) -> Bool
}

extension Job: AnyJob {}

/// The ID of a job in a pool. Jobs that were requested later have greater IDs.
public struct JobID: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let number: Int

  package init(_ number: Int) { self.number = number }

  public var description: String { "job \(number)" }

  public static func < (left: JobID, right: JobID) -> Bool { left.number < right.number }
}

/// The state of a job in a pool.
public enum JobState: Hashable, Sendable {
  /// Waits for prerequisites, a condition or its time.
  case waiting
  /// Waits for a free worker.
  case ready
  /// A worker runs an attempt.
  case running
  /// The job was done, failed, was cancelled or expired, and does nothing more.
  case ended
}

/// A snapshot of a job that has not ended, or has failed and is kept.
public struct JobStatus<Input: Sendable>: Sendable, Identifiable {
  /// Identifies the job in its pool.
  public let id: JobID
  /// What the job was requested with, and its handler is called with.
  public let input: Input
  /// The options that the job was requested with.
  public let options: JobOptions
  /// The state of the job when the snapshot was taken.
  public let state: JobState
  /// How many attempts were begun.
  public let attempts: Int
  /// The worker, from 0, that has the job or had it last; nil before the first attempt.
  public let worker: Int?
  /// How long the attempt has run, or the last one ran; nil before the first.
  public let elapsed: Duration?
  /// How much of a running job is done, 0 to 1, as ``JobContext/report(_:)`` says; nil: unknown.
  public let progress: Double?
  /// What went wrong in the last attempt that failed; nil: none has.
  public let problem: String?
}

/// A change in the life of a job.
public struct JobEvent: Sendable {
  /// What has happened to the job.
  public enum Kind: Hashable, Sendable {
    /// The pool has accepted the job.
    case queued
    /// A worker (numbered from 0) begins an attempt (numbered from 1).
    case began(worker: Int, attempt: Int)
    /// An attempt failed for the reason in `problem`, and another follows after the delay.
    case retries(after: Duration, problem: String)
    /// The job has ended; `problem` is what its last attempt threw, nil unless it failed.
    case ended(JobEndingKind, problem: String?)
  }

  /// Identifies the job in its pool.
  public let id: JobID
  /// The name from the options of the job.
  public let name: String
  /// What has happened.
  public let kind: Kind
}

/// How a job has ended. Every job ends once.
public enum JobEnding<Output: Sendable>: Sendable {
  /// The job succeeded with this output.
  case done(Output)
  /// The last attempt threw this error.
  case failed(any Error)
  /// The job was cancelled, or the pool quit. It may have had effects before.
  case cancelled
  /// The deadline of the job passed.
  case expired

  /// Returns the output.
  ///
  /// - Throws: The error of its last attempt, or ``JobError``.
  public func get() throws -> Output {
    switch self {
    case .done(let output): return output
    case .failed(let error): throw error
    case .cancelled: throw JobError.cancelled
    case .expired: throw JobError.expired
    }
  }

  /// The kind of ending, without the output.
  public var kind: JobEndingKind {
    switch self {
    case .done: .done
    case .failed: .failed
    case .cancelled: .cancelled
    case .expired: .expired
    }
  }
}

/// How a job has ended, without its output.
public enum JobEndingKind: Hashable, Sendable, CaseIterable {
  /// Means the same as the case of ``JobEnding`` of that name.
  case done, failed, cancelled, expired
}
