public import HikidashiBase
public import HikidashiWorkQueues

/// Keeps jobs in a PostgreSQL database that workers on many machines share.
///
/// ```swift
/// let store = try PostgresJobStore("postgresql://ann@db.example.org/office")
/// let pool = DurablePool(store: store, workers: 4) { job in try await send(job.text) }
/// ```
///
/// The tables are `hikidashi_jobs` and `hikidashi_job_failures`. Workers take different jobs
/// without waiting for each other (`FOR UPDATE SKIP LOCKED`), and idle ones are notified of new
/// jobs (`LISTEN` and `NOTIFY`). Times are those of the server's clock. When a connection breaks,
/// the store connects again and repeats the call; each job is still added only once, and its
/// result recorded only once. Jobs taken while the connection broke are taken again after their
/// lease ends.
public final class PostgresJobStore: JobStore {
  private let link: PostgresLink
  /// Who is told at once of what is done through this store.
  private let own = JobWatchers()

  /// Connects to a database and creates the tables if they are missing.
  ///
  /// - Parameters:
  ///   - url: The database, as `postgresql://user@host:5432/database`. The certificate of a host
  ///     that is not this machine is verified, unless the URL has an `sslmode` that says otherwise.
  ///   - options: The password, and how long to wait.
  /// - Throws: `JobStoreError` when the server refuses the connection or cannot be reached.
  public init(
    _ url: String, options: PostgresOptions = PostgresOptions()
  ) throws(JobStoreError) {
    do throws(PostgresError) {
      link = PostgresLink(try PostgresURL(url), options, ConnectionBoard(options.onStatus))
    } catch {
      throw .failed(place: "a PostgreSQL database", problem: error.description)
    }
    try run { connection throws(PostgresError) in try Self.makeTables(connection) }
  }

  deinit { link.close() }

  /// The URL of the database, without the password.
  public var place: String { link.url.description }

  /// Adds jobs and returns their IDs in the same order.
  public func add(_ requests: [DurableRequest]) throws(JobStoreError) -> [DurableJobID] {
    // A retry after a lost answer sends the same IDs.
    let named = requests.map { (request: $0, origin: TransactionID()) }
    defer { tellOfChange() }
    return try run { connection throws(PostgresError) in
      var ids: [DurableJobID?] = Array(repeating: nil, count: named.count)
      // In parts, as a part is held in memory several times over.
      for start in stride(from: 0, to: named.count, by: 1_000) {
        var left = Array(start..<min(named.count, start + 1_000))
        while !left.isEmpty {
          var statements = left.map { PostgresJobSQL.add(named[$0].request, named[$0].origin) }
          statements.append(PostgresJobSQL.tell)
          for (place, result) in zip(left, try connection.run(statements)) where result.rows > 0 {
            ids[place] = DurableJobID(result.int(0, 0))
          }
          // If another adds a job of the same key meanwhile, a statement can neither insert its own
          // nor see the other's, which was committed after the statement began: the next one sees
          // it.
          left.removeAll { ids[$0] != nil }
        }
      }
      return ids.compactMap(\.self)
    }
  }

  /// Records the results of jobs and takes up to `most` new jobs, in one transaction.
  public func exchange(
    _ reports: [JobReport], take most: Int, as worker: String, lease: Duration
  ) throws(JobStoreError) -> TakenJobs {
    defer { tellOfChange() }
    return try run { connection throws(PostgresError) in
      var statements = PostgresJobSQL.handle(reports, of: worker)
      statements.append(PostgresJobSQL.giveUpLost)
      statements.append(PostgresJobSQL.take(max(0, most), as: worker, lease))
      statements.append(PostgresJobSQL.next)
      let results = try connection.run(statements)
      let (taken, next) = (results[results.count - 2], results[results.count - 1])
      let wait: Duration? = next.isNull(0, 0) ? nil : .milliseconds(max(0, next.int(0, 0)))
      return TakenJobs(jobs: PostgresJobSQL.jobs(taken), next: wait)
    }
  }

  /// Extends leases to this time from now; returns those that are void.
  public func extend(
    _ leases: [JobLease], of worker: String, by lease: Duration
  ) throws(JobStoreError) -> [JobLease] {
    try run { connection throws(PostgresError) in
      let found = try connection.run(PostgresJobSQL.extend(leases, of: worker, by: lease))
      let valid = Set(
        (0..<found.rows).map {
          JobLease(id: DurableJobID(found.int($0, 0)), attempt: found.int($0, 1))
        })
      return leases.filter { !valid.contains($0) }
    }
  }

