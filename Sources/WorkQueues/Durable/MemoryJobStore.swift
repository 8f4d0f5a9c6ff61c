public import HikidashiBase

/// A job store in memory, for tests and for jobs that need not outlive the process.
public final class MemoryJobStore: JobStore {
  private let book = Guarded(JobBook())
  private let watchers = JobWatchers()
  private let clock: ElapsedClock

  /// - Parameter clock: Measures delays and leases.
  public init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = ElapsedClock(clock) }

  public func add(_ requests: [DurableRequest]) throws(JobStoreError) -> [DurableJobID] {
    defer { watchers.tell(hasJobs: true) }
    return book.withLock { $0.add(requests, at: clock.now()) }
  }

  public func exchange(
    _ reports: [JobReport], take most: Int, as worker: String, lease: Duration
  ) throws(JobStoreError) -> TakenJobs {
    defer { watchers.tell(hasJobs: false) }
    return book.withLock {
      $0.exchange(reports, take: most, as: worker, lease: lease, at: clock.now())
    }
  }

  public func extend(
    _ leases: [JobLease], of worker: String, by lease: Duration
  ) throws(JobStoreError) -> [JobLease] {
    book.withLock { $0.extend(leases, of: worker, by: lease, at: clock.now()) }
  }

  public func statuses(
    _ state: DurableJobState?, from first: DurableJobID?, limit: Int
  ) throws(JobStoreError) -> [DurableJobStatus] {
    book.withLock { $0.statuses(state, from: first, limit: limit, at: clock.now()) }
  }

  public func counts() throws(JobStoreError) -> [DurableJobState: Int] {
    book.withLock { $0.counts }
  }

  public func retry(_ id: DurableJobID) throws(JobStoreError) -> Bool {
    defer { watchers.tell(hasJobs: true) }
    return book.withLock { $0.retry(id, at: clock.now()) }
  }

  public func retryAll(_ state: DurableJobState) throws(JobStoreError) -> Int {
    defer { watchers.tell(hasJobs: true) }
    return book.withLock { $0.retryAll(state, at: clock.now()) }
  }

  public func cancel(_ id: DurableJobID) throws(JobStoreError) -> Bool {
    defer { watchers.tell(hasJobs: false) }
    return book.withLock { $0.cancel(id, at: clock.now()) }
  }

  public func forget(_ id: DurableJobID) throws(JobStoreError) -> Bool {
    defer { watchers.tell(hasJobs: false) }
    return book.withLock { $0.forget(id) }
  }

  public func forgetAll(_ state: DurableJobState) throws(JobStoreError) -> Int {
    defer { watchers.tell(hasJobs: false) }
    return book.withLock { $0.forgetAll(state) }
  }

  public func clear() throws(JobStoreError) -> Bool {
    defer { watchers.tell(hasJobs: false) }
    return book.withLock { $0.clear() }
  }

  public func watch(_ onChange: @escaping @Sendable () -> Void) -> ObservationToken {
    watchers.watch(.jobs, onChange)
  }

  public func watchChanges(_ onChange: @escaping @Sendable () -> Void) -> ObservationToken {
    watchers.watch(.changes, onChange)
  }
}
