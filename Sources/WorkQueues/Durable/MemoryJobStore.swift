internal import HikidashiBase

/// A job store in memory, for tests and for jobs that need not outlive the process.
public final class MemoryJobStore: JobStore {
  private struct State {
    var book = JobBook()
    var nextNumber = 0
    var watchers: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Guarded(State())
  private let clock: ElapsedClock

  /// - Parameter clock: Measures delays and leases.
  public init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = ElapsedClock(clock) }

  public func add(_ requests: [DurableRequest]) throws(JobStoreError) -> [DurableJobID] {
    defer { tell() }
    return state.withLock { $0.book.add(requests, at: clock.now()) }
  }

  public func exchange(
    _ reports: [JobReport], take most: Int, as worker: String, lease: Duration
  ) throws(JobStoreError) -> TakenJobs {
    state.withLock {
      $0.book.exchange(reports, take: most, as: worker, lease: lease, at: clock.now())
    }
  }

  public func extend(
    _ leases: [JobLease], of worker: String, by lease: Duration
  ) throws(JobStoreError) -> [JobLease] {
    state.withLock { $0.book.extend(leases, of: worker, by: lease, at: clock.now()) }
  }

  public func statuses(
    _ state: DurableJobState?, from first: DurableJobID?, limit: Int
  ) throws(JobStoreError) -> [DurableJobStatus] {
    self.state.withLock { $0.book.statuses(state, from: first, limit: limit) }
  }

  public func counts() throws(JobStoreError) -> [DurableJobState: Int] {
    state.withLock { $0.book.counts }
  }

  public func retry(_ id: DurableJobID) throws(JobStoreError) -> Bool {
    defer { tell() }
    return state.withLock { $0.book.retry(id, at: clock.now()) }
  }

  public func cancel(_ id: DurableJobID) throws(JobStoreError) -> Bool {
    state.withLock { $0.book.cancel(id) }
  }

  public func clear() throws(JobStoreError) -> Bool { state.withLock { $0.book.clear() } }

  public func watch(_ onChange: @escaping @Sendable () -> Void) -> any JobWatch {
    let number = state.withLock { state in
      state.nextNumber += 1
      state.watchers[state.nextNumber] = onChange
      return state.nextNumber
    }
    return ClosureWatch { [weak self] in
      _ = self?.state.withLock { $0.watchers.removeValue(forKey: number) }
    }
  }

  private func tell() {
    for watcher in state.withLock({ Array($0.watchers.values) }) { watcher() }
  }
}

/// A watch that calls a closure when it is released.
package final class ClosureWatch: JobWatch {
  private let end: @Sendable () -> Void

  package init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
