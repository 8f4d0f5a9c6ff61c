internal import HikidashiBase
internal import HikidashiWorkQueues

/// Workers that run only when a test steps them: one piece of work at a time, in a random order.
///
/// The same seed draws the same order. A piece of work runs from its beginning to its end: one that
/// waits for another job of the same pool waits for ever.
final class TestWorkers: WorkerHost {
  private struct State {
    var random: SeededGenerator
    var nextNumber = 0
    var pieces: [(number: Int, worker: Int, work: WorkerTask)] = []
    var underWay = 0
    var stopped: Set<Int> = []
    var current: (number: Int, task: Task<Void, Never>)?
  }

  private let state: Guarded<State>

  init(seed: UInt64) { state = Guarded(State(random: SeededGenerator(seed: seed))) }

  /// How many pieces of work have come and are not done.
  var unfinished: Int { state.withLock { $0.pieces.count + $0.underWay } }

  func run(worker: Int, _ work: WorkerTask) -> @Sendable () -> Void {
    let number = state.withLock { state in
      state.nextNumber += 1
      state.pieces.append((state.nextNumber, worker, work))
      return state.nextNumber
    }
    return { [self] in
      let task = state.withLock { state in
        state.stopped.insert(number)
        return state.current.flatMap { $0.number == number ? $0.task : nil }
      }
      task?.cancel()
    }
  }

  func end() {}

  /// Does one piece of work; false when there is none.
  func step() async -> Bool {
    let piece = state.withLock { state -> (number: Int, worker: Int, work: WorkerTask)? in
      guard !state.pieces.isEmpty else { return nil }
      let place = Int.random(in: state.pieces.indices, using: &state.random)
      state.underWay += 1
      return state.pieces.remove(at: place)
    }
    guard let piece else { return false }
    let task = Task {
      switch piece.work {
      case .suspending(let body): await body()
      case .blocking(let body): body()
      }
    }
    let isStopped = state.withLock { state in
      state.current = (piece.number, task)
      return state.stopped.contains(piece.number)
    }
    if isStopped { task.cancel() }
    await task.value
    state.withLock { state in
      state.current = nil
      state.underWay -= 1
    }
    return true
  }
}
