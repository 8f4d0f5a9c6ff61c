public import Support

/// What a store calls a job: jobs that were added later have greater ids.
public struct DurableJobID: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let number: Int

  package init(_ number: Int) { self.number = number }

  public var description: String { "job \(number)" }

  public static func < (left: DurableJobID, right: DurableJobID) -> Bool {
    left.number < right.number
  }
}

/// A job to be kept until it is done, whatever becomes of who asks for it.
///
/// ```swift
/// var request = DurableRequest(text: "ann@example.org")
/// request.key = "welcome ann"
/// try store.add([request])
/// ```
public struct DurableRequest: Hashable, Sendable {
  /// What the handler is given; what it means is the app's affair.
  public var payload: [UInt8]
  /// The idempotency key: of the requests of one key the first becomes a job, and the others are that
  /// job, also when it has ended. Nil: like no other.
  public var key: String?
  /// The greater goes first; 0 unless said otherwise.
  public var priority = 0
  /// How long it waits before it may begin; negative counts as zero.
  public var delay = Duration.zero
  /// How often it is tried when it fails or its worker dies, before it is given up as dead.
  ///
  /// Stores keep no ``Retry/jitter``: a job waits for the whole delay.
  public var retry = Retry(attempts: 5, first: .seconds(1), longest: .seconds(300))

  public init(payload: [UInt8]) { self.payload = payload }

  public init(text: String) { payload = Array(text.utf8) }
}

/// A job in the hands of a worker.
public struct DurableJob: Hashable, Sendable {
  /// Says who has it, to the store.
  public let lease: JobLease
  public let payload: [UInt8]
  public let key: String?

  public var id: DurableJobID { lease.id }
  /// Which attempt it is, the first of which is 1.
  public var attempt: Int { lease.attempt }
  /// The payload as text; what is no UTF-8 is replaced.
  public var text: String { String(decoding: payload, as: UTF8.self) }

  package init(lease: JobLease, payload: [UInt8], key: String?) {
    self.lease = lease
    self.payload = payload
    self.key = key
  }
}

/// One taking of a job: it is void when the job was given to another.
public struct JobLease: Hashable, Sendable {
  public let id: DurableJobID
  public let attempt: Int

  package init(id: DurableJobID, attempt: Int) {
    self.id = id
    self.attempt = attempt
  }
}

/// Where a job of a store is.
public enum DurableJobState: Int, Hashable, Sendable, CaseIterable {
  case waiting = 0
  case taken = 1
  case done = 2
  /// Given up after as many attempts as it may have: it failed, or killed its workers.
  case dead = 3
  case cancelled = 4
}

/// What a store knows of a job.
public struct DurableJobStatus: Hashable, Sendable, Identifiable {
  /// An attempt that did not end well.
  public struct Failure: Hashable, Sendable {
    public let attempt: Int
    /// Who had it.
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
  /// How often it was taken.
  public let attempts: Int
  /// Who has it, or had it last.
  public let worker: String?
  /// What went wrong, the first attempt first.
  public let history: [Failure]

  package init(
    id: DurableJobID, payload: [UInt8], key: String?, state: DurableJobState, attempts: Int,
    worker: String?, history: [Failure]
  ) {
    self.id = id
    self.payload = payload
    self.key = key
    self.state = state
    self.attempts = attempts
    self.worker = worker
    self.history = history
  }
}
