internal import Support

/// One time that a scene is played, from when it was asked for to its one ending.
public final class Playback: Endable {
  private let shared = SharedEnding<PlaybackEnding>()

  init() {}

  /// Why it has ended; nil while it has not.
  public var ending: PlaybackEnding? { shared.ending }

  /// Returns why it ended, when it has; nil where the waiting task is cancelled first.
  public func waitForEnding() async -> PlaybackEnding? {
    await shared.wait()
    return ending
  }

  public func ended() async { await shared.wait() }

  func end(_ ending: PlaybackEnding) { shared.end(ending)() }
}
