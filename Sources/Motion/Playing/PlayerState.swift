/// What a player is doing.
public enum PlayerState: Sendable, Hashable {
  /// Nothing was played yet.
  case idle
  case playing
  /// It stands still, and may wait for signals besides.
  case paused
  /// It stands at a label until a signal is given; of several the first.
  case waiting(signal: String)
  case ended(PlaybackEnding)
}

/// What has happened to an element, and when.
public struct PlayerLogEntry: Sendable, Hashable {
  public let event: SceneHookEvent
  /// Where the playback was, in seconds from its beginning.
  public let time: Double

  public init(event: SceneHookEvent, time: Double) {
    self.event = event
    self.time = time
  }
}

/// Why a player refused something.
public enum PlayerError: Error, Equatable, Sendable {
  /// No label of the scene is called so.
  case unknownLabel(String)
}

extension PlayerError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownLabel(let name):
      "the scene has no label “\(name)”; add one, or correct the name"
    }
  }
}
