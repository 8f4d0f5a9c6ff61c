import HikidashiWorkQueues
import Synchronization

/// Those who fetch files of a sync.
protocol SyncCrew: Sendable {
  /// Returns when what is on its way is here.
  func suspend() async
  func resume()
}

extension WorkerPool: SyncCrew {}

/// Suspends and resumes a sync, whether it has begun or not.
final class SyncValve: Sendable {
  private struct State: Sendable {
    var isShut = false
    var crew: (any SyncCrew)?
  }

  private let state = Mutex(State())

  var isShut: Bool { state.withLock { $0.isShut } }

  /// Hands over those who are suspended and resumed from now on.
  func attach(_ crew: any SyncCrew) async {
    let isShut = state.withLock { state in
      state.crew = crew
      return state.isShut
    }
    guard isShut else { return }
    await crew.suspend()
    if !state.withLock({ $0.isShut }) { crew.resume() }
  }

  func detach() { state.withLock { $0.crew = nil } }

  func suspend() async {
    let crew = state.withLock { state in
      state.isShut = true
      return state.crew
    }
    await crew?.suspend()
  }

  func resume() {
    let crew = state.withLock { state in
      state.isShut = false
      return state.crew
    }
    crew?.resume()
  }
}
