internal import Dispatch

/// Runs tasks on threads that give way to the main one, which has to draw a frame in time however much else there is
/// to do.
///
/// The threads that tasks run on otherwise have the same right to a processor as the main one: where there are two
/// processors and two such threads are busy, it gets two thirds of one.
///
/// What has a lower priority than `TaskPriority.medium` has threads of its own, which give way to the others here. So
/// what takes minutes keeps nobody waiting.
///
/// - Source: libdispatch gives the threads of its queues for `utility` the nice value 2 on Linux, and those for
///   `background` 10: of a processor that they share with a thread of the value 0 they get 39 and 10 %.
final class BackgroundExecutor: TaskExecutor {
  static let shared = BackgroundExecutor()

  private init() {}

  func enqueue(_ job: consuming ExecutorJob) {
    let isWanted = job.priority.rawValue >= TaskPriority.medium.rawValue
    let job = UnownedJob(job)
    DispatchQueue.global(qos: isWanted ? .utility : .background).async {
      job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
  }
}
