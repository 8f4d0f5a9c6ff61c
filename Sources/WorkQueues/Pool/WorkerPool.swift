public import HikidashiBase

/// Runs a limited number of jobs at once and queues a limited number of others.
///
/// ```swift
/// let pool = WorkerPool(workers: 4, capacity: 100) { (number: Int) in number * 2 }
/// let job = try await pool.submit(21)
/// print(try await job.value)  // 42
/// try await pool.quit(.drain)
/// ```
///
/// Every call is defined in every ``PoolState``. A job may call its own pool: the call does not
/// wait for that job.
///
/// Keep the pool as long as its jobs. Jobs are done even when it is released, but those that wait
/// for something then wait for ever.
public final class WorkerPool<Input: Sendable, Output: Sendable>: Sendable {
  typealias Handler = @Sendable (Input) async throws -> Output

  struct State {
    var machine: PoolMachine
    var records: [JobID: JobRecord<Input, Output>] = [:]
    var watches: [JobID: [ObservationToken]] = [:]
    /// Closures to call when the lock is released.
    var later: [@Sendable () -> Void] = []
    var alarm = Alarm()
    var nextWait = 0
    var waits:
      [Int: (holds: @Sendable (PoolMachine) -> Bool, wake: UnsafeContinuation<Bool, Never>)] = [:]
    var observers = PoolObservers()
    var failures = FailedJobs<Input>()
    var hasEnded = false
  }

  /// The name of the pool in log lines.
  public let name: String
  /// How many jobs may wait at once.
  public let capacity: Int
  let handler: JobHandler<Input, Output>
  let host: any WorkerHost
  let clock: ElapsedClock
  let log: @Sendable (String) -> Void
  let state: Guarded<State>
  let producers = WaitingSide()
  let observed = ObservedState()
  /// What the workers have, which ends with the pool.
  let resources: (any PoolEnding)?

  /// Makes a pool whose workers are tasks.
  ///
  /// - Parameters:
  ///   - name: The name of the pool in log lines.
  ///   - workers: How many jobs run at once, 1 or more; less counts as 1.
  ///   - capacity: How many jobs may wait, 1 or more; less counts as 1.
  ///   - isStarted: Whether it begins at once; otherwise call ``start()``.
  ///   - clock: Measures all times; the default pauses while the machine sleeps.
  ///   - host: Where jobs run; nil for tasks.
  ///   - seed: The seed of the random delays before retries.
  ///   - log: Called with a line about each job that fails; nil writes to standard error.
  ///   - handler: Does a job. An error that it throws fails only that job.
  public convenience init(
    name: String = "pool", workers: Int, capacity: Int = 1_000, isStarted: Bool = true,
    clock: any Clock<Duration> = SuspendingClock(), host: (any WorkerHost)? = nil,
    seed: UInt64 = .random(in: .min ... .max),
    log: (@Sendable (String) -> Void)? = nil,
    handler: @escaping @Sendable (Input) async throws -> Output
  ) {
    self.init(
      name, PoolMachine(workers: workers, capacity: capacity, isStarted: isStarted, seed: seed),
      ElapsedClock(clock), host ?? TaskHost(), log, .suspending(handler))
  }

  /// Makes a pool whose workers are threads of its own, for code that blocks.
  ///
  /// A thread cannot be stopped: blocking code should check ``JobContext/isCancelled`` now and
  /// then.
  ///
  /// - Parameters:
  ///   - name: The name of the pool in log lines.
  ///   - threads: How many jobs run at once, 1 or more; less counts as 1.
  ///   - capacity: How many jobs may wait, 1 or more; less counts as 1.
  ///   - isStarted: Whether it begins at once; otherwise call ``start()``.
  ///   - clock: Measures all times; the default pauses while the machine sleeps.
  ///   - host: Where jobs run; nil for threads.
  ///   - seed: The seed of the random delays before retries.
  ///   - log: Called with a line about each job that fails; nil writes to standard error.
  ///   - handler: Does a job. An error that it throws fails only that job.
  public convenience init(
    name: String = "pool", threads: Int, capacity: Int = 1_000, isStarted: Bool = true,
    clock: any Clock<Duration> = SuspendingClock(), host: (any WorkerHost)? = nil,
    seed: UInt64 = .random(in: .min ... .max),
    log: (@Sendable (String) -> Void)? = nil,
    handler: @escaping @Sendable (Input) throws -> Output
  ) {
    self.init(
      name, PoolMachine(workers: threads, capacity: capacity, isStarted: isStarted, seed: seed),
      ElapsedClock(clock), host ?? ThreadHost(), log, .blocking(handler))
  }

