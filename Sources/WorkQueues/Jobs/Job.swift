public import Support

/// A job in a pool: what waits for it, and how it ends.
///
/// Letting go of it changes nothing; the job goes its way.
public final class Job<Output: Sendable>: Sendable {
  public let id: JobID
  public let name: String
  private let outcome: SharedEnding<JobEnding<Output>>
  private let control: any JobControl

  init(
    _ id: JobID, _ name: String, _ outcome: SharedEnding<JobEnding<Output>>,
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
    get async {
      await outcome.wait()
      return outcome.ending
    }
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
