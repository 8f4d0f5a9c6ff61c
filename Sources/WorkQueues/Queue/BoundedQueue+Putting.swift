internal import Synchronization

extension BoundedQueue {
  /// Puts an element, blocking the thread for room where the queue waits.
  ///
  /// - Returns: The element that was dropped instead, if one was: an older one, or this one.
  /// - Throws: ``QueueError/closed``, or ``QueueError/full(capacity:)`` where the queue refuses.
  @available(*, noasync, message: "blocks its thread; await the put of tasks")
  @inlinable @discardableResult
  public func put(_ element: Element) throws(QueueError) -> Element? {
    let result = push(element)
    if case .stored = result { return nil }
    return try putBlocking(element, after: result)
  }

  /// Puts an element, suspending the task for room where the queue waits.
  ///
  /// - Returns: The element that was dropped instead, if one was: an older one, or this one.
  /// - Throws: ``QueueError/closed``, ``QueueError/full(capacity:)`` where the queue refuses, or
  ///   ``QueueError/cancelled`` when the task is cancelled while there is no room. Thrown, nothing was
  ///   put.
  @inlinable @discardableResult
  public func put(_ element: Element) async throws(QueueError) -> Element? {
    let result = push(element)
    if case .stored = result { return nil }
    return try await putSuspending(element, after: result)
  }

  /// Puts an element if that can be done at once.
  ///
  /// - Returns: False when it is full or closed, or the element was dropped.
  public func tryPut(_ element: Element) -> Bool {
    switch push(element) {
    case .stored: return true
    case .dropped: return overflow == .dropOldest
    case .closed: return false
    case .full:
      if overflow == .dropNewest { dropped.add(1, ordering: .relaxed) }
      return false
    }
  }

  /// Puts several elements in their order, blocking the thread for room where the queue waits.
  ///
  /// Others' elements may come between them.
  ///
  /// - Throws: As for one element; those before it have been put.
  @available(*, noasync, message: "blocks its thread; await the put of tasks")
  public func put(contentsOf elements: some Sequence<Element>) throws(QueueError) {
    var rest = Array(elements)[...]
    while true {
      rest = rest.dropFirst(pushMany(rest))
      guard let next = rest.popFirst() else { return }
      _ = try putBlocking(next, after: push(next))
    }
  }

  /// Puts several elements in their order, suspending the task for room where the queue waits.
  ///
  /// Others' elements may come between them.
  ///
  /// - Throws: As for one element; those before it have been put.
  public func put(contentsOf elements: some Sequence<Element>) async throws(QueueError) {
    var rest = Array(elements)[...]
    while true {
      rest = rest.dropFirst(pushMany(rest))
      guard let next = rest.popFirst() else { return }
      _ = try await putSuspending(next, after: push(next))
    }
  }

  /// Puts as many as a ring has room for, and says how many those are.
  private func pushMany(_ elements: ArraySlice<Element>) -> Int {
    guard let count = ring?.push(from: elements), count > 0 else { return 0 }
    callConsumers(count)
    return count
  }

  /// What came of putting in the end; nil when it has to be tried again after a wait.
  private func outcome(
    _ result: PutResult<Element>, _ element: Element
  ) throws(QueueError) -> (dropped: Element?, Void)? {
    switch result {
    case .stored: return (nil, ())
    case .dropped(let dropped): return (dropped, ())
    case .closed: throw .closed
    case .full where overflow == .refuse: throw .full(capacity: capacity)
    case .full where overflow == .dropNewest:
      dropped.add(1, ordering: .relaxed)
      return (element, ())
    case .full: return nil
    }
  }

  @usableFromInline @inline(never)
  func putBlocking(
    _ element: Element, after first: PutResult<Element>
  ) throws(QueueError) -> Element? {
    var result = first
    var patience = Patience()
    var number: Int?
    while true {
      if let outcome = try outcome(result, element) { return outcome.dropped }
      if !patience.spins() {
        let mine = number ?? producers.draw()
        number = mine
        producers.waitBlocking(mine) { mayPut }
      }
      result = push(element)
    }
  }

  @usableFromInline @inline(never)
  func putSuspending(
    _ element: Element, after first: PutResult<Element>
  ) async throws(QueueError) -> Element? {
    var result = first
    var patience = Patience()
    var number: Int?
    while true {
      if let outcome = try outcome(result, element) { return outcome.dropped }
      if Task.isCancelled { throw .cancelled }
      if await !patience.yields() {
        let mine = number ?? producers.draw()
        number = mine
        await producers.wait(mine) { self.mayPut }
      }
      result = push(element)
    }
  }
}
