package import HikidashiBase

/// The closures that a store calls about what is done through it.
package final class JobWatchers: Sendable {
  package enum Wanted: Sendable {
    /// That there may be jobs to take.
    case jobs
    /// That any job may have changed.
    case changes
  }

  private struct State {
    var nextNumber = 0
    var watchers: [Int: (wanted: Wanted, call: @Sendable () -> Void)] = [:]
  }

  private let state = Guarded(State())

  package init() {}

  /// Calls `onChange` until the token ends, which then calls `end`.
  package func watch(
    _ wanted: Wanted, _ onChange: @escaping @Sendable () -> Void,
    end: @escaping @Sendable () -> Void = {}
  ) -> ObservationToken {
    let number = state.withLock { state in
      state.nextNumber += 1
      state.watchers[state.nextNumber] = (wanted, onChange)
      return state.nextNumber
    }
    return ObservationToken { [self] in
      end()
      _ = state.withLock { $0.watchers.removeValue(forKey: number) }
    }
  }

  /// Tells of a change.
  ///
  /// - Parameter hasJobs: Whether there may be jobs to take after it.
  package func tell(hasJobs: Bool) {
    let calls = state.withLock { state in
      state.watchers.values.filter { hasJobs || $0.wanted == .changes }.map(\.call)
    }
    for call in calls { call() }
  }
}
