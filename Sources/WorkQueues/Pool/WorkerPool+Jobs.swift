public import Support

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
    var after: Set<JobID> = []
    var outside: [any Endable] = []
    for other in prerequisites {
      if let job = other as? any AnyJob, job.isOf(self) {
        after.insert(job.id)
      } else {
        outside.append(other)
      }
    }
    let request = PoolMachine.Request(
      options: options, after: after, outside: outside.count, unmet: Set(conditions.indices))
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
      watch(outside, conditions, for: id)
      return Job(id, record.name, record.outcome, self)
    }
  }

  private func watch(_ outside: [any Endable], _ conditions: [Condition], for id: JobID) {
    guard !outside.isEmpty || !conditions.isEmpty else { return }
    var watches = Watches()
    for (number, other) in outside.enumerated() {
      watches.tasks.append(
        Task { [weak self] in
          await other.ended()
          self?.send(.outsideEnded(id, number))
        })
    }
    for (number, condition) in conditions.enumerated() {
      let token = condition.observe { [weak self, weak condition] in
        if let condition { self?.check(condition, number, for: id) }
      }
      watches.conditions.append((condition, token))
    }
    let isKept = state.withLock { state in
      guard state.records[id] != nil else { return false }
      state.watches[id] = watches
      return true
    }
    // It may have ended meanwhile.
    guard isKept else { return watches.stop() }
    for (number, condition) in conditions.enumerated() { check(condition, number, for: id) }
  }

  /// Reads the condition with the lock held, so that of two changes the later is what stays.
  private func check(_ condition: Condition, _ number: Int, for id: JobID) {
    run { state, now in
      state.machine.handle(.condition(id, number, isMet: condition.isMet), at: now)
    }
  }
}
