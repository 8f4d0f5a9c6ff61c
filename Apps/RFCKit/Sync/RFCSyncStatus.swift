/// How far a sync has come.
public struct RFCSyncStatus: Sendable, Hashable {
  /// The documents that are looked at.
  public var total = 0
  /// Files that were not here before.
  public var new = 0
  public var changed = 0
  public var unchanged = 0
  /// Documents that the mirror does not have; their numbers are in ``missingNumbers``.
  public var missing = 0
  /// The numbers of the documents that the mirror does not have, as they were found missing.
  public var missingNumbers: [Int] = []
  /// Documents that could not be had; each is in ``failures``.
  public var failed = 0
  public var failures: [RFCSyncFailure] = []
  /// The bytes of all bodies.
  public var bytes = 0
  /// The documents that are done.
  public var done = 0

  public init() {}

  /// The share that is done, from 0 to 1; nil before it is known how many there are.
  public var fraction: Double? { total > 0 ? Double(done) / Double(total) : nil }

  mutating func count(_ fetched: RFCFetcher.Fetched) {
    bytes += fetched.received
    switch fetched.outcome {
    case .new: new += 1
    case .changed: changed += 1
    case .unchanged: unchanged += 1
    }
  }

  /// Counts a document.
  mutating func note(_ fetched: RFCFetcher.Fetched) {
    count(fetched)
    done += 1
  }

  /// Counts a document that did not come.
  mutating func note(_ error: RFCSyncError, _ number: Int) {
    done += 1
    if case .missing = error {
      missing += 1
      missingNumbers.append(number)
    } else {
      failed += 1
      failures.append(RFCSyncFailure(number: number, error: error))
    }
  }
}

/// A document that a sync could not bring.
public struct RFCSyncFailure: Sendable, Hashable {
  public var number: Int
  public var error: RFCSyncError

  /// Makes a failure of the document of a number.
  public init(number: Int, error: RFCSyncError) { (self.number, self.error) = (number, error) }
}
