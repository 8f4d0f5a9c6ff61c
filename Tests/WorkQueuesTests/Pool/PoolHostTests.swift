import HikidashiBase
import Testing

@testable import HikidashiWorkQueues

/// Where jobs run, and how they are told to stop.
@Suite struct PoolHostTests {
  /// Two jobs may begin at once, and the later worker's come to the threads first.
  @Test func everyWorkerHasAThread() async {
    let host = ThreadHost()
    let gate = BoundedQueue<Int>(capacity: 1)
    let done = Guarded(0)
    _ = host.run(worker: 1, .blocking { _ = gate.take() })
    _ = host.run(worker: 0, .blocking { done.withLock { $0 += 1 } })
    #expect(await comesTrue { done.withLock { $0 == 1 } })
    gate.close()
    host.end()
  }

  /// An attempt that ends at once is followed by the next before it is known how it is stopped.
  @Test func theLatestAttemptIsTheOneThatIsStopped() {
    let record = JobRecord<Int, Int>(1, JobOptions(name: "late"))
    let stopped = Guarded<[Int]>([])
    for attempt in [2, 1] {
      record.begin(attempt) { stopped.withLock { $0.append(attempt) } }
    }
    record.stop()
    #expect(stopped.withLock { $0 } == [2])
  }
}
