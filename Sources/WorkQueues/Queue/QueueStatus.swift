/// What a queue holds and who waits for it at a moment.
public struct QueueStatus: Hashable, Sendable {
  /// How many elements are in it, those that wait in their lanes included; at most ``capacity``.
  public let count: Int
  public let capacity: Int
  /// Whether nothing more can be put.
  public let isClosed: Bool
  /// How many wait for room.
  public let waitingProducers: Int
  /// How many wait for an element.
  public let waitingConsumers: Int
  /// How many elements were dropped because it was full.
  public let dropped: Int
}
