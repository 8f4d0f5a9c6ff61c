/// Where a load is on its way; `Loading`'s documentation has the table of all transitions.
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
