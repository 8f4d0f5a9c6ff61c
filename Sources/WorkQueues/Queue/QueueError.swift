internal import HikidashiBase

/// Why an element was not put into a queue.
public enum QueueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The queue was closed.
  case closed
  /// The queue is full, and refuses instead of waiting.
  case full(capacity: Int)
  /// The task that waited for room was cancelled.
  case cancelled

  public var description: String {
    switch self {
    case .closed: tr("the queue is closed: put nothing in after close()")
    case .full(let capacity):
      tr("the queue is full with {} elements: try later, or let it wait or drop", capacity)
    case .cancelled: tr("the task was cancelled while it waited for room in the queue")
    }
  }
}

/// What happens to an element that is put into a full queue.
public enum QueueOverflow: Hashable, Sendable, CaseIterable {
  /// The producer waits for room.
  case wait
  /// It is refused with an error.
  case refuse
  /// The oldest element of the least priority is dropped to make room.
  case dropOldest
  /// The new element is dropped.
  case dropNewest
}

/// A snapshot of a queue: how many elements it holds, and how many callers wait.
public struct QueueStatus: Hashable, Sendable {
  /// How many elements are in it, those that wait in their lanes included; at most ``capacity``.
  public let count: Int
  public let capacity: Int
  /// Whether nothing more can be put.
  public let isClosed: Bool
  /// How many producers wait for room.
  public let waitingProducers: Int
  /// How many consumers wait for an element.
  public let waitingConsumers: Int
  /// How many elements were dropped because it was full.
  public let dropped: Int
}
