internal import Support

/// Where jobs are kept until they are done: in memory, in a file, or in a database of many machines.
///
/// Every call is one transaction and may wait for a disk or a server: none is for the main thread.
/// A job is given to one worker at a time, for as long as its lease lasts; whoever dies loses it when
/// the lease is over. So a job is done at least once, and recorded as done exactly once.
public protocol JobStore: Sendable {
  /// Keeps jobs, and returns their ids in the same order.
  func add(_ requests: [DurableRequest]) throws(JobStoreError) -> [DurableJobID]

  /// Records what became of jobs, and takes others, in one transaction.
  ///
  /// - Parameters:
  ///   - reports: Those whose lease is void are ignored.
  ///   - most: How many jobs are taken at most.
  ///   - worker: Who takes them.
  ///   - lease: How long they are its own.
  func exchange(
    _ reports: [JobReport], take most: Int, as worker: String, lease: Duration
  ) throws(JobStoreError) -> TakenJobs

  /// Prolongs leases to this time from now, and returns those that are void.
  func extend(
    _ leases: [JobLease], of worker: String, by lease: Duration
  ) throws(JobStoreError) -> [JobLease]

  /// The jobs in one state, or (nil) all, the first first, as many as wanted from one on.
  func statuses(
    _ state: DurableJobState?, from first: DurableJobID?, limit: Int
  ) throws(JobStoreError) -> [DurableJobStatus]

  /// How many jobs are in each state; those of which there are none may be missing.
  func counts() throws(JobStoreError) -> [DurableJobState: Int]

  /// Has a dead or cancelled job wait again, with all its attempts; false when it is neither.
  func retry(_ id: DurableJobID) throws(JobStoreError) -> Bool

  /// Takes back a job that has not ended; a worker that has it hears of it with the next heartbeat.
  func cancel(_ id: DurableJobID) throws(JobStoreError) -> Bool

  /// Forgets all jobs with their keys and histories, if each of them has ended; false, and nothing is
  /// forgotten, where one has not. The ids of those forgotten are not used again.
  func clear() throws(JobStoreError) -> Bool

  /// Calls back, on any thread, when there may be something to take, until the watch is let go of.
  func watch(_ onChange: @escaping @Sendable () -> Void) -> any JobWatch
}

/// Ends a watch when it is let go of.
public protocol JobWatch: AnyObject, Sendable {}

/// What became of a job that was taken.
public struct JobReport: Hashable, Sendable {
  public enum Outcome: Hashable, Sendable {
    case done
    /// It is tried again, or dead, as its ``Retry`` says.
    case failed(String)
    /// It was not begun: it waits as if it had not been taken.
    case released
  }

  public let lease: JobLease
  public let outcome: Outcome

  public init(_ lease: JobLease, _ outcome: Outcome) {
    self.lease = lease
    self.outcome = outcome
  }
}

/// Jobs that were taken, and when to look for more.
public struct TakenJobs: Sendable {
  public let jobs: [DurableJob]
  /// How long until another job is due or a lease ends, as far as is known now; nil: nothing waits.
  public let next: Duration?

  package init(jobs: [DurableJob], next: Duration?) {
    self.jobs = jobs
    self.next = next
  }
}

/// Why a store of jobs failed.
public enum JobStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It could not be opened or used, for what is said.
  case failed(place: String, problem: String)
  /// The connection is not there for now; trying again may help.
  case unavailable(place: String, problem: String)

  public var description: String {
    switch self {
    case .failed(let place, let problem): tr("jobs in {} cannot be reached: {}", place, problem)
    case .unavailable(let place, let problem):
      tr("jobs in {} cannot be reached for now: {}; it is tried again", place, problem)
    }
  }
}