  /// Makes a pool whose workers are tasks, each with something of its own, such as a connection.
  ///
  /// ```swift
  /// let pool = WorkerPool(workers: 4) {
  ///   try await Connection(address)
  /// } tearDown: { connection in
  ///   await connection.close()
  /// } handler: { connection, query in
  ///   try await connection.run(query)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the pool in log lines.
  ///   - workers: How many jobs run at once, 1 or more; less counts as 1.
  ///   - capacity: How many jobs may wait, 1 or more; less counts as 1.
  ///   - isStarted: Whether it begins at once; otherwise call ``start()``.
  ///   - clock: Measures all times; the default pauses while the machine sleeps.
  ///   - host: Where jobs run; nil for tasks.
  ///   - seed: The seed of the random delays before retries.
  ///   - log: Called with a line about each job that fails; nil writes to standard error.
  ///   - setUp: Makes what a worker has, before its first job. Where it throws, that job fails, and it is
  ///     called again for the next one.
  ///   - tearDown: Ends what was made, once each, after the last job of a pool that quits, or that is
  ///     released. ``quit(_:deadline:)`` returns after it.
  ///   - handler: Does a job. An error that it throws fails only that job.
  public convenience init<Resource: Sendable>(
    name: String = "pool", workers: Int, capacity: Int = 1_000, isStarted: Bool = true,
    clock: any Clock<Duration> = SuspendingClock(), host: (any WorkerHost)? = nil,
    seed: UInt64 = .random(in: .min ... .max),
    log: (@Sendable (String) -> Void)? = nil,
    setUp: @escaping @Sendable () async throws -> Resource,
    tearDown: @escaping @Sendable (Resource) async -> Void = { _ in },
    handler: @escaping @Sendable (Resource, Input) async throws -> Output
  ) {
    let resources = WorkerResources<Resource>(.suspending(tearDown))
    self.init(
      name, PoolMachine(workers: workers, capacity: capacity, isStarted: isStarted, seed: seed),
      ElapsedClock(clock), host ?? TaskHost(), log,
      .suspending { input in
        let resource = if let free = resources.take() { free } else { try await setUp() }
        defer { resources.giveBack(resource) }
        return try await handler(resource, input)
      }, resources)
  }

  /// Makes a pool whose workers are threads, each with something of its own, for code that blocks; see
  /// ``init(name:workers:capacity:isStarted:clock:host:seed:log:setUp:tearDown:handler:)``.
  public convenience init<Resource: Sendable>(
    name: String = "pool", threads: Int, capacity: Int = 1_000, isStarted: Bool = true,
    clock: any Clock<Duration> = SuspendingClock(), host: (any WorkerHost)? = nil,
    seed: UInt64 = .random(in: .min ... .max),
    log: (@Sendable (String) -> Void)? = nil,
    setUp: @escaping @Sendable () throws -> Resource,
    tearDown: @escaping @Sendable (Resource) -> Void = { _ in },
    handler: @escaping @Sendable (Resource, Input) throws -> Output
  ) {
    let resources = WorkerResources<Resource>(.blocking(tearDown))
    self.init(
      name, PoolMachine(workers: threads, capacity: capacity, isStarted: isStarted, seed: seed),
      ElapsedClock(clock), host ?? ThreadHost(), log,
      .blocking { input in
        let resource = try resources.take() ?? setUp()
        defer { resources.giveBack(resource) }
        return try handler(resource, input)
      }, resources)
  }

  private init(
    _ name: String, _ machine: PoolMachine, _ clock: ElapsedClock, _ host: any WorkerHost,
    _ log: (@Sendable (String) -> Void)?, _ handler: JobHandler<Input, Output>,
    _ resources: (any PoolEnding)? = nil
  ) {
    self.name = name
    capacity = machine.capacity
    self.clock = clock
    self.host = host
    self.log = log ?? { writeError($0) }
    self.handler = handler
    self.resources = resources
    state = Guarded(State(machine: machine))
  }

