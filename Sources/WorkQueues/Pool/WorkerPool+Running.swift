internal import HikidashiBase

// MARK: - Running

extension WorkerPool {
  /// Sends an event to the machine.
  func send(_ event: PoolMachine.Event) {
    run { state, now in state.machine.handle(event, at: now) }
  }

  /// Runs the machine with the lock held, and performs its actions after releasing the lock.
  func run(_ body: (inout State, Duration) -> [PoolMachine.Action]) {
    let (steps, room) = state.withLock { state in
      let before = state.observers.followsStatus ? state.machine.status(blockedProducers: 0) : nil
      let actions = body(&state, clock.now())
      for action in actions { digest(action, &state) }
      wake(&state)
      setAlarm(&state)
      let after = before.map { _ in state.machine.status(blockedProducers: 0) }
      if before != after {
        state.observers.tell(state.machine.status(blockedProducers: producers.count))
      }
      if state.machine.state == .ended, !state.hasEnded {
        state.hasEnded = true
        state.later.append(state.observers.end())
        state.later.append { [self] in end() }
      }
      defer { state.later = [] }
      let room = state.machine.hasRoom ? max(1, capacity - state.machine.queued) : 0
      return (state.later, state.machine.quitMode == nil ? room : .max)
    }
    for step in steps { step() }
    observed.didChange()
    if room > 0, producers.count > 0 { producers.call(room) }
  }

  /// Ends what the workers have, and then the workers.
  private func end() {
    guard let resources else { return host.end() }
    resources.end(on: host) { [self] in
      host.end()
      // Those who wait for the pool look again.
      send(.time)
    }
  }

  private func digest(_ action: PoolMachine.Action, _ state: inout State) {
    switch action {
    case .run(let id, let worker, let attempt):
      guard let record = state.records[id] else { return }
      tell(id, record, .began(worker: worker, attempt: attempt), state)
      record.begin(attempt, by: worker, at: clock.now())
      let context = JobContext(
        id: id, pool: name, worker: worker, attempt: attempt, owner: ObjectIdentifier(self),
        isCancelled: { record.isStopped },
        progress: { [observed] progress in
          record.report(progress, of: attempt)
          observed.didChange()
        })
      state.later.append { [self] in begin(record, context) }
    case .stop(let id):
      if let record = state.records[id] { state.later.append(record.stop) }
    case .retries(let id, let delay):
      guard let record = state.records[id] else { return }
      tell(id, record, .retries(after: delay, problem: record.problem ?? ""), state)
    case .ended(let id, let kind):
      if let tokens = state.watches.removeValue(forKey: id) {
        state.later.append { for token in tokens { token.cancel() } }
      }
      guard let record = state.records.removeValue(forKey: id) else { return }
      let problem = kind == .failed ? record.problem : nil
      tell(id, record, .ended(kind, problem: problem), state)
      if kind == .failed, state.failures.most > 0 {
        let old = state.failures.add(record.status(id, .ended, at: clock.now()))
        // What it was given may call back when it is released.
        if !old.isEmpty { state.later.append { withExtendedLifetime(old) {} } }
      }
      state.later.append(record.end(kind))
      if let problem {
        let (name, log, worker) = (name, log, record.worker ?? 0)
        state.later.append {
          log(tr("“{}”, worker {}: {} “{}” failed: {}", name, worker, id, record.name, problem))
        }
      }
    }
  }

  private func tell(
    _ id: JobID, _ record: JobRecord<Input, Output>, _ kind: JobEvent.Kind, _ state: State
  ) {
    guard state.observers.followsEvents else { return }
    state.observers.tell(JobEvent(id: id, name: record.name, kind: kind))
  }

  private func begin(_ record: JobRecord<Input, Output>, _ context: JobContext) {
    let work: WorkerTask =
      switch handler {
      case .suspending(let body):
        .suspending { [self] in
          let result = await JobContext.$current.withValue(context) {
            do { return Result<Output, any Error>.success(try await body(record.input)) } catch {
              return .failure(error)
            }
          }
          finish(record, context, result)
        }
      case .blocking(let body):
        .blocking { [self] in
          let result = JobContext.$current.withValue(context) {
            Result { try body(record.input) }
          }
          finish(record, context, result)
        }
      }
    record.begin(context.attempt, host.run(worker: context.worker, work))
  }

