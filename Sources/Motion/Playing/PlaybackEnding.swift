/// Why a playback has ended.
public enum PlaybackEnding: String, Sendable, Hashable {
  /// It has come to the end, or backwards to the beginning.
  case finished
  /// It was cancelled, or its player is gone.
  case cancelled
  /// The player was told to play anew.
  case replaced
}
