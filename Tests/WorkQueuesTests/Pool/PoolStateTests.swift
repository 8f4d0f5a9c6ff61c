import HikidashiBase
import HikidashiWorkQueues
import HikidashiWorkQueuesTesting
import Testing

/// What each call does in each state.
@Suite struct PoolStateTests {
  /// A pool whose jobs each wait for an element of `gate`, brought into a state.
  struct Stage {
    let gate = BoundedQueue<Int>(capacity: 99)
    let pool: WorkerPool<Int, Int>

    init() {
      let gate = gate
      pool = WorkerPool(workers: 2, isStarted: false) { number in
        _ = try await gate.take()
        return number
      }
    }

    /// - Returns: Who waits for it to be suspended, if that is the state.
    @discardableResult
    func bring(to state: PoolState) async throws -> Task<Void, Never>? {
      if state == .idle { return nil }
      var suspending: Task<Void, Never>?
      pool.start()
      if state == .suspending || state == .quitting { try await pool.submit(0) }
      switch state {
      case .idle, .running: break
      case .suspending, .suspended:
        let pool = pool
        let task = Task { await pool.suspend() }
        suspending = task
        if state == .suspended { await task.value }
      case .quitting, .ended:
        let pool = pool
        let task = Task { try await pool.quit(.drain) }
        if state == .ended { try await task.value }
      }
      let pool = pool
      #expect(await comesTrue { pool.status.state == state })
      return suspending
    }
  }

  @Test(arguments: PoolState.allCases) func startBeginsWhatIsIdle(_ state: PoolState) async throws {
    let stage = Stage()
    try await stage.bring(to: state)
    stage.pool.start()
    #expect(stage.pool.status.state == (state == .idle ? .running : state))
    stage.gate.close()
    try await stage.pool.quit(.cancel)
  }

  @Test(arguments: PoolState.allCases) func resumeGoesOn(_ state: PoolState) async throws {
    let stage = Stage()
    try await stage.bring(to: state)
    stage.pool.resume()
    let goesOn = state == .suspending || state == .suspended
    #expect(stage.pool.status.state == (goesOn ? .running : state))
    stage.gate.close()
    try await stage.pool.quit(.cancel)
  }

  @Test(arguments: PoolState.allCases) func suspendStops(_ state: PoolState) async throws {
    let stage = Stage()
    try await stage.bring(to: state)
    let pool = stage.pool
    let task = Task { await pool.suspend() }
    if state == .suspending {
      #expect(pool.status.state == .suspending)
      try await stage.gate.put(0)
    }
    await task.value
    let isStopped = state != .quitting && state != .ended
    #expect(pool.status.state == (isStopped ? .suspended : state))
    if isStopped {
      let job = try await pool.submit(1)
      #expect(job.state == .ready)
      pool.resume()
      #expect(await comesTrue { job.state == .running })
    }
    stage.gate.close()
    try await pool.quit(.cancel)
  }

  @Test(arguments: PoolState.allCases) func quitEnds(_ state: PoolState) async throws {
    for mode in QuitMode.allCases {
      let stage = Stage()
      try await stage.bring(to: state)
      try await stage.gate.put(contentsOf: Array(repeating: 0, count: 9))
      try await stage.pool.quit(mode)
      #expect(stage.pool.status.state == .ended)
      #expect(stage.pool.status.running + stage.pool.status.queued == 0)
      await stage.pool.waitUntilIdle()
      try await stage.pool.quit(.cancel)
    }
  }

  @Test func aResumedPoolReleasesWhoSuspended() async throws {
    let stage = Stage()
    let suspending = try await stage.bring(to: .suspending)
    stage.pool.resume()
    await suspending?.value
    #expect(stage.pool.status.state == .running)
    stage.gate.close()
    try await stage.pool.quit(.cancel)
  }

  @Test func modesSayWhatIsDone() async throws {
    func ends(_ mode: QuitMode) async throws -> [JobEndingKind] {
      let stage = Stage()
      stage.pool.start()
      var jobs: [Job<Int>] = []
      for number in 0..<4 { jobs.append(try await stage.pool.submit(number)) }
      let pool = stage.pool
      let quit = Task { try await pool.quit(mode) }
      #expect(await comesTrue { pool.status.state == .quitting || pool.status.state == .ended })
      if mode != .cancel { try await stage.gate.put(contentsOf: [0, 0, 0, 0]) }
      try await quit.value
      var kinds: [JobEndingKind] = []
      for await (_, ending) in jobs.results() { kinds.append(ending.kind) }
      return kinds
    }
    #expect(try await ends(.drain) == [.done, .done, .done, .done])
    #expect(try await ends(.afterCurrent) == [.done, .done, .cancelled, .cancelled])
    #expect(try await ends(.cancel) == [.cancelled, .cancelled, .cancelled, .cancelled])
  }