  private func finish(
    _ record: JobRecord<Input, Output>, _ context: JobContext, _ result: Result<Output, any Error>
  ) {
    record.bring(result, at: clock.now())
    let isDone = if case .success = result { true } else { false }
    send(.returned(context.id, isDone: isDone))
  }

  /// Waits until this holds of the machine or the task is cancelled. Returns whether it holds.
  func wait(until holds: @escaping @Sendable (PoolMachine) -> Bool) async -> Bool {
    let number = state.withLock { state in
      state.nextWait += 1
      return state.nextWait
    }
    return await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let answer = state.withLock { state -> Bool? in
          if holds(state.machine) { return true }
          if Task.isCancelled { return false }
          state.waits[number] = (holds, continuation)
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      state.withLock { $0.waits.removeValue(forKey: number)?.wake }?.resume(returning: false)
    }
  }

  private func wake(_ state: inout State) {
    for (number, wait) in state.waits where wait.holds(state.machine) {
      state.waits[number] = nil
      state.later.append { wait.wake.resume(returning: true) }
    }
  }

  /// Schedules the next time event.
  private func setAlarm(_ state: inout State) {
    let old = state.alarm.set(state.machine.nextAlarm, clock) { [weak self] time in
      self?.ring(at: time)
    }
    if let old { state.later.append(old.cancel) }
  }

  /// Handles the events that are due, and returns the time of the next one.
  package func catchUp() -> Duration? {
    send(.time)
    return state.withLock { $0.machine.nextAlarm }
  }

  private func ring(at time: Duration) {
    run { state, now in
      state.alarm.hasRung(at: time)
      return state.machine.handle(.time, at: max(now, time))
    }
  }
}

// MARK: - Following

extension WorkerPool {
  /// The status now and after each change. Slow readers get the latest only. Ends with the pool.
  public var statuses: AsyncStream<PoolStatus> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: PoolStatus.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state -> Int? in
      continuation.yield(state.machine.status(blockedProducers: producers.count))
      return state.hasEnded ? nil : state.observers.add(continuation)
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.forget(number) }
    return stream
  }

  /// The events of all jobs from now on; ends with the pool.
  ///
  /// Slow readers miss no events: all are buffered.
  public var events: AsyncStream<JobEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: JobEvent.self)
    let number = state.withLock { state -> Int? in
      state.hasEnded ? nil : state.observers.add(continuation)
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.forget(number) }
    return stream
  }

  private func forget(_ number: Int) { state.withLock { $0.observers.remove(number) } }
}

/// The order in which results are delivered.
public enum ResultOrder: Hashable, Sendable {
  /// The order of the jobs.
  case asGiven
  /// The order in which the jobs end.
  case asTheyCome
}

extension Sequence {
  /// Returns the endings of these jobs, each with its job.
  ///
  /// ```swift
  /// for await (job, ending) in jobs.results(.asTheyCome) { print(job.name, ending.kind) }
  /// ```
  ///
  /// - Parameter order: The order of the endings.
  /// - Returns: One ending for each job; fewer when the reading task is cancelled.
  public func results<Output: Sendable>(
    _ order: ResultOrder = .asGiven
  ) -> AsyncStream<(job: Job<Output>, ending: JobEnding<Output>)> where Element == Job<Output> {
    let jobs = Array(self)
    return AsyncStream { continuation in
      let task = Task {
        switch order {
        case .asGiven:
          for job in jobs {
            guard let ending = await job.ending else { break }
            continuation.yield((job, ending))
          }
        case .asTheyCome:
          await withTaskGroup { group in
            for job in jobs {
              group.addTask {
                if let ending = await job.ending { continuation.yield((job, ending)) }
              }
            }
          }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
