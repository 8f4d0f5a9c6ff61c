internal import Dispatch
internal import Support

/// Brings jobs from a store to a pool, and what became of them back, on a queue of its own.
///
/// One transaction records all that has ended and takes as many new jobs as there are free workers.
/// Where there is nothing to take it waits to be told, until the next job is due.
// @unchecked: what changes is only reached on `queue`.
final class JobFeeder: @unchecked Sendable {
  private let store: any JobStore
  private let pool: WorkerPool<DurableJob, Void>
  private let worker: String
  private let lease: Duration
  private let log: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "JobFeeder")

  private var reports: [JobReport] = []
  private var held: [JobLease: Job<Void>] = [:]
  private var isSuspended = false
  private var isStopped = false
  /// Whether a round is on its way.
  private var isDue = false
  /// Whether there may be something to take.
  private var mayTake = true
  private var watch: (any JobWatch)?
  private var heartbeat: (any DispatchSourceTimer)?
  private var alarm: DispatchWorkItem?
  private var failures = 0
  private var flushers: [CheckedContinuation<Void, Never>] = []

  init(
    store: any JobStore, pool: WorkerPool<DurableJob, Void>, worker: String, lease: Duration,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.store = store
    self.pool = pool
    self.worker = worker
    self.lease = lease
    self.log = log
  }

  func start() {
    queue.async { [self] in
      watch = store.watch { [weak self] in self?.tell() }
      round()
    }
  }

  /// Returns when nothing more is taken.
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

  func stop() {
    queue.async { [self] in
      isStopped = true
      watch = nil
      heartbeat?.cancel()
      heartbeat = nil
      alarm?.cancel()
      for flusher in flushers { flusher.resume() }
      flushers = []
    }
  }

  /// Returns when all that has ended is recorded, or cannot be.
  func flush() async {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        flushers.append(continuation)
        round()
      }
    }
  }

  /// There may be something to take, or more who take it.
  func tell() {
    queue.async { [self] in
      mayTake = true
      roundSoon()
    }
  }

  /// Gathers what happens until the queue is free: the more there is to do, the more at once.
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
    let free = isSuspended || !mayTake ? 0 : max(0, pool.status.workers - held.count)
    guard !reports.isEmpty || free > 0 else { return wakeFlushers() }
    let sent = reports
    reports = []
    do throws(JobStoreError) {
      let taken = try store.exchange(sent, take: free, as: worker, lease: lease)
      failures = 0
      if free > 0, taken.jobs.count < free { mayTake = false }
      for job in taken.jobs { begin(job) }
      setAlarm(taken.next)
    } catch {
      reports = sent + reports
      fail(error)
    }
    setHeartbeat()
    if reports.isEmpty || failures > 0 { wakeFlushers() }
  }

  private func wakeFlushers() {
    guard held.isEmpty || failures > 0 else { return }
    for flusher in flushers { flusher.resume() }
    flushers = []
  }

  private func begin(_ job: DurableJob) {
    guard let running = try? pool.enqueue(job, { $0.name = "\(job.id)" }) else {
      return reports.append(JobReport(job.lease, .released))
    }
    held[job.lease] = running
    Task { [self] in
      let ending = await running.ending
      queue.async { self.ended(job.lease, ending ?? .cancelled) }
    }
  }

  private func ended(_ lease: JobLease, _ ending: JobEnding<Void>) {
    guard held.removeValue(forKey: lease) != nil else { return }
    switch ending {
    case .done: reports.append(JobReport(lease, .done))
    case .failed(let error): reports.append(JobReport(lease, .failed("\(error)")))
    case .cancelled, .expired: reports.append(JobReport(lease, .released))
    }
    // A worker is free.
    roundSoon()
  }

  /// Looks again when the next job is due.
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
    let retry = JobRetry(attempts: .max, first: .milliseconds(50), longest: .seconds(10))
    after(retry.delay(after: failures))
  }

  /// Beats while there is something to hold.
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
    guard !held.isEmpty, !isStopped else { return }
    do throws(JobStoreError) {
      for lease in try store.extend(Array(held.keys), of: worker, by: lease) {
        // Another has it by now: what it brings here is not recorded.
        held.removeValue(forKey: lease)?.cancel()
      }
    } catch {
      if failures == 0 { log("“\(worker)”: \(error)") }
    }
  }
}
