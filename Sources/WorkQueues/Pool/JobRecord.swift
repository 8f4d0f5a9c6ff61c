internal import HikidashiBase

/// The code that a pool runs for an input.
enum JobHandler<Input: Sendable, Output: Sendable>: Sendable {
  case suspending(@Sendable (Input) async throws -> Output)
  case blocking(@Sendable (Input) throws -> Output)
}

/// The pool's data about a job, besides what the machine holds.
final class JobRecord<Input: Sendable, Output: Sendable>: Sendable {
  private struct State {
    var result: Result<Output, any Error>?
    var isStopped = false
    var worker: Int?
    /// The attempt that has begun last, and its times.
    var attempt = 0
    var began = Duration.zero
    var ended: Duration?
    var progress: Double?
    /// Stops the latest attempt that has begun.
    var stop: (attempt: Int, call: @Sendable () -> Void)?

    var problem: String? { if case .failure(let error) = result { "\(error)" } else { nil } }
  }

  let input: Input
  let options: JobOptions
  let outcome = Ending<JobEnding<Output>>()
  private let state = Guarded(State())

  init(_ input: Input, _ options: JobOptions) {
    self.input = input
    self.options = options
  }

  var name: String { options.name }

  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// A description of what went wrong in the last attempt.
  var problem: String? { state.withLock { $0.problem } }

  /// The worker of the last attempt.
  var worker: Int? { state.withLock { $0.worker } }

  func begin(_ attempt: Int, by worker: Int, at now: Duration) {
    state.withLock { state in
      state.worker = worker
      state.attempt = attempt
      (state.began, state.ended, state.progress) = (now, nil, nil)
    }
  }

  /// Notes how far an attempt is, unless another has begun since.
  func report(_ progress: Double, of attempt: Int) {
    let progress = progress.isNaN ? 0 : min(max(progress, 0), 1)
    state.withLock { if $0.attempt == attempt { $0.progress = progress } }
  }

  /// The job as it is now.
  func status(_ id: JobID, _ jobState: JobState, at now: Duration) -> JobStatus<Input> {
    state.withLock { state in
      JobStatus(
        id: id, input: input, options: options, state: jobState, attempts: state.attempt,
        worker: state.worker,
        elapsed: state.attempt == 0 ? nil : max(.zero, (state.ended ?? now) - state.began),
        progress: jobState == .running ? state.progress : nil, problem: state.problem)
    }
  }

  /// Stores how to stop an attempt. If an attempt ends at once, the next may begin before this
  /// call.
  func begin(_ attempt: Int, _ stop: @escaping @Sendable () -> Void) {
    let isStopped = state.withLock { state in
      if attempt > state.stop?.attempt ?? 0 { state.stop = (attempt, stop) }
      return state.isStopped
    }
    if isStopped { stop() }
  }

  func stop() {
    let stop = state.withLock { state in
      state.isStopped = true
      return state.stop
    }
    stop?.call()
  }

  func bring(_ result: Result<Output, any Error>, at now: Duration) {
    state.withLock { state in
      state.result = result
      state.ended = now
    }
  }

  func end(_ kind: JobEndingKind) -> @Sendable () -> Void {
    let result = state.withLock { $0.result }
    return switch (kind, result) {
    case (.done, .success(let output)): outcome.end(.done(output))
    case (.failed, .failure(let error)): outcome.end(.failed(error))
    case (.expired, _): outcome.end(.expired)
    default: outcome.end(.cancelled)
    }
  }
}
