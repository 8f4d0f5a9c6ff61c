/// What of a change survives a crash, from least to most; each promises what those before it do.
///
/// At every level a reader that runs at the same time sees the old bytes or the new ones and never
/// a part of a ``ByteStorage/write(_:to:durability:)``. The levels tell what is there after the
/// process was killed, or the power failed.
public enum Durability: Int, Sendable, CaseIterable, Comparable {
  /// Nothing is promised: after a power cut the bytes may be old, new, a part or gone. For caches.
  case none
  /// The old bytes or the new ones are there, never a half.
  case atomic
  /// Like ``atomic``, and once the call has returned, the new ones: file and folder were synced.
  case durable

  public static func < (one: Durability, other: Durability) -> Bool {
    one.rawValue < other.rawValue
  }
}
