internal import HikidashiBase

extension WorkerPool {
  /// Every job that has not ended, in the order of their requests.
  ///
  /// - Complexity: O(n log n).
  public var jobs: [JobStatus<Input>] {
    observed.willRead()
    return state.withLock { state in statuses(of: state.records.keys.sorted(), state) }
  }

  private func statuses(of ids: [JobID], _ state: State) -> [JobStatus<Input>] {
    let now = clock.now()
    return ids.compactMap { id in
      state.records[id]?.status(id, state.machine.state(of: id), at: now)
    }
  }
}

// MARK: - Failed jobs

extension WorkerPool {
  /// How many failed jobs are kept, the newest, with what they were given; 0 at first.
  ///
  /// ```swift
  /// pool.failuresKept = 100
  /// for job in pool.failedJobs { try pool.retry(job.id) }
  /// ```
  public var failuresKept: Int {
    get { state.withLock { $0.failures.most } }
    set {
      // What they were given may call back when it is released.
      let old = state.withLock { $0.failures.setMost(newValue) }
      if !old.isEmpty { observed.didChange() }
    }
  }

  /// The failed jobs that are kept, the first that failed first.
  ///
  /// - Complexity: O(n).
  public var failedJobs: [JobStatus<Input>] {
    observed.willRead()
    return state.withLock { $0.failures.oldest(.max) }
  }

  /// Requests a failed job again that is kept, with its options but their delay, and after nothing;
  /// it is then kept no longer.
  ///
  /// - Returns: The new job; nil where none of that ID is kept.
  /// - Throws: ``JobError`` when the pool is full or quits, or a duplicate is refused; the failed
  ///   job is kept then.
  @discardableResult
  public func retry(_ id: JobID) throws(JobError) -> Job<Output>? {
    guard let failed = state.withLock({ $0.failures.remove(id) }) else { return nil }
    var options = failed.options
    options.delay = .zero
    do throws(JobError) { return try place(failed.input, [], [], options) } catch {
      _ = state.withLock { $0.failures.add(failed) }
      observed.didChange()
      throw error
    }
  }

  /// Keeps a failed job no longer; false where none of that ID is kept.
  @discardableResult
  public func forget(_ id: JobID) -> Bool {
    let old = state.withLock { $0.failures.remove(id) }
    if old != nil { observed.didChange() }
    return old != nil
  }
}

// MARK: - Pages

/// What a pool has, as far as it is shown.
package struct PoolPage<Input: Sendable>: Sendable {
  package let status: PoolStatus
  package let running: [JobStatus<Input>]
  package let waiting: [JobStatus<Input>]
  package let failed: [JobStatus<Input>]
  /// How many failed jobs are kept.
  package let failedCount: Int
}

extension WorkerPool {
  /// The jobs of each kind that were requested first, at most so many, all of one moment.
  ///
  /// - Complexity: O(n + limit log limit) in the number of jobs, whose pool waits meanwhile.
  package func page(running: Int, waiting: Int, failed: Int) -> PoolPage<Input> {
    state.withLock { state in
      let machine = state.machine
      let others = state.records.keys.lazy.filter { !machine.running.contains($0) }
      return PoolPage(
        status: machine.status(blockedProducers: 0),
        running: statuses(of: machine.running.least(running), state),
        waiting: statuses(of: others.least(waiting), state),
        failed: state.failures.oldest(failed), failedCount: state.failures.count)
    }
  }
}

extension Sequence where Element: Comparable {
  /// The least elements in their order, at most so many.
  func least(_ count: Int) -> [Element] {
    guard count > 0 else { return [] }
    var found: [Element] = []
    var bound: Element?
    for element in self where bound.map({ element < $0 }) ?? true {
      found.append(element)
      guard found.count / 2 >= count else { continue }
      found = Array(found.sorted().prefix(count))
      bound = found.last
    }
    return Array(found.sorted().prefix(count))
  }
}
