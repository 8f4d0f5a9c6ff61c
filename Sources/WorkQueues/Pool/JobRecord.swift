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
    /// Stops the latest attempt that has begun.
    var stop: (attempt: Int, call: @Sendable () -> Void)?
  }

  let input: Input
  let name: String
  let outcome = Ending<JobEnding<Output>>()
  private let state = Guarded(State())

  init(_ input: Input, _ name: String) {
    self.input = input
    self.name = name
  }

  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// A description of what went wrong in the last attempt.
  var problem: String? {
    state.withLock { state in
      if case .failure(let error) = state.result { return "\(error)" }
      return nil
    }
  }

  /// The worker of the last attempt.
  var worker: Int? { state.withLock { $0.worker } }

  func begin(by worker: Int) { state.withLock { $0.worker = worker } }

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

  func bring(_ result: Result<Output, any Error>) { state.withLock { $0.result = result } }

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
