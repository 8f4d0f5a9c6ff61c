public import HikidashiBase

/// The ID of a job in a store. Jobs that were added later have greater IDs.
public struct DurableJobID: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let number: Int

  package init(_ number: Int) { self.number = number }

  public var description: String { "job \(number)" }

  public static func < (left: DurableJobID, right: DurableJobID) -> Bool {
    left.number < right.number
  }
}

/// A request for a job that a store keeps until it is done, even if the process that asked ends.
///
/// ```swift
/// var request = DurableRequest(text: "ann@example.org")
/// request.key = "welcome ann"
/// try store.add([request])
/// ```
public struct DurableRequest: Hashable, Sendable {
  /// The bytes passed to the handler; the app decides what they mean.
  public var payload: [UInt8]
  /// The idempotency key. The first request with a key becomes a job; later ones with the same key
  /// return that job, even when it has ended. Nil: the request is never a duplicate.
  public var key: String?
  /// The priority; jobs with a greater one go first. 0 by default.
  public var priority = 0
  /// The delay before it may begin; negative counts as zero.
  public var delay = Duration.zero
  /// How often it is tried, if it fails or its worker dies, before it is given up as dead.
  ///
  /// Stores do not keep ``/HikidashiBase/Retry/jitter``: a job waits for the whole delay.
  public var retry = Retry(attempts: 5, first: .seconds(1), longest: .seconds(300))

  public init(payload: [UInt8]) { self.payload = payload }

  public init(text: String) { payload = Array(text.utf8) }
}

/// A job that a worker has taken from a store.
public struct DurableJob: Hashable, Sendable {
  /// Identifies this worker's claim on the job to the store.
  public let lease: JobLease
  public let payload: [UInt8]
  public let key: String?

  public var id: DurableJobID { lease.id }
  /// The number of the attempt, from 1.
  public var attempt: Int { lease.attempt }
  /// The payload as text; invalid UTF-8 is replaced.
  public var text: String { String(decoding: payload, as: UTF8.self) }

  package init(lease: JobLease, payload: [UInt8], key: String?) {
    self.lease = lease
    self.payload = payload
    self.key = key
  }
}

/// A worker's claim on a job for one attempt. It is void once the job was given to another worker.
public struct JobLease: Hashable, Sendable {
  public let id: DurableJobID
  public let attempt: Int

  package init(id: DurableJobID, attempt: Int) {
    self.id = id
    self.attempt = attempt
  }
}

/// The state of a job in a store.
public enum DurableJobState: Int, Hashable, Sendable, CaseIterable {
  case waiting = 0
  case taken = 1
  case done = 2
  /// Given up because its last permitted attempt failed or lost its worker.
  case dead = 3
  case cancelled = 4

  /// Whether a job in this state does nothing more by itself.
  public var isEnded: Bool { self != .waiting && self != .taken }
}

/// The state and the history of a job in a store.
public struct DurableJobStatus: Hashable, Sendable, Identifiable {
  /// An attempt that did not end well.
  public struct Failure: Hashable, Sendable {
    public let attempt: Int
    /// The worker that made the attempt.
    public let worker: String
    public let problem: String

    package init(attempt: Int, worker: String, problem: String) {
      self.attempt = attempt
      self.worker = worker
      self.problem = problem
    }
  }

  public let id: DurableJobID
  public let payload: [UInt8]
  public let key: String?
  public let state: DurableJobState
  /// How many attempts were begun.
  public let attempts: Int
  /// The worker that has the job, or had it last.
  public let worker: String?
  /// The failed attempts, the first one first.
  public let history: [Failure]
  /// How long the attempt has run, or the last one ran, by the store's clock; nil before the first.
  public let elapsed: Duration?
  /// How long a waiting job has to wait before it may begin, zero if it may; nil in other states.
  public let wait: Duration?

  /// The payload as text; invalid UTF-8 is replaced.
  public var text: String { String(decoding: payload, as: UTF8.self) }

  package init(
    id: DurableJobID, payload: [UInt8], key: String?, state: DurableJobState, attempts: Int,
    worker: String?, history: [Failure], times: DurableJobTimes, at now: Duration
  ) {
    self.id = id
    self.payload = payload
    self.key = key
    self.state = state
    self.attempts = attempts
    self.worker = worker
    self.history = history
    elapsed = times.began.map { max(.zero, (times.stopped ?? now) - $0) }
    wait = state == .waiting ? max(.zero, times.due - now) : nil
  }
}

/// The times of a job, by its store's clock.
package struct DurableJobTimes: Sendable {
  /// When a waiting job may begin, and the lease of a taken one ends.
  package var due: Duration
  /// When its last attempt began.
  package var began: Duration?
  /// When that attempt ended; nil while it runs.
  package var stopped: Duration?

  package init(due: Duration, began: Duration? = nil, stopped: Duration? = nil) {
    self.due = due
    self.began = began
    self.stopped = stopped
  }
}
