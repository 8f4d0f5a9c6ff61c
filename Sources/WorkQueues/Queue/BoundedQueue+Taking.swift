extension BoundedQueue {
  /// Takes the next element, blocking the thread until there is one.
  ///
  /// - Returns: Nil when the queue is closed and nothing is left.
  @available(*, noasync, message: "blocks its thread; await the take of tasks")
  @inlinable
  public func take() -> Element? { pop() ?? takeBlocking() }

  /// Takes the next element, suspending the task until there is one.
  ///
  /// - Returns: Nil when the queue is closed and nothing is left.
  /// - Throws: `CancellationError` when the task is cancelled while there is nothing to take. Thrown,
  ///   nothing was taken.
  @inlinable
  public func take() async throws(CancellationError) -> Element? {
    if let element = pop() { return element }
    return try await takeSuspending()
  }

  /// Takes the next element if there is one, nil otherwise.
  @inlinable
  public func tryTake() -> Element? { pop() }

  /// Takes several elements, blocking the thread until there is one at least.
  ///
  /// - Parameter most: How many, 1 or more; less counts as 1.
  /// - Returns: Empty when the queue is closed and nothing is left.
  @available(*, noasync, message: "blocks its thread; await the take of tasks")
  public func take(upTo most: Int) -> [Element] {
    let elements = tryTake(upTo: max(1, most))
    if !elements.isEmpty { return elements }
    guard let first = takeBlocking() else { return [] }
    return [first] + tryTake(upTo: most - 1)
  }

  /// Takes several elements, suspending the task until there is one at least.
  ///
  /// - Parameter most: How many, 1 or more; less counts as 1.
  /// - Returns: Empty when the queue is closed and nothing is left.
  /// - Throws: `CancellationError` when the task is cancelled while there is nothing to take.
  public func take(upTo most: Int) async throws(CancellationError) -> [Element] {
    let elements = tryTake(upTo: max(1, most))
    if !elements.isEmpty { return elements }
    guard let first = try await takeSuspending() else { return [] }
    return [first] + tryTake(upTo: most - 1)
  }

  /// Takes as many elements as there are, and not more than `most`.
  public func tryTake(upTo most: Int) -> [Element] {
    guard most > 0 else { return [] }
    if let ring {
      let elements = ring.pop(upTo: most)
      if !elements.isEmpty { callProducers(elements.count) }
      return elements
    }
    var elements: [Element] = []
    while elements.count < most, let element = pop() { elements.append(element) }
    return elements
  }

  @usableFromInline @inline(never) func takeBlocking() -> Element? {
    var patience = Patience()
    var number: Int?
    while true {
      if let element = pop() { return element }
      if isOver { return nil }
      if patience.spins() { continue }
      let mine = number ?? consumers.draw()
      number = mine
      consumers.waitBlocking(mine) { mayTake }
    }
  }

  @usableFromInline @inline(never)
  func takeSuspending() async throws(CancellationError) -> Element? {
    var patience = Patience()
    var number: Int?
    while true {
      if let element = pop() { return element }
      if isOver { return nil }
      if Task.isCancelled { throw CancellationError() }
      if await patience.yields() { continue }
      let mine = number ?? consumers.draw()
      number = mine
      await consumers.wait(mine) { self.mayTake }
    }
  }
}
