internal import HikidashiBase

/// Runs the jobs of a pool: as tasks, on threads of their own, or under the control of a test.
public protocol WorkerHost: Sendable {
  /// Begins a piece of work and returns at once.
  ///
  /// - Parameters:
  ///   - worker: The number of the pool's worker, from 0; a worker does one thing at a time.
  ///   - work: The work, to be run once.
  /// - Returns: A closure that asks the work to stop.
  func run(worker: Int, _ work: WorkerTask) -> @Sendable () -> Void

  /// Called when no more work will follow.
  func end()
}

/// A piece of work for a worker.
public enum WorkerTask: Sendable {
  /// Work that may suspend.
  case suspending(@Sendable () async -> Void)
  /// Work that blocks its thread.
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

/// Runs jobs on threads of its own, for code that blocks: as many as were ever needed at once.
final class ThreadHost: WorkerHost {
  private let queue = BoundedQueue<@Sendable () -> Void>(capacity: 1 << 16)
  private let count = Guarded(0)

  func run(worker: Int, _ work: WorkerTask) -> @Sendable () -> Void {
    // Of two jobs that begin at once the second may come here first.
    let missing = count.withLock { count in
      defer { count = max(count, worker + 1) }
      return max(0, worker + 1 - count)
    }
    for _ in 0..<missing { addWorker() }
    switch work {
    case .blocking(let body): _ = queue.tryPut(body)
    case .suspending(let body):
      let task = Task { await body() }
      return { task.cancel() }
    }
    return {}
  }

  func end() { queue.close() }

  private func addWorker() {
    let work: @Sendable () -> Void = { [queue] in while let body = queue.take() { body() } }
    // The machine may have no thread left: what is to be done is done by a task, late but surely.
    if !startThread(takesSignals: true, work) { Task.detached { work() } }
  }
}
