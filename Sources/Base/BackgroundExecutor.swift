internal import Glibc

/// Runs tasks on threads that give way to all others: above all to the main one, which has to draw a frame in time
/// however much else there is to do.
///
/// The threads that tasks run on otherwise have the same right to a processor as the main one: while as many of them
/// are busy as there are processors, it gets half of one.
///
/// What has a lower priority than `TaskPriority.medium` has threads of its own, which give way to the others here. So
/// what takes minutes keeps nobody waiting.
///
/// - Source: setpriority(2): on Linux each thread has a nice value of its own.
package final class BackgroundExecutor: TaskExecutor {
  package static let shared = BackgroundExecutor()

  private let wanted = Lane(niceness: 5)
  private let others = Lane(niceness: 15)

  private init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let lane = job.priority.rawValue >= TaskPriority.medium.rawValue ? wanted : others
    let job = UnownedJob(job)
    lane.add { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// As many threads as there are processors, and two at least, made when something is first to be run.
// @unchecked: any thread may signal a semaphore, and wait for it.
private final class Lane: @unchecked Sendable {
  private struct Jobs {
    var waiting = Fifo<@Sendable () -> Void>()
    var hasThreads = false
  }

  private let jobs = Guarded(Jobs())
  /// Counts what waits. It is never freed, and neither is the lane.
  private let arrival = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  private let niceness: Int32

  init(niceness: Int32) {
    self.niceness = niceness
    sem_init(arrival, 0, 0)
  }

  func add(_ job: @escaping @Sendable () -> Void) {
    let isFirst = jobs.withLock { jobs in
      jobs.waiting.append(job)
      defer { jobs.hasThreads = true }
      return !jobs.hasThreads
    }
    if isFirst { startThreads() }
    sem_post(arrival)
  }

  private func startThreads() {
    let count = max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let started = (0..<count).count { _ in startThread(takesSignals: true) { self.work() } }
    // The process may have no thread left: then what is to be done is done where all else is.
    if started == 0 { Task.detached { self.work() } }
  }

  private func work() {
    // Where that is refused the work is done all the same.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
    while true {
      // A signal may have ended the wait.
      guard sem_wait(arrival) == 0 else { continue }
      jobs.withLock { $0.waiting.removeFirst() }?()
    }
  }
}
