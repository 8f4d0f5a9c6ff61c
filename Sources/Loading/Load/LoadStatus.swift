/// A snapshot of a load: its state, its progress and its latest error.
public struct LoadStatus: Hashable, Sendable {
  public var state: LoadState
  /// How often it was tried, this time included; 0 before the first.
  public var attempt: Int
  /// The bytes of the body that this attempt has parsed.
  public var bytes: Int
  /// The bytes that the body will have; nil where nobody knows.
  public var expectedBytes: Int?
  /// The share that is done, from 0 to 1; nil where nobody knows.
  public var fraction: Double?
  /// The bytes a second since this attempt began; 0 until there are some.
  public var bytesPerSecond: Double
  /// What has failed: the end of a load, or the reason why it waits.
  public var error: LoadError?
  /// How long it waits before the next attempt, from when it began to wait.
  public var retryDelay: Duration?

  public init(_ state: LoadState = .notConnected) {
    self.state = state
    attempt = 0
    bytes = 0
    bytesPerSecond = 0
  }

  /// The seconds that are left at the rate so far; nil where nobody knows.
  public var secondsLeft: Double? {
    guard state == .inProgress, let expectedBytes, bytesPerSecond > 0 else { return nil }
    return Double(max(0, expectedBytes - bytes)) / bytesPerSecond
  }
}

/// The state of a load; `Loading`'s documentation has the table of all transitions.
public enum LoadState: Hashable, Sendable, CaseIterable {
  /// It was made and has not started.
  case notConnected
  /// It waits for the cache to answer, or for its turn.
  case queued
  /// There is no network, and it waits for one.
  case waitingForNetwork
  /// A transfer is under way, or its end is being parsed.
  case inProgress
  /// An attempt has failed, and another will be made.
  case waitingToRetry
  /// It has its result.
  case finished
  /// It has ended with an error.
  case failed
  /// It was cancelled or superseded.
  case cancelled

  /// Whether it has ended, and stays as it is for ever.
  public var isTerminal: Bool {
    switch self {
    case .finished, .failed, .cancelled: true
    case .notConnected, .queued, .waitingForNetwork, .inProgress, .waitingToRetry: false
    }
  }
}