  deinit {
    let (alarm, end) = state.withLock { ($0.alarm.task, $0.observers.end()) }
    alarm?.cancel()
    end()
    if let resources { resources.end(on: host, done: host.end) } else { host.end() }
  }

  /// A snapshot of the pool's state and the numbers of its jobs.
  public var status: PoolStatus {
    observed.willRead()
    return state.withLock { $0.machine.status(blockedProducers: producers.count) }
  }

  /// Starts the pool if it is idle; does nothing in any other state.
  public func start() { send(.start) }

  /// Changes how many jobs run at once, 1 or more. Running jobs beyond that number continue.
  public func resize(workers: Int) { send(.resize(workers)) }

  /// Cancels a job. If it has not begun it ends at once; if it runs, it ends when its handler
  /// returns.
  public func cancel(_ id: JobID) { send(.cancel(id)) }

  /// Begins no more jobs, and returns when none runs any longer or the pool was resumed.
  ///
  /// An idle pool is suspended too, and does not begin before it is resumed. A pool that quits or
  /// has ended does not change. Called by a job of this pool, it does not wait for that job. In a
  /// cancelled task it returns at once, and the pool is suspended later.
  public func suspend() async {
    send(.suspend)
    await stand { machine in machine.state != .suspending }
  }

  /// Begins jobs again after ``suspend()``; does nothing in any other state.
  public func resume() { send(.resume) }

  /// Returns when no job waits or runs, or the task is cancelled. Called by a job of this pool it does
  /// not wait for that job, whose worker does others meanwhile; those that come after it, or next in
  /// its lane, cannot begin before it returns: cancel one or the other.
  public func waitUntilIdle() async {
    await stand { machine in machine.queued == 0 && machine.isStill }
  }

  /// Accepts no more jobs, and returns when the remaining ones are done.
  ///
  /// A suspended or idle pool runs again in order to finish. A second call can make the mode more
  /// urgent, not less. Called by a job of this pool, it does not wait for that job.
  ///
  /// - Parameters:
  ///   - mode: What happens to the jobs.
  ///   - deadline: After this time the jobs left are cancelled, and the call returns without
  ///     waiting.
  /// - Throws: ``JobError/notDoneInTime(left:)``, or ``JobError/cancelled`` at once in a task that is
  ///   cancelled: the pool quits all the same, and the deadline holds.
  public func quit(_ mode: QuitMode, deadline: Duration? = nil) async throws(JobError) {
    send(.quit(mode))
    let left = Guarded<Int?>(nil)
    let alarm = deadline.map { deadline in
      let end = clock.now().later(by: deadline)
      return Task { [clock, weak self] in
        do { try await clock.sleep(end) } catch { return }
        self?.hasten(left)
      }
    }
    // A job that asks is not over itself, so that the pool's end cannot be waited for.
    let resources = askingJob == nil ? resources : nil
    let isOver = await stand { machine in
      left.withLock { $0 } != nil
        || (machine.queued == 0 && machine.isStill && resources?.isOver != false)
    }
    if !isOver { throw .cancelled }
    alarm?.cancel()
    if let count = left.withLock({ $0 }), count > 0 { throw .notDoneInTime(left: count) }
  }

  private func hasten(_ left: Guarded<Int?>) {
    run { state, now in
      let count = state.machine.entries.count
      left.withLock { $0 = count }
      return state.machine.handle(.quit(.cancel), at: now)
    }
  }

  /// The job of this pool that makes the call, if one does.
  var askingJob: JobID? {
    JobContext.current.flatMap { $0.owner == ObjectIdentifier(self) ? $0.id : nil }
  }

  /// Waits until this holds or the task is cancelled, not counting the calling job. Returns whether
  /// it holds.
  @discardableResult
  private func stand(until holds: @escaping @Sendable (PoolMachine) -> Bool) async -> Bool {
    let own = askingJob
    if let own { send(.standAside(own)) }
    defer { if let own { send(.standBack(own)) } }
    return await wait(until: holds)
  }
}

