internal import Support

extension WorkerPool {
  /// The status now and after each change, the latest where one reads slowly; ends with the pool.
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

  /// What happens to each job from now on; ends with the pool.
  ///
  /// All are kept for who reads slowly.
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

  /// Every job that has not ended, in the order in which they were asked for.
  ///
  /// - Complexity: O(n log n).
  public var jobs: [JobStatus<Input>] {
    state.withLock { state in
      state.records.keys.sorted().compactMap { id in
        guard let record = state.records[id], let entry = state.machine.entries[id] else {
          return nil
        }
        return JobStatus(
          id: id, input: record.input, options: entry.options, state: state.machine.state(of: id),
          attempts: entry.attempts)
      }
    }
  }

  private func forget(_ number: Int) { state.withLock { $0.observers.remove(number) } }
}

/// In which order results are wanted.
public enum ResultOrder: Hashable, Sendable {
  /// In that of the jobs.
  case asGiven
  /// In that in which they end.
  case asTheyCome
}

extension Sequence {
  /// The endings of these jobs, with the job that each is of.
  ///
  /// ```swift
  /// for await (job, ending) in jobs.results(.asTheyCome) { print(job.name, ending.kind) }
  /// ```
  ///
  /// - Parameter order: In which order they come.
  /// - Returns: As many as there are jobs; fewer when the reading task is cancelled.
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
