/// The values of something that changes, newest first: who is slow misses some in between, never the
/// last.
///
/// Any number of loops may run over it, each from the value that is current when it begins.
public struct StatusSequence<Element: Sendable>: AsyncSequence, Sendable {
  typealias Reading = StatusBoard<Element>.Reading

  private let wait: @Sendable (_ version: Int) async -> Reading?

  init<Value>(_ board: StatusBoard<Value>, _ part: @escaping @Sendable (Value) -> Element) {
    wait = { version in
      await board.next(after: version).map {
        Reading(value: part($0.value), version: $0.version, isLast: $0.isLast)
      }
    }
  }

  public func makeAsyncIterator() -> Iterator { Iterator(wait: wait) }

  public struct Iterator: AsyncIteratorProtocol {
    let wait: @Sendable (_ version: Int) async -> Reading?
    var version = 0
    var isOver = false

    /// The newest value as soon as there is one not seen yet; nil behind the last, or when the task
    /// is cancelled.
    public mutating func next() async -> Element? {
      guard !isOver, let reading = await wait(version) else {
        isOver = true
        return nil
      }
      version = reading.version
      isOver = reading.isLast
      return reading.value
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await next()
    }
  }
}