  @Test func theDeadlineCancelsWhatIsLeft() async throws {
    let clock = ManualClock()
    let gate = BoundedQueue<Int>(capacity: 1)
    let pool = WorkerPool(workers: 1, clock: clock) { (number: Int) in
      _ = await Task { try? await gate.take() }.value
      return number
    }
    let jobs = [try await pool.submit(1), try await pool.submit(2)]
    async let quit: JobError? = {
      do throws(JobError) { try await pool.quit(.drain, deadline: .seconds(10)) } catch {
        return error
      }
      return nil
    }()
    await clock.waitForSleepers()
    clock.advance(by: .seconds(10))
    #expect(await quit == .notDoneInTime(left: 2))
    #expect(pool.status.state == .quitting)
    gate.close()
    for await (_, ending) in jobs.results() { #expect(ending.kind == .cancelled) }
    #expect(await comesTrue { pool.status.state == .ended })
  }

  /// Two jobs at once suspend, resume, wait and quit their own pool; nobody waits for ever.
  @Test func aJobMayCallItsOwnPool() async throws {
    let pools = Guarded<[WorkerPool<Int, Int>]>([])
    let pool = WorkerPool(workers: 2, capacity: 1) { (number: Int) -> Int in
      guard let pool = pools.withLock({ $0.first }) else { return number }
      switch number {
      case 1, 2:
        await pool.suspend()
        pool.resume()
      case 3: await pool.waitUntilIdle()
      case 4: for more in 10...14 { try await pool.submit(more) }
      case 5: try await pool.quit(.drain)
      default: break
      }
      return number
    }
    pools.withLock { $0 = [pool] }
    for number in 1...4 { try await pool.submit(number) }
    await pool.waitUntilIdle()
    let last = try await pool.submit(5)
    #expect(try await last.value == 5)
    #expect(await comesTrue { pool.status.state == .ended })
    #expect(pool.status.done == 10)
    pools.withLock { $0 = [] }
  }

  /// Its worker does what waits behind it.
  @Test(arguments: [false, true]) func theOnlyWorkerMayWaitForTheOthers(
    _ quits: Bool
  ) async throws {
    let pools = Guarded<[WorkerPool<Int, Int>]>([])
    let pool = WorkerPool(workers: 1, isStarted: false) { (number: Int) -> Int in
      guard number < 3, let pool = pools.withLock({ $0.first }) else { return number }
      if quits { try await pool.quit(.drain) } else { await pool.waitUntilIdle() }
      return number
    }
    pools.withLock { $0 = [pool] }
    for number in 1...5 { try await pool.submit(number) }
    pool.start()
    #expect(await comesTrue { pool.status.done == 5 })
    pools.withLock { $0 = [] }
  }

  /// Who is cancelled while it quits does not hear that all is done, and the deadline holds.
  @Test func whoIsCancelledQuitsAllTheSame() async throws {
    let clock = ManualClock()
    let pool = WorkerPool(workers: 1, clock: clock) { (number: Int) in
      try await Task.sleep(for: .seconds(900))
      return number
    }
    let job = try await pool.submit(1)
    let quitting = Task { try await pool.quit(.drain, deadline: .seconds(10)) }
    await clock.waitForSleepers()
    quitting.cancel()
    await #expect(throws: JobError.cancelled) { try await quitting.value }
    #expect(pool.status.state == .quitting)
    clock.advance(by: .seconds(10))
    #expect(await job.ending?.kind == .cancelled)
    #expect(await comesTrue { pool.status.state == .ended })
  }

  @Test func itIsResizedWhileItRuns() async throws {
    let stage = Stage()
    stage.pool.start()
    for number in 0..<6 { try await stage.pool.submit(number) }
    #expect(stage.pool.status.running == 2)
    stage.pool.resize(workers: 5)
    #expect(stage.pool.status.running == 5)
    stage.pool.resize(workers: 1)
    #expect(stage.pool.status.running == 5)
    let pool = stage.pool
    try await stage.gate.put(contentsOf: [0, 0, 0, 0])
    #expect(await comesTrue { pool.status.running == 1 && pool.status.queued == 1 })
    stage.gate.close()
    try await pool.quit(.cancel)
  }

  @Test func nothingIsLeftOfAPoolThatIsLetGoOf() async throws {
    weak var gone: WorkerPool<Int, Int>?
    var follower: Task<Void, Never>?
    do {
      let pool = WorkerPool(workers: 2) { (number: Int) in number }
      gone = pool
      let (events, statuses) = (pool.events, pool.statuses)
      follower = Task {
        for await _ in events {}
        for await _ in statuses {}
      }
      for number in 0..<1_000 { _ = try await pool.submit(number) { $0.deadline = .seconds(900) } }
      await pool.waitUntilIdle()
    }
    // What the last job held is let go of soon after it has ended.
    for _ in 0..<1_000_000 where gone != nil { await Task.yield() }
    #expect(gone == nil)
    await follower?.value
  }
}
