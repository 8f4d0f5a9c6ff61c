internal import Glibc
internal import Support

/// Runs jobs on threads of its own, for code that blocks: as many as were ever needed at once.
final class ThreadHost: WorkerHost {
  private let queue = BoundedQueue<@Sendable () -> Void>(capacity: 1 << 16)
  private let count = Guarded(0)

  func run(worker: Int, _ work: WorkerTask) -> @Sendable () -> Void {
    let isMissing = count.withLock { count in
      guard worker >= count else { return false }
      count += 1
      return true
    }
    if isMissing { startThread() }
    switch work {
    case .blocking(let body): _ = queue.tryPut(body)
    case .suspending(let body):
      let task = Task { await body() }
      return { task.cancel() }
    }
    return {}
  }

  func end() { queue.close() }

  private func startThread() {
    let queue = queue
    let start = Unmanaged.passRetained(
      Start { while let body = queue.take() { body() } })
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { start in
        if let start { Unmanaged<Start>.fromOpaque(start).takeRetainedValue().body() }
        return nil
      }, start.toOpaque())
    if failure == 0 {
      pthread_detach(thread)
    } else {
      // The machine has no thread left: what is to be done is done by a task, late but surely.
      Task.detached { start.takeRetainedValue().body() }
    }
  }

  private final class Start: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
