import Dispatch
import HikidashiWorkQueues

/// One machine's part in a sync that several share through a store of jobs.
///
/// The first job of a sync is its plan, which has the numbers of all documents and which whoever takes
/// it makes a job of each from. Both are known by keys, so that it does no harm when two machines
/// begin at once, or when the one that makes the jobs dies over it and another makes them again. The
/// sync is over when no job waits or is taken.
struct SharedSync: Sendable {
  private let store: any JobStore
  private let fetcher: RFCFetcher
  private let tally: SyncTally
  /// What the store takes its time for, so that it takes none of the tasks'.
  private let queue = DispatchQueue(label: "SharedSync")

  /// What tells the jobs of syncs from others.
  private static let planKey = "rfc sync"
  /// After this the documents of a machine that says nothing are taken by others.
  private static let lease = Duration.seconds(10)

  init(_ store: any JobStore, _ fetcher: RFCFetcher, _ tally: SyncTally) {
    self.store = store
    self.fetcher = fetcher
    self.tally = tally
  }

  /// Takes part until all documents are done, by whichever machine.
  ///
  /// - Parameter numbers: The documents of the sync, where none is under way.
  func run(
    _ numbers: [Int], jobs: Int, _ valve: SyncValve
  ) async throws(RFCSyncError) {
    let plan = try await ask { () throws(JobStoreError) in try join(numbers) }
    guard let plan else { throw .queue(tr("it holds jobs of something else; give another queue")) }
    let pool = DurablePool(
      store: store, workers: jobs, lease: Self.lease, log: { _ in },
      handler: { job in try await handle(job) })
    await valve.attach(pool)
    let result: Result<Void, RFCSyncError>
    do throws(RFCSyncError) { result = .success(try await follow(plan)) } catch {
      result = .failure(error)
    }
    // What is on its way is given back where it is not wanted here any longer.
    let isOver = if case .success = result { true } else { false }
    await Task { try? await pool.quit(isOver ? .afterCurrent : .cancel) }.value
    try result.get()
  }

  /// The plan of the sync that is under way, or of a new one; nil where the queue is another's.
  private func join(_ numbers: [Int]) throws(JobStoreError) -> DurableJobID? {
    let first = try store.statuses(nil, from: nil, limit: 1).first
    guard first.map({ $0.key == Self.planKey }) ?? true else { return nil }
    // One that is over.
    _ = try store.clear()
    return try store.add([request(SyncPlan(numbers).text, key: Self.planKey)]).first
  }

  private func request(_ text: String, key: String) -> DurableRequest {
    var request = DurableRequest(text: text)
    request.key = key
    request.retry = Retry(attempts: 5, first: .milliseconds(250))
    return request
  }

  private func handle(_ job: DurableJob) async throws {
    if job.key == Self.planKey {
      let requests = SyncPlan(text: job.text).numbers.map { request("\($0)", key: "rfc \($0)") }
      _ = try await ask { () throws(JobStoreError) in try store.add(requests) }
      return
    }
    guard let number = Int(job.text) else {
      throw RFCSyncError.reported(tr("“{}” is no document", job.text))
    }
    do throws(RFCSyncError) {
      try await tally.bring(number, by: fetcher)
    } catch {
      // Where nothing can be kept nothing more is taken: the worker waits to be sent home.
      if tally.failure != nil { try await Task.sleep(for: .seconds(86_400)) }
      throw error
    }
  }

  /// Looks how far all have come until they are there.
  private func follow(_ plan: DurableJobID) async throws(RFCSyncError) {
    var pause = 50
    while true {
      if Task.isCancelled { throw .cancelled }
      if let failure = tally.failure { throw failure }
      let isOver = try await ask { () throws(JobStoreError) in try look(plan) }
      if isOver { return }
      try? await Task.sleep(for: .milliseconds(pause))
      pause = min(500, pause * 2)
    }
  }

  /// Takes note of how far all have come; whether it is over.
  private func look(_ plan: DurableJobID) throws(JobStoreError) -> Bool {
    // Counted first: what is counted as all is all if the sync is the same after it.
    let counts = try store.counts()
    let open = counts[.waiting, default: 0] + counts[.taken, default: 0]
    let failed = counts[.dead, default: 0]
    let dead = open > 0 || failed == 0 ? [] : try store.statuses(.dead, from: nil, limit: failed)
    let first = try store.statuses(nil, from: nil, limit: 1).first
    // It was over, and forgotten for another one.
    guard let first, first.id == plan else { return true }
    let isPlanned = first.state == .done
    tally.change { status in
      guard isPlanned || open == 0 else { return }
      status.total = counts.values.reduce(0, +) - 1
      // What is done here and not recorded yet is counted already.
      status.done = min(status.total, max(status.done, status.total - open))
      guard open == 0 else { return }
      status.failed = failed
      status.failures = dead.map(Self.failure)
    }
    return open == 0
  }

  private static func failure(_ status: DurableJobStatus) -> RFCSyncFailure {
    let number = Int(String(decoding: status.payload, as: UTF8.self)) ?? 0
    return RFCSyncFailure(number: number, error: .reported(status.history.last?.problem ?? ""))
  }

  private func ask<Result: Sendable>(
    _ question: @escaping @Sendable () throws(JobStoreError) -> Result
  ) async throws(RFCSyncError) -> Result {
    let answer: Swift.Result<Result, JobStoreError> = await withCheckedContinuation { waiting in
      queue.async {
        do throws(JobStoreError) { waiting.resume(returning: .success(try question())) } catch {
          waiting.resume(returning: .failure(error))
        }
      }
    }
    do throws(JobStoreError) { return try answer.get() } catch {
      throw .queue(error.description)
    }
  }
}

extension DurablePool: SyncCrew {}
