/// Where the jobs of a pool run: as tasks, on threads of their own, or as a test says.
public protocol WorkerHost: Sendable {
  /// Begins a piece of work and returns at once.
  ///
  /// - Parameters:
  ///   - worker: Which of the pool's workers does it, from 0; it does one thing at a time.
  ///   - work: To be run once, from beginning to end.
  /// - Returns: Tells the work that it is not wanted any longer.
  func run(worker: Int, _ work: WorkerTask) -> @Sendable () -> Void

  /// No work will follow.
  func end()
}

/// A piece of work for a worker.
public enum WorkerTask: Sendable {
  /// That may suspend.
  case suspending(@Sendable () async -> Void)
  /// That blocks its thread.
  case blocking(@Sendable () -> Void)
}

/// Runs each job as a task, on the threads that all tasks share.
struct TaskHost: WorkerHost {
  func run(worker: Int, _ work: WorkerTask) -> @Sendable () -> Void {
    let task = Task {
      switch work {
      case .suspending(let body): await body()
      case .blocking(let body): body()
      }
    }
    return { task.cancel() }
  }

  func end() {}
}
