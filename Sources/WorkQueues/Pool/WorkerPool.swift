public import Support

/// Workers that do jobs: so many at once, and as many in line as it has room for.
///
/// ```swift
/// let pool = WorkerPool(workers: 4, capacity: 100) { (number: Int) in number * 2 }
/// let job = try await pool.submit(21)
/// print(try await job.value)  // 42
/// try await pool.quit(.drain)
/// ```
///
/// It is `idle`, `running`, `suspending`, `suspended`, `quitting` or `ended`, and every call is defined
/// in each of these. A job may call its own pool: it is not waited for by itself.
///
/// Keep the pool as long as its jobs: they are done also when it is let go of, but those that wait
/// for something then wait for ever.
public final class WorkerPool<Input: Sendable, Output: Sendable>: Sendable {
  typealias Handler = @Sendable (Input) async throws -> Output

  struct State {
    var machine: PoolMachine
    var records: [JobID: JobRecord<Input, Output>] = [:]
    var watches: [JobID: [ObservationToken]] = [:]
    /// To be done when the lock is let go of.
    var later: [@Sendable () -> Void] = []
    var alarm = Alarm()
    var nextWait = 0
    var waits:
      [Int: (holds: @Sendable (PoolMachine) -> Bool, wake: UnsafeContinuation<Bool, Never>)] = [:]
    var observers = PoolObservers()
    var hasEnded = false
  }

  /// What log lines call it.
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

  /// Makes a pool whose workers are tasks.
  ///
  /// - Parameters:
  ///   - name: What log lines call it.
  ///   - workers: How many jobs run at once, 1 or more; less counts as 1.
  ///   - capacity: How many jobs may wait, 1 or more; less counts as 1.
  ///   - isStarted: Whether it begins at once, and not by ``start()``.
  ///   - clock: Measures all times; the default stands still while the machine sleeps.
  ///   - host: Where jobs run; nil for tasks.
  ///   - seed: What the delays before further attempts are drawn from.
  ///   - log: Is told of jobs that fail; nil writes to standard error.
  ///   - handler: Does a job. What it throws fails that job alone.
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
  /// A thread cannot be stopped: what blocks asks ``JobContext/isCancelled`` now and then.
  ///
  /// - Parameters:
  ///   - name: What log lines call it.
  ///   - threads: How many jobs run at once, 1 or more; less counts as 1.
  ///   - capacity: How many jobs may wait, 1 or more; less counts as 1.
  ///   - isStarted: Whether it begins at once, and not by ``start()``.
  ///   - clock: Measures all times; the default stands still while the machine sleeps.
  ///   - host: Where jobs run; nil for threads.
  ///   - seed: What the delays before further attempts are drawn from.
  ///   - log: Is told of jobs that fail; nil writes to standard error.
  ///   - handler: Does a job. What it throws fails that job alone.
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

  private init(
    _ name: String, _ machine: PoolMachine, _ clock: ElapsedClock, _ host: any WorkerHost,
    _ log: (@Sendable (String) -> Void)?, _ handler: JobHandler<Input, Output>
  ) {
    self.name = name
    capacity = machine.capacity
    self.clock = clock
    self.host = host
    self.log = log ?? { writeError($0) }
    self.handler = handler
    state = Guarded(State(machine: machine))
  }

  deinit {
    let (alarm, end) = state.withLock { ($0.alarm.task, $0.observers.end()) }
    alarm?.cancel()
    end()
    host.end()
  }

  /// What it holds and has done, all of one moment.
  public var status: PoolStatus {
    observed.willRead()
    return state.withLock { $0.machine.status(blockedProducers: producers.count) }
  }

  /// Begins to do jobs, if it is idle; in any other state nothing happens.
  public func start() { send(.start) }

  /// Does another number of jobs at once from now on, 1 or more; those beyond it that run go on.
  public func resize(workers: Int) { send(.resize(workers)) }

  /// Takes back a job: what has not begun ends at once, what runs is told, and ends when it returns.
  public func cancel(_ id: JobID) { send(.cancel(id)) }

  /// Takes nothing more, and returns when what runs has stopped, or the pool was resumed.
  ///
  /// An idle pool is suspended, too, and does not begin before it is resumed. One that quits or has
  /// ended does not change. Called by a job of this pool it does not wait for that job. In a task that
  /// is cancelled it returns at once, and the pool is suspended later.
  public func suspend() async {
    send(.suspend)
    await stand { machine in machine.state != .suspending }
  }

  /// Goes on after ``suspend()``; in any other state nothing happens.
  public func resume() { send(.resume) }

  /// Returns when no job waits or runs, or the task is cancelled. Called by a job of this pool it does
  /// not wait for that job, whose worker does others meanwhile; those that come after it, or next in
  /// its lane, cannot begin before it returns: cancel one or the other.
  public func waitUntilIdle() async {
    await stand { machine in machine.queued == 0 && machine.isStill }
  }

  /// Takes no more jobs, and returns when those it is to do are done.
  ///
  /// What is suspended or idle goes on to be drained. A second call may be more urgent and not less.
  /// Called by a job of this pool it does not wait for that job.
  ///
  /// - Parameters:
  ///   - mode: What becomes of the jobs.
  ///   - deadline: After this time those left are cancelled, and it returns without waiting for them.
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
    let isOver = await stand { machine in
      left.withLock { $0 } != nil || (machine.queued == 0 && machine.isStill)
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

  /// The job that asks, if one of this pool does.
  var askingJob: JobID? {
    JobContext.current.flatMap { $0.owner == ObjectIdentifier(self) ? $0.id : nil }
  }

  /// Waits until this holds or the task is cancelled, while the job that asks is not waited for;
  /// whether it holds.
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
  /// Asks for a job, and waits for room where the pool is full.
  ///
  /// A job of this pool that asks for another never waits: room might come only when it has ended.
  ///
  /// - Parameters:
  ///   - input: What the handler is called with.
  ///   - prerequisites: It begins after all of these have ended, for whatever reason: other jobs, views
  ///     of a queue, downloads.
  ///   - conditions: It begins while all of these hold.
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

  /// Asks for a job if that can be done at once.
  ///
  /// - Parameters:
  ///   - input: What the handler is called with.
  ///   - prerequisites: It begins after all of these have ended, for whatever reason.
  ///   - conditions: It begins while all of these hold.
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

  private func place(
    _ input: Input, _ prerequisites: [any Endable], _ conditions: [Condition], _ options: JobOptions
  ) throws(JobError) -> Job<Output> {
    let prerequisites = Prerequisites(prerequisites, conditions) { other in
      (other as? any AnyJob).flatMap { $0.isOf(self) ? $0.id : nil }
    }
    let request = PoolMachine.Request(
      options: options, after: prerequisites.inside, outside: prerequisites.outside.count,
      unmet: Set(conditions.indices))
    let isWithin = JobContext.current?.owner == ObjectIdentifier(self)
    var record = JobRecord<Input, Output>(input, options.name)
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
      // Read with the lock held, so that of two changes the later is what stays.
      self?.run { state, now in
        state.machine.handle(.condition(id, number, isMet: condition.isMet), at: now)
      }
    }
  }
}
