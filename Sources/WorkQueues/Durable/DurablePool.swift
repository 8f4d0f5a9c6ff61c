internal import Support

/// Workers that do the jobs of a store: those of this process, of others, and of other machines.
///
/// ```swift
/// let store = try SQLiteJobStore("/home/me/jobs.db")
/// let pool = DurablePool(store: store, workers: 4) { job in try await send(job.text) }
/// try store.add([DurableRequest(text: "ann@example.org")])
/// ```
///
/// A job is done at least once: its handler must bear to be called again for a job whose worker died
/// before that was recorded. While a job runs its lease is prolonged; where that has failed until the
/// lease was over it is told to stop, as another may have it.
///
/// Let go of, it takes nothing more; what runs is done and recorded.
public final class DurablePool: Sendable {
  /// How many jobs are done by this process, and what it does on the whole.
  public var status: PoolStatus { pool.status }
  /// The status now and after each change, the latest where one reads slowly; ends with the pool.
  public var statuses: AsyncStream<PoolStatus> { pool.statuses }
  /// What the store knows this pool as.
  public let worker: String
  private let feeder: JobFeeder
  private let pool: WorkerPool<DurableJob, Void>

  /// Makes a pool, which begins at once.
  ///
  /// - Parameters:
  ///   - store: Where the jobs are.
  ///   - workers: How many jobs run at once here, 1 or more.
  ///   - worker: What the store and histories know it as; nil for a name of its own. No two may have
  ///     the same.
  ///   - lease: After how long another takes a job whose worker says nothing; a third of a second or
  ///     more is prudent.
  ///   - log: Is told of what fails; nil writes to standard error.
  ///   - handler: Does a job. What it throws is noted, and the job tried again or given up.
  public convenience init(
    store: any JobStore, workers: Int, worker: String? = nil, lease: Duration = .seconds(30),
    log: (@Sendable (String) -> Void)? = nil,
    handler: @escaping @Sendable (DurableJob) async throws -> Void
  ) {
    // That goes on while the machine sleeps, as the leases do.
    self.init(store, workers, worker, lease, ContinuousClock(), log: log, handler)
  }

  /// - Parameter clock: Tells how old a lease is.
  package init(
    _ store: any JobStore, _ workers: Int, _ worker: String? = nil, _ lease: Duration,
    _ clock: any Clock<Duration>, log: (@Sendable (String) -> Void)? = nil,
    _ handler: @escaping @Sendable (DurableJob) async throws -> Void
  ) {
    let worker = worker ?? "worker \(UInt64.random(in: .min ... .max))"
    self.worker = worker
    let log = log ?? { writeError($0) }
    // What fails is noted in the store.
    let pool = WorkerPool(
      name: worker, workers: workers, capacity: 1 << 20, log: { _ in }, handler: handler)
    self.pool = pool
    feeder = JobFeeder(
      store: store, pool: pool, worker: worker, lease: lease, clock: ElapsedClock(clock),
      log: log)
    feeder.start()
  }

  deinit { feeder.finish() }

  /// Does another number of jobs at once from now on, 1 or more; those beyond it that run go on.
  public func resize(workers: Int) {
    pool.resize(workers: workers)
    feeder.tell()
  }

  /// Takes nothing more, and returns when what runs has stopped.
  public func suspend() async {
    await feeder.suspend()
    await pool.suspend()
  }

  /// Goes on after ``suspend()``.
  public func resume() {
    pool.resume()
    feeder.resume()
  }

  /// Takes no more jobs, and returns when those that it has are done or given back, and recorded.
  ///
  /// The others stay in the store. `drain` and `afterCurrent` let what runs end, `cancel` gives it back.
  /// A job that asks for this itself is not waited for; what becomes of it is recorded afterwards.
  ///
  /// - Throws: ``JobError/notDoneInTime(left:)``, and what was left is given back; or
  ///   ``JobError/cancelled`` at once in a task that is cancelled, and what runs is recorded later.
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
