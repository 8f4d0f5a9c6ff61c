internal import Support

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
