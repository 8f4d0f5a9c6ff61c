internal import Dispatch
internal import Support

/// Brings jobs from a store to a pool, and what became of them back, on a queue of its own.
///
/// One transaction records all that has ended and takes as many new jobs as there are free workers.
/// Where there is nothing to take it waits to be told, until the next job is due.
// @unchecked: what changes is only reached on `queue`.
final class JobFeeder: @unchecked Sendable {
  /// A job that runs here.
  private struct Held {
    let job: Job<Void>
    /// When its lease is over, if nothing prolongs it.
    var until: Duration
    /// Whether another may have it by now: it has been told to stop, and keeps its worker till it does.
    var isLost = false
  }

  /// Somebody who waits until all is recorded but what the job that asks does.
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
  /// Whether it stops when what runs is recorded.
  private var isFinishing = false
  private var isStopped = false
  /// Whether a round is on its way.
  private var isDue = false
  /// Whether there may be something to take.
  private var mayTake = true
  private var watch: (any JobWatch)?
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

  /// Takes nothing more, and stops when what runs has ended and is recorded.
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

  /// Returns when all that has ended is recorded, or cannot be, but what this job does.
  func flush(but own: JobID?) async {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        guard !isStopped else { return continuation.resume() }
        flushers.append((own, continuation))
        round()
      }
    }
  }

  /// Gives back what has not ended but this job, and returns when that is recorded, or cannot be.
  func giveBack(but own: JobID?) async {
    queue.async { [self] in
      for (lease, one) in held where one.job.id != own {
        held[lease] = nil
        reports.append(JobReport(lease, .released))
      }
    }
    await flush(but: own)
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
    defer { settle() }
    let free = isSuspended || !mayTake ? 0 : max(0, pool.status.workers - held.count)
    guard !reports.isEmpty || free > 0 else { return }
    let sent = reports
    reports = []
    do throws(JobStoreError) {
      // After a long standstill what runs here is prolonged before those that are lost are given up.
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

  /// Sees to it that what is held is prolonged, and lets those go on who wait for the end.
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
    // Where the lease is void the store passes over it.
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
    let retry = Retry(attempts: .max, first: .milliseconds(50), longest: .seconds(10))
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
    guard !isStopped else { return }
    do throws(JobStoreError) { try prolong() } catch {
      if failures == 0 { log("“\(worker)”: \(error)") }
    }
  }

  /// Whether a lease is nearer to its end than the heartbeat lets it come.
  private var isLate: Bool {
    let soon = clock.now().later(by: lease / 2)
    return held.values.contains { !$0.isLost && $0.until < soon }
  }

  /// Prolongs the leases, and gives up those that another may have.
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
