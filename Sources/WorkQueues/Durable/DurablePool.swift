internal import HikidashiBase

/// Runs the jobs of a store, which pools in other processes and on other machines may share.
///
/// ```swift
/// let store = try SQLiteJobStore("/home/me/jobs.db")
/// let pool = DurablePool(store: store, workers: 4) { job in try await send(job.text) }
/// try store.add([DurableRequest(text: "ann@example.org")])
/// ```
///
/// Every job is done at least once: a handler must tolerate being called again for a job whose
/// worker died before the end was recorded. The pool extends a job's lease while it runs. If that
/// fails until the lease is over, the job is cancelled, as another worker may have it.
///
/// When the pool is released it takes no more jobs; those that run are finished and recorded.
public final class DurablePool: Sendable {
  /// The state of the pool, with the numbers of jobs in this process.
  public var status: PoolStatus { pool.status }
  /// The status now and after each change. Slow readers get the latest only. Ends with the pool.
  public var statuses: AsyncStream<PoolStatus> { pool.statuses }
  /// The store that it takes jobs from.
  public let store: any JobStore
  /// The name of this pool in the store.
  public let worker: String
  private let feeder: JobFeeder
  private let pool: WorkerPool<DurableJob, Void>

  /// Makes a pool, which begins to take jobs at once.
  ///
  /// - Parameters:
  ///   - store: The store to take jobs from.
  ///   - workers: How many jobs run at once here, 1 or more.
  ///   - worker: The name of this pool in the store and in histories; nil makes a unique one. No
  ///     two pools may have the same name.
  ///   - lease: How long a silent worker keeps a job before another takes it; use a third of a
  ///     second or more.
  ///   - log: Called with a line about each failure; nil writes to standard error.
  ///   - handler: Does a job. When it throws, the error is recorded and the job is retried or given
  ///     up.
  public convenience init(
    store: any JobStore, workers: Int, worker: String? = nil, lease: Duration = .seconds(30),
    log: (@Sendable (String) -> Void)? = nil,
    handler: @escaping @Sendable (DurableJob) async throws -> Void
  ) {
    // This clock goes on while the machine sleeps, as the leases do.
    self.init(store, workers, worker, lease, ContinuousClock(), log: log, handler)
  }

  /// - Parameter clock: Measures the age of leases.
  package init(
    _ store: any JobStore, _ workers: Int, _ worker: String? = nil, _ lease: Duration,
    _ clock: any Clock<Duration>, log: (@Sendable (String) -> Void)? = nil,
    _ handler: @escaping @Sendable (DurableJob) async throws -> Void
  ) {
    let worker = worker ?? "worker \(UInt64.random(in: .min ... .max))"
    self.worker = worker
    self.store = store
    let log = log ?? { writeError($0) }
    // Failures are recorded in the store.
    let pool = WorkerPool(
      name: worker, workers: workers, capacity: 1 << 20, log: { _ in }, handler: handler)
    self.pool = pool
    feeder = JobFeeder(
      store: store, pool: pool, worker: worker, lease: lease, clock: ElapsedClock(clock),
      log: log)
    feeder.start()
  }

  deinit { feeder.finish() }

  /// Changes how many jobs run at once, 1 or more. Running jobs beyond that number continue.
  public func resize(workers: Int) {
    pool.resize(workers: workers)
    feeder.tell()
  }

  /// Cancels a job in the store; if it runs here, it is told at once.
  ///
  /// A job that another pool has is told at the next heartbeat of that pool. Waits for the store, so do
  /// not call it on the main thread.
  ///
  /// - Returns: False when it has ended already, or is unknown.
  /// - Throws: ``JobStoreError`` when the store cannot be reached.
  public func cancel(_ id: DurableJobID) throws(JobStoreError) -> Bool {
    let isCancelled = try store.cancel(id)
    if isCancelled { feeder.lookAtLeases() }
    return isCancelled
  }

  /// How much of each job that runs here is done, where its handler says so.
  package var progress: [DurableJobID: Double] {
    pool.page(running: .max, waiting: 0, failed: 0).running.reduce(into: [:]) {
      $0[$1.input.id] = $1.progress
    }
  }

  /// Stops taking jobs, and returns when no job runs any longer.
  public func suspend() async {
    await feeder.suspend()
    await pool.suspend()
  }

  /// Takes jobs again after ``suspend()``.
  public func resume() {
    pool.resume()
    feeder.resume()
  }

  /// Takes no more jobs, and returns when those it has are finished or returned to the store.
  ///
  /// The others stay in the store. `drain` and `afterCurrent` let running jobs finish, `cancel`
  /// returns them. A job that calls this is not waited for; its end is recorded afterwards.
  ///
  /// - Throws: ``JobError/notDoneInTime(left:)``, and the jobs left are returned to the store; or
  ///   ``JobError/cancelled`` at once in a cancelled task, and running jobs are recorded later.
  public func quit(
    _ mode: QuitMode = .afterCurrent, deadline: Duration? = nil
  ) async throws(JobError) {
    await feeder.suspend()
    let own = pool.askingJob
    defer { feeder.finish() }
    do throws(JobError) {
      try await pool.quit(mode == .drain ? .afterCurrent : mode, deadline: deadline)
    } catch {
      if case .notDoneInTime = error { await feeder.giveBack(but: own) }
      throw error
    }
    await feeder.flush(but: own)
  }
}
