/// A snapshot of a load: its state, its progress and its latest error.
public struct LoadStatus: Hashable, Sendable {
  /// The state of the load.
  public var state: LoadState
  /// The number of attempts, this one included; 0 before the first.
  public var attempt: Int
  /// The bytes of the body that this attempt has parsed.
  public var bytes: Int
  /// The bytes that the body will have; nil when unknown.
  public var expectedBytes: Int?
  /// The fraction that is done, from 0 to 1; nil when unknown.
  public var fraction: Double?
  /// The bytes a second since this attempt began; 0 until there are some.
  public var bytesPerSecond: Double
  /// What has failed: the end of a load, or the reason why it waits.
  public var error: LoadError?
  /// The whole wait before the next attempt, counted from its beginning.
  public var retryDelay: Duration?

  /// The status of a load in a state, before its first attempt and without a byte.
  public init(_ state: LoadState = .notConnected) {
    self.state = state
    attempt = 0
    bytes = 0
    bytesPerSecond = 0
  }

  /// The seconds left at the rate so far; nil when unknown.
  public var secondsLeft: Double? {
    guard state == .inProgress, let expectedBytes, bytesPerSecond > 0 else { return nil }
    return Double(max(0, expectedBytes - bytes)) / bytesPerSecond
  }
}

/// The state of a load; `Loading`'s documentation has the table of all transitions.
public enum LoadState: Hashable, Sendable, CaseIterable {
  /// The load was made and has not started.
  case notConnected
  /// The load waits for the cache to answer, or for its turn.
  case queued
  /// The load waits for a network.
  case waitingForNetwork
  /// A transfer is under way, or its end is being parsed.
  case inProgress
  /// An attempt has failed, and another will be made.
  case waitingToRetry
  /// The load has its result.
  case finished
  /// The load has ended with an error.
  case failed
  /// The load was cancelled or superseded.
  case cancelled

  /// Whether the load has ended, so that its state never changes again.
  public var isTerminal: Bool {
    switch self {
    case .finished, .failed, .cancelled: true
    case .notConnected, .queued, .waitingForNetwork, .inProgress, .waitingToRetry: false
    }
  }
}