  /// Returns up to `limit` jobs in `state`, or in any if nil, from the ID `first` on, oldest first.
  public func statuses(
    _ state: DurableJobState?, from first: DurableJobID?, limit: Int
  ) throws(JobStoreError) -> [DurableJobStatus] {
    try run { connection throws(PostgresError) in
      let results = try connection.run(PostgresJobSQL.statuses(state, first, max(0, limit)))
      return PostgresJobSQL.statuses(results[0], failures: results[1])
    }
  }

  /// Returns the number of jobs in each state; states without jobs are missing.
  public func counts() throws(JobStoreError) -> [DurableJobState: Int] {
    try run { connection throws(PostgresError) in
      let found = try connection.run(PostgresJobSQL.counts)
      var counts: [DurableJobState: Int] = [:]
      for row in 0..<found.rows {
        if let state = DurableJobState(rawValue: found.int(row, 0)) {
          counts[state] = found.int(row, 1)
        }
      }
      return counts
    }
  }

  /// Makes a dead or cancelled job wait again, with all its attempts; returns false for any other.
  public func retry(_ id: DurableJobID) throws(JobStoreError) -> Bool {
    try change(PostgresJobSQL.retry(id), PostgresJobSQL.tell) > 0
  }

  /// Makes all dead or all cancelled jobs wait again, with all their attempts; returns how many.
  public func retryAll(_ state: DurableJobState) throws(JobStoreError) -> Int {
    try change(PostgresJobSQL.retryAll(state), PostgresJobSQL.tell)
  }

  /// Cancels a job; returns false if it has ended already or does not exist.
  public func cancel(_ id: DurableJobID) throws(JobStoreError) -> Bool {
    try change(PostgresJobSQL.cancel(id)) > 0
  }

  /// Removes a job that has ended, with its key and history; returns false for any other.
  public func forget(_ id: DurableJobID) throws(JobStoreError) -> Bool {
    try change(PostgresJobSQL.forget(id)) > 0
  }

  /// Removes all jobs in a state in which they have ended; returns how many.
  public func forgetAll(_ state: DurableJobState) throws(JobStoreError) -> Int {
    try change(PostgresJobSQL.forgetAll(state))
  }

  /// Runs statements as one transaction; returns how many rows the first has changed.
  private func change(_ statements: PostgresStatement...) throws(JobStoreError) -> Int {
    defer { tellOfChange() }
    return try run { connection throws(PostgresError) in
      try connection.run(statements)[0].changedRows
    }
  }

  /// Removes all jobs if every one has ended; otherwise removes nothing and returns false.
  public func clear() throws(JobStoreError) -> Bool {
    defer { tellOfChange() }
    return try run { connection throws(PostgresError) in
      let results = try connection.run(PostgresJobSQL.clear)
      return results[results.count - 1].bool(0, 0)
    }
  }

  /// Calls `onChange`, on any thread, when there may be jobs to take, until the token is
  /// cancelled or released.
  public func watch(_ onChange: @escaping @Sendable () -> Void) -> ObservationToken {
    let listener = PostgresListener(
      link, channel: PostgresJobSQL.channel, isNews: { _ in true }, onChange: onChange)
    return ObservationToken { listener.cancel() }
  }

  /// Calls `onChange`, on any thread, when any job may have changed: at once after what is done
  /// through this store, and every second for others. Notices would make all workers wait for each
  /// other: the server puts them in line when transactions end.
  public func watchChanges(_ onChange: @escaping @Sendable () -> Void) -> ObservationToken {
    let timer = Task {
      while (try? await Task.sleep(for: .seconds(1))) != nil { onChange() }
    }
    return own.watch(.changes, onChange) { timer.cancel() }
  }

  private func tellOfChange() { own.tell(hasJobs: false) }

  private static func makeTables(_ connection: PostgresConnection) throws(PostgresError) {
    if try connection.run(PostgresJobSQL.isMade).bool(0, 0) { return }
    _ = try connection.run(PostgresJobSQL.schema)
  }

  /// Runs `body` and repeats it on a new connection if the old one breaks.
  private func run<Result: Sendable>(
    _ body: (PostgresConnection) throws(PostgresError) -> Result
  ) throws(JobStoreError) -> Result {
    do throws(PostgresError) {
      return try link.retrying(mayBeBusy: true, body)
    } catch {
      throw error.isPassing || error.kind == .busy
        ? .unavailable(place: place, problem: error.description)
        : .failed(place: place, problem: error.description)
    }
  }
}
