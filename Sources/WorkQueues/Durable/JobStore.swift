public import HikidashiBase

/// Keeps jobs until they are done: in memory, in a file, or in a database that machines share.
///
/// Every call is one transaction and may wait for a disk or a server, so make none on the main
/// thread. A job belongs to one worker at a time, while its lease lasts; a worker that dies loses
/// it when the lease ends. So a job is done at least once, and recorded as done exactly once.
public protocol JobStore: Sendable {
  /// Adds jobs, and returns their IDs in the same order.
  func add(_ requests: [DurableRequest]) throws(JobStoreError) -> [DurableJobID]

  /// Records the results of jobs and takes new ones, in one transaction.
  ///
  /// - Parameters:
  ///   - reports: The results; those whose lease is void are ignored.
  ///   - most: The greatest number of jobs to take.
  ///   - worker: The name of the worker that takes them.
  ///   - lease: How long they belong to that worker.
  func exchange(
    _ reports: [JobReport], take most: Int, as worker: String, lease: Duration
  ) throws(JobStoreError) -> TakenJobs

  /// Extends leases to this time from now, and returns those that are void.
  func extend(
    _ leases: [JobLease], of worker: String, by lease: Duration
  ) throws(JobStoreError) -> [JobLease]

  /// Returns jobs in one state, or in any (nil), the oldest first: at most the number asked for,
  /// from a given one on.
  func statuses(
    _ state: DurableJobState?, from first: DurableJobID?, limit: Int
  ) throws(JobStoreError) -> [DurableJobStatus]

  /// Returns how many jobs are in each state; states without jobs may be missing.
  func counts() throws(JobStoreError) -> [DurableJobState: Int]

  /// Makes a dead or cancelled job wait again, with all its attempts; false when it is neither.
  func retry(_ id: DurableJobID) throws(JobStoreError) -> Bool

  /// Makes all dead or all cancelled jobs wait again, with all their attempts, in one transaction.
  ///
  /// - Returns: How many; 0 for any other state.
  func retryAll(_ state: DurableJobState) throws(JobStoreError) -> Int

  /// Cancels a job that has not ended; a worker that has it learns of it at its next heartbeat.
  func cancel(_ id: DurableJobID) throws(JobStoreError) -> Bool

  /// Removes a job that has ended, with its key and history; false when it has not, or is unknown.
  func forget(_ id: DurableJobID) throws(JobStoreError) -> Bool

  /// Removes all jobs in a state in which they have ended, in one transaction.
  ///
  /// - Returns: How many; 0 for a state in which jobs have not ended.
  func forgetAll(_ state: DurableJobState) throws(JobStoreError) -> Int

  /// Removes all jobs with their keys and histories if every one has ended; otherwise removes
  /// nothing and returns false. IDs of removed jobs are not used again.
  func clear() throws(JobStoreError) -> Bool

  /// Calls `onChange`, on any thread, when there may be jobs to take, until the token is cancelled
  /// or released.
  func watch(_ onChange: @escaping @Sendable () -> Void) -> ObservationToken

  /// Calls `onChange`, on any thread, when any job may have changed, also by another process or
  /// machine, until the token is cancelled or released.
  ///
  /// It is for who shows the jobs. A store that is not told what others do calls it every second.
  func watchChanges(_ onChange: @escaping @Sendable () -> Void) -> ObservationToken
}

/// The result of a job that a worker had taken.
public struct JobReport: Hashable, Sendable {
  public enum Outcome: Hashable, Sendable {
    case done
    /// The attempt failed; the job is tried again or is dead, as its ``/HikidashiBase/Retry`` says.
    case failed(String)
    /// The job was not begun; it waits as if it had not been taken.
    case released
  }

  public let lease: JobLease
  public let outcome: Outcome

  public init(_ lease: JobLease, _ outcome: Outcome) {
    self.lease = lease
    self.outcome = outcome
  }
}

/// The jobs that were taken, and when to look for more.
public struct TakenJobs: Sendable {
  public let jobs: [DurableJob]
  /// The time until another job is due or a lease ends, as known now; nil: nothing waits.
  public let next: Duration?

  package init(jobs: [DurableJob], next: Duration?) {
    self.jobs = jobs
    self.next = next
  }
}

/// The error of a job store.
public enum JobStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The store could not be opened or used, for the reason in `problem`.
  case failed(place: String, problem: String)
  /// The connection is lost for now; trying again may help.
  case unavailable(place: String, problem: String)

  public var description: String {
    switch self {
    case .failed(let place, let problem): tr("jobs in {} cannot be reached: {}", place, problem)
    case .unavailable(let place, let problem):
      tr("jobs in {} cannot be reached for now: {}; it is tried again", place, problem)
    }
  }
}