extension WorkerPool: JobControl {
  func state(of id: JobID) -> JobState {
    observed.willRead()
    return state.withLock { $0.machine.state(of: id) }
  }
}

// MARK: - Jobs

extension WorkerPool {
  /// Submits a job, and waits for room if the pool is full.
  ///
  /// A job of this pool that submits another never waits: room might come only after it has ended.
  ///
  /// - Parameters:
  ///   - input: The value passed to the handler.
  ///   - prerequisites: It begins after all of these have ended, for whatever reason: other jobs, views
  ///     of a queue, downloads.
  ///   - conditions: It begins when all of these hold.
  ///   - change: Changes its options.
  /// - Throws: ``JobError`` when the pool quits, a duplicate is refused, or the waiting task is
  ///   cancelled.
  @discardableResult
  public func submit(
    _ input: Input, after prerequisites: [any Endable] = [], when conditions: [Condition] = [],
    _ change: (inout JobOptions) -> Void = { _ in }
  ) async throws(JobError) -> Job<Output> {
    var options = JobOptions()
    change(&options)
    var number: Int?
    while true {
      do throws(JobError) {
        return try place(input, prerequisites, conditions, options)
      } catch {
        guard case .full = error else { throw error }
      }
      if Task.isCancelled { throw .cancelled }
      let mine = number ?? producers.draw()
      number = mine
      await producers.wait(mine) { self.state.withLock { $0.machine.hasRoom } }
    }
  }

  /// Submits a job if the pool has room now.
  ///
  /// - Parameters:
  ///   - input: The value passed to the handler.
  ///   - prerequisites: It begins after all of these have ended, for whatever reason.
  ///   - conditions: It begins when all of these hold.
  ///   - change: Changes its options.
  /// - Throws: ``JobError`` when the pool is full or quits, or a duplicate is refused.
  @discardableResult
  public func enqueue(
    _ input: Input, after prerequisites: [any Endable] = [], when conditions: [Condition] = [],
    _ change: (inout JobOptions) -> Void = { _ in }
  ) throws(JobError) -> Job<Output> {
    var options = JobOptions()
    change(&options)
    return try place(input, prerequisites, conditions, options)
  }

  func place(
    _ input: Input, _ prerequisites: [any Endable], _ conditions: [Condition], _ options: JobOptions
  ) throws(JobError) -> Job<Output> {
    let prerequisites = Prerequisites(prerequisites, conditions) { other in
      (other as? any AnyJob).flatMap { $0.isOf(self) ? $0.id : nil }
    }
    let request = PoolMachine.Request(
      options: options, after: prerequisites.inside, outside: prerequisites.outside.count,
      unmet: Set(conditions.indices))
    let isWithin = JobContext.current?.owner == ObjectIdentifier(self)
    var record = JobRecord<Input, Output>(input, options)
    var placing = PoolMachine.Placing.refused(.quit(pool: name))
    run { state, now in
      let (placed, actions) = state.machine.add(request, at: now, isWithin: isWithin)
      placing = placed
      switch placed {
      case .added(let id):
        state.records[id] = record
        if state.observers.followsEvents {
          state.observers.tell(JobEvent(id: id, name: options.name, kind: .queued))
        }
      case .joined(let id): record = state.records[id] ?? record
      case .refused: break
      }
      return actions
    }
    switch placing {
    case .refused(.quit): throw .quit(pool: name)
    case .refused(let error): throw error
    case .joined(let id): return Job(id, record.name, record.outcome, self)
    case .added(let id):
      watch(prerequisites, for: id)
      return Job(id, record.name, record.outcome, self)
    }
  }

  private func watch(_ prerequisites: Prerequisites<JobID>, for id: JobID) {
    prerequisites.watch { tokens in
      state.withLock { state in
        guard state.records[id] != nil else { return false }
        state.watches[id] = tokens
        return true
      }
    } ended: { [weak self] number in
      self?.send(.outsideEnded(id, number))
    } look: { [weak self] number, condition in
      // Read with the lock held, so that of two changes the later one wins.
      self?.run { state, now in
        state.machine.handle(.condition(id, number, isMet: condition.isMet), at: now)
      }
    }
  }
}
