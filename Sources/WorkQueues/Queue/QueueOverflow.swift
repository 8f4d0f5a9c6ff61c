/// What becomes of an element that is put into a full queue.
public enum QueueOverflow: Hashable, Sendable, CaseIterable {
  /// Whoever puts it waits for room.
  case wait
  /// It is refused by an error.
  case refuse
  /// The oldest of the least priority makes room for it.
  case dropOldest
  /// It is dropped itself.
  case dropNewest
}
