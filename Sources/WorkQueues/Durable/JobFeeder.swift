internal import Dispatch
internal import HikidashiBase

/// Moves jobs from a store to a pool and reports their results back, on its own dispatch queue.
///
/// One transaction records all jobs that have ended and takes as many new ones as there are free
/// workers. With nothing to take, it waits for the store's notice or until the next job is due.
// @unchecked: mutable state is only reached on `queue`.
final class JobFeeder: @unchecked Sendable {
  /// A job that runs in this pool.
  private struct Held {
    let job: Job<Void>
    /// When its lease ends unless it is extended.
    var until: Duration
    /// Whether another worker may have it by now. It was cancelled, and keeps its worker until it
    /// stops.
    var isLost = false
  }

  /// A caller that waits until every job but its own is recorded.
  private typealias Flusher = (own: JobID?, done: CheckedContinuation<Void, Never>)

  private let store: any JobStore
  private let pool: WorkerPool<DurableJob, Void>
  private let worker: String
  private let lease: Duration
  private let clock: ElapsedClock
  private let log: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "JobFeeder")

  private var reports: [JobReport] = []
  private var held: [JobLease: Held] = [:]
  private var isSuspended = false
  /// Whether it stops once the running jobs are recorded.
  private var isFinishing = false
  private var isStopped = false
  /// Whether a round is scheduled.
  private var isDue = false
  /// Whether the store may have jobs to take.
  private var mayTake = true
  private var watch: ObservationToken?
  private var heartbeat: (any DispatchSourceTimer)?
  private var alarm: DispatchWorkItem?
  private var failures = 0
  private var flushers: [Flusher] = []

  init(
    store: any JobStore, pool: WorkerPool<DurableJob, Void>, worker: String, lease: Duration,
    clock: ElapsedClock, log: @escaping @Sendable (String) -> Void
  ) {
    self.store = store
    self.pool = pool
    self.worker = worker
    self.lease = lease
    self.clock = clock
    self.log = log
  }

  func start() {
    queue.async { [self] in
      watch = store.watch { [weak self] in self?.tell() }
      round()
    }
  }

  /// Stops taking jobs; returns when that is certain.
  func suspend() async {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        isSuspended = true
        continuation.resume()
      }
    }
  }

  func resume() {
    queue.async { [self] in
      isSuspended = false
      mayTake = true
      round()
    }
  }

  /// Takes no more jobs, and stops when those that run have ended and are recorded.
  func finish() {
    queue.async { [self] in
      isSuspended = true
      isFinishing = true
      watch = nil
      settle()
    }
  }

  private func stop() {
    isStopped = true
    heartbeat?.cancel()
    heartbeat = nil
    alarm?.cancel()
    for flusher in flushers { flusher.done.resume() }
    flushers = []
  }

  /// Waits until every ended job but this one is recorded, or cannot be.
  func flush(but own: JobID?) async {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        guard !isStopped else { return continuation.resume() }
        flushers.append((own, continuation))
        round()
      }
    }
  }

  /// Returns all unfinished jobs but this one to the store; waits until that is recorded or cannot
  /// be.
  func giveBack(but own: JobID?) async {
    queue.async { [self] in
      for (lease, one) in held where one.job.id != own {
        held[lease] = nil
        reports.append(JobReport(lease, .released))
      }
    }
    await flush(but: own)
  }

  /// Notes that the store may have new jobs, or the pool more free workers.
  func tell() {
    queue.async { [self] in
      mayTake = true
      roundSoon()
    }
  }

  /// Looks now which jobs of this pool were cancelled in the store.
  func lookAtLeases() { queue.async { [self] in beat() } }

  /// Schedules a round, so that everything that happens until the queue is free is done in one.
  private func roundSoon() {
    guard !isDue else { return }
    isDue = true
    queue.async { [self] in
      isDue = false
      round()
    }
  }

  private func round() {
    guard !isStopped else { return }
    defer { settle() }
    let free = isSuspended || !mayTake ? 0 : max(0, pool.status.workers - held.count)
    guard !reports.isEmpty || free > 0 else { return }
    let sent = reports
    reports = []
    do throws(JobStoreError) {
      // After a long standstill, extend the leases held here before lost jobs are given up.
      if isLate { try prolong() }
      let end = clock.now().later(by: lease)
      let taken = try store.exchange(sent, take: free, as: worker, lease: lease)
      failures = 0
      if free > 0, taken.jobs.count < free { mayTake = false }
      for job in taken.jobs { begin(job, until: end) }
      setAlarm(taken.next)
    } catch {
      reports = sent + reports
      fail(error)
    }
  }

  /// Keeps the heartbeat set while jobs are held, and resumes callers that wait for the end.
  private func settle() {
    guard !isStopped else { return }
    setHeartbeat()
    let isSaid = reports.isEmpty || failures > 0
    flushers.removeAll { flusher in
      let isDone = isSaid && (failures > 0 || held.values.allSatisfy { $0.job.id == flusher.own })
      if isDone { flusher.done.resume() }
      return isDone
    }
    if isFinishing, held.isEmpty, reports.isEmpty { stop() }
  }

  private func begin(_ job: DurableJob, until end: Duration) {
    guard let running = try? pool.enqueue(job, { $0.name = "\(job.id)" }) else {
      reports.append(JobReport(job.lease, .released))
      return roundSoon()
    }
    held[job.lease] = Held(job: running, until: end)
    Task { [self] in
      let ending = await running.ending
      queue.async { self.ended(job.lease, ending ?? .cancelled) }
    }
  }

  private func ended(_ lease: JobLease, _ ending: JobEnding<Void>) {
    guard held.removeValue(forKey: lease) != nil else { return }
    // The store ignores it if the lease is void.
    switch ending {
    case .done: reports.append(JobReport(lease, .done))
    case .failed(let error): reports.append(JobReport(lease, .failed("\(error)")))
    case .cancelled, .expired: reports.append(JobReport(lease, .released))
    }
    // A worker is free now.
    roundSoon()
  }

  /// Schedules a round for when the next job is due.
  private func setAlarm(_ next: Duration?) {
    alarm?.cancel()
    alarm = nil
    guard let next, !isSuspended, !mayTake else { return }
    after(next)
  }

  private func after(_ time: Duration) {
    alarm?.cancel()
    let item = DispatchWorkItem { [weak self] in self?.tell() }
    alarm = item
    queue.asyncAfter(
      deadline: .now() + .milliseconds(max(1, min(time.milliseconds, 86_400_000))), execute: item)
  }

  private func fail(_ error: JobStoreError) {
    failures += 1
    if failures == 1 || failures % 10 == 0 { log("“\(worker)”: \(error)") }
    mayTake = true
    let retry = Retry(attempts: .max, first: .milliseconds(50), longest: .seconds(10))
    after(retry.delay(after: failures))
  }

  /// Runs the heartbeat while jobs are held.
  private func setHeartbeat() {
    if held.isEmpty {
      heartbeat?.cancel()
      heartbeat = nil
    } else if heartbeat == nil {
      let timer = DispatchSource.makeTimerSource(queue: queue)
      let time = DispatchTimeInterval.milliseconds(max(1, lease.milliseconds / 3))
      timer.schedule(deadline: .now() + time, repeating: time)
      timer.setEventHandler { [weak self] in self?.beat() }
      heartbeat = timer
      timer.resume()
    }
  }

  private func beat() {
    guard !isStopped else { return }
    do throws(JobStoreError) { try prolong() } catch {
      if failures == 0 { log("“\(worker)”: \(error)") }
    }
  }

  /// Whether a lease is closer to its end than the heartbeat should ever let it come.
  private var isLate: Bool {
    let soon = clock.now().later(by: lease / 2)
    return held.values.contains { !$0.isLost && $0.until < soon }
  }

  /// Extends the leases, and gives up the jobs that another worker may have.
  private func prolong() throws(JobStoreError) {
    let leases = held.filter { !$0.value.isLost }.map(\.key)
    guard !leases.isEmpty else { return }
    let end = clock.now().later(by: lease)
    do throws(JobStoreError) {
      let void = try store.extend(leases, of: worker, by: lease)
      for lease in leases { held[lease]?.until = end }
      for lease in void { lose(lease) }
    } catch {
      let now = clock.now()
      for lease in leases where held[lease].map({ $0.until < now }) ?? false { lose(lease) }
      throw error
    }
  }

  private func lose(_ lease: JobLease) {
    held[lease]?.isLost = true
    held[lease]?.job.cancel()
  }
}
