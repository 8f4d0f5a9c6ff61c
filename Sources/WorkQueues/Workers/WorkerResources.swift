internal import HikidashiBase

/// What ends with a pool, after its last job.
protocol PoolEnding: Sendable {
  /// Whether all of it has ended.
  var isOver: Bool { get }
  /// Ends it, once; `done` is called when it is over, with the first call only.
  func end(on host: any WorkerHost, done: @escaping @Sendable () -> Void)
}

/// What each worker of a pool has for as long as the pool works, such as a connection to a database.
///
/// It is made when a job begins for which none is free. A job that stands aside keeps its own, so that no
/// two jobs ever share one.
final class WorkerResources<Resource: Sendable>: PoolEnding {
  enum Closing: Sendable {
    case suspending(@Sendable (Resource) async -> Void)
    case blocking(@Sendable (Resource) -> Void)
  }

  private struct State {
    var free: [Resource] = []
    var left = 0
    var hasEnded = false
  }

  private let state = Guarded(State())
  private let closing: Closing

  init(_ closing: Closing) { self.closing = closing }

  /// One that no job has; nil where another must be made.
  func take() -> Resource? { state.withLock { $0.free.popLast() } }

  func giveBack(_ resource: Resource) { state.withLock { $0.free.append(resource) } }

  var isOver: Bool { state.withLock { $0.hasEnded && $0.left == 0 } }

  func end(on host: any WorkerHost, done: @escaping @Sendable () -> Void) {
    let resources = state.withLock { state -> [Resource]? in
      guard !state.hasEnded else { return nil }
      state.hasEnded = true
      state.left = state.free.count
      defer { state.free = [] }
      return state.free
    }
    guard let resources else { return }
    if resources.isEmpty { return done() }
    for (worker, resource) in resources.enumerated() {
      let work: WorkerTask =
        switch closing {
        case .suspending(let close):
          .suspending { [self] in
            await close(resource)
            closed(done)
          }
        case .blocking(let close):
          .blocking { [self] in
            close(resource)
            closed(done)
          }
        }
      _ = host.run(worker: worker, work)
    }
  }

  private func closed(_ done: @Sendable () -> Void) {
    let isLast = state.withLock { state in
      state.left -= 1
      return state.left == 0
    }
    if isLast { done() }
  }
}
