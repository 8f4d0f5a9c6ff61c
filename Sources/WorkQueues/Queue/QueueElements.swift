extension BoundedQueue {
  /// The elements as they are taken, until the queue is closed and empty or the task is cancelled.
  ///
  /// Several may iterate at once; each element goes to one of them.
  public var elements: QueueElements<Element> { QueueElements(queue: self) }
}

/// An asynchronous sequence that takes elements from a queue.
public struct QueueElements<Element: Sendable>: AsyncSequence, Sendable {
  public struct AsyncIterator: AsyncIteratorProtocol {
    @usableFromInline let queue: BoundedQueue<Element>

    @inlinable
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Element? { try? await queue.take() }

    @inlinable
    public mutating func next() async -> Element? { try? await queue.take() }
  }

  public typealias Failure = Never

  let queue: BoundedQueue<Element>

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(queue: queue) }
}
