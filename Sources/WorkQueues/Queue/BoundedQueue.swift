// Named in inlinable code.

internal import HikidashiBase
public import Synchronization

/// A queue of limited length between producers and consumers.
///
/// Any number of threads and tasks may use it. In an `async` context `put` and `take` suspend the
/// task; elsewhere the methods of the same names block the thread.
///
/// ```swift
/// let queue = BoundedQueue<Int>(capacity: 100)
/// let sum = Task {
///   var sum = 0
///   for await number in queue.elements { sum += number }
///   return sum
/// }
/// for number in 1...1_000 { try await queue.put(number) }
/// queue.close()
/// print(await sum.value)
/// ```
///
/// Elements that one producer puts with one priority come out in the same order. No element is lost
/// or comes out twice, even when waiting tasks are cancelled.
public final class BoundedQueue<Element: Sendable>: Sendable {
  /// How many elements it holds at most.
  public let capacity: Int
  /// What happens to an element that is put when it is full.
  public let overflow: QueueOverflow

  /// Where the elements are: in a ring, unless priorities, lanes or dropping need to sort them.
  @usableFromInline let ring: Ring<Element>?
  let shelf: Guarded<SortedShelf<Element>>?
  private let priority: (@Sendable (Element) -> Int)?
  private let lane: (@Sendable (Element) -> LaneKey?)?

  @usableFromInline let producers = WaitingSide()
  @usableFromInline let consumers = WaitingSide()
  /// What `producers` and `consumers` publish, to be looked at without touching them.
  @usableFromInline let waitingProducers: UncheckedCounter
  @usableFromInline let waitingConsumers: UncheckedCounter
  /// Of a ring; a shelf counts its own.
  let dropped = Atomic(0)

  /// Makes an empty queue.
  ///
  /// - Parameters:
  ///   - capacity: How many elements it holds at most, 1 or more; less counts as 1.
  ///   - overflow: What happens to an element that is put when it is full.
  ///   - priority: Called once for each element; the greatest is taken first. Nil: all are equal.
  public convenience init(
    capacity: Int, overflow: QueueOverflow = .wait, priority: (@Sendable (Element) -> Int)? = nil
  ) {
    self.init(max(1, capacity), overflow, priority, nil)
  }

  /// Makes an empty queue with lanes: of the elements of one key only one is handled at a time, in the
  /// order in which they were put, while others run beside it.
  ///
  /// A consumer calls ``finish(_:)`` when it is done with an element.
  ///
  /// - Parameters:
  ///   - capacity: How many elements it holds at most, 1 or more; less counts as 1.
  ///   - overflow: What happens to an element that is put when it is full.
  ///   - priority: Called once for each element; the greatest is taken first, of a lane the first.
  ///   - lane: The key; nil for an element that is in no lane. It must not change.
  public convenience init<Key: Hashable & Sendable>(
    capacity: Int, overflow: QueueOverflow = .wait, priority: (@Sendable (Element) -> Int)? = nil,
    lane: @escaping @Sendable (Element) -> Key?
  ) {
    self.init(max(1, capacity), overflow, priority) { element in lane(element).map { LaneKey($0) } }
  }

  private init(
    _ capacity: Int, _ overflow: QueueOverflow, _ priority: (@Sendable (Element) -> Int)?,
    _ lane: (@Sendable (Element) -> LaneKey?)?
  ) {
    self.capacity = capacity
    self.overflow = overflow
    self.priority = priority
    self.lane = lane
    // A ring has memory for all that it may hold from the start; a shelf grows.
    let isPlain =
      priority == nil && lane == nil && overflow != .dropOldest && capacity <= 1 << 20
    ring = isPlain ? Ring(capacity: capacity) : nil
    shelf = isPlain ? nil : Guarded(SortedShelf(capacity: capacity, overflow: overflow))
    waitingProducers = UncheckedCounter(producers.waiting)
    waitingConsumers = UncheckedCounter(consumers.waiting)
  }

  deinit { ring?.destroy() }

  /// How many elements are in it, those that wait in their lanes included.
  public var count: Int { ring?.count ?? shelf?.withLock { $0.count } ?? 0 }

  /// Whether ``close()`` was called.
  public var isClosed: Bool { ring?.isClosed ?? shelf?.withLock { $0.isClosed } ?? true }

  /// A snapshot of the queue: how many elements it holds, and how many callers wait.
  ///
  /// Of a queue with priorities, lanes or dropping, count and state are of one moment; else others
  /// may put and take while they are gathered.
  public var status: QueueStatus {
    let held = shelf?.withLock { ($0.count, $0.isClosed, $0.dropped) }
    return QueueStatus(
      count: held?.0 ?? count, capacity: capacity, isClosed: held?.1 ?? isClosed,
      waitingProducers: producers.count, waitingConsumers: consumers.count,
      dropped: held?.2 ?? dropped.load(ordering: .relaxed))
  }

  /// Closes the queue: waiting producers are refused, and consumers get the elements left and then
  /// nil. Calling it again does nothing.
  public func close() {
    guard ring?.close() ?? shelf?.withLock({ $0.close() }) ?? false else { return }
    producers.callAll()
    consumers.callAll()
  }

  /// Marks a taken element as done, so that the next of its lane can be taken.
  ///
  /// Call it once for each element taken from a queue with lanes; in other queues it does nothing.
  public func finish(_ element: Element) {
    guard let shelf, let key = lane?(element) else { return }
    if shelf.withLock({ $0.finish(key) }) { callConsumers() }
  }

  /// Tries once to store an element, and calls a consumer if it was stored.
  @inlinable @inline(__always) func push(_ element: Element) -> PutResult<Element> {
    guard let ring else { return pushSorted(element) }
    let result = ring.push(element)
    if case .stored = result, waitingConsumers.isPositive { consumers.call() }
    return result
  }

  /// Tries once to take an element, and calls a producer if one was taken.
  @inlinable @inline(__always) func pop() -> Element? {
    guard let ring else { return popSorted() }
    let element = ring.pop()
    if element != nil, waitingProducers.isPositive { producers.call() }
    return element
  }

  @usableFromInline @inline(never) func pushSorted(_ element: Element) -> PutResult<Element> {
    guard let shelf else { return .closed }
    // Foreign code, so called before the lock is taken.
    let (priority, lane) = (priority?(element) ?? 0, lane?(element))
    let result = shelf.withLock { $0.push(element, priority: priority, lane: lane) }
    switch result {
    case .stored, .dropped: callConsumers()
    case .full, .closed: break
    }
    return result
  }

  @usableFromInline @inline(never) func popSorted() -> Element? {
    guard let shelf else { return nil }
    let (element, isOver) = shelf.withLock { shelf in
      (shelf.pop(), shelf.isClosed && shelf.count == 0)
    }
    if element != nil, waitingProducers.isPositive { producers.call() }
    // Others may wait for what is in the lanes, and nothing is there any longer.
    if element != nil, isOver { consumers.callAll() }
    return element
  }

  func callConsumers(_ most: Int = 1) {
    if waitingConsumers.isPositive { consumers.call(most) }
  }

  func callProducers(_ most: Int) {
    if waitingProducers.isPositive { producers.call(most) }
  }

  /// Whether it is worth trying to put.
  var mayPut: Bool {
    if let ring { return ring.isClosed || ring.count < capacity }
    return shelf?.withLock { $0.isClosed || $0.count < capacity } ?? true
  }

  /// Whether it is worth trying to take.
  var mayTake: Bool {
    if let ring { return ring.count > 0 || ring.isClosed }
    return shelf?.withLock { $0.hasReady || ($0.isClosed && $0.count == 0) } ?? true
  }

  /// Whether nothing will ever be taken again.
  var isOver: Bool {
    // Closed before it is counted: nothing is put between the two.
    if let ring { return ring.isClosed && ring.count == 0 }
    return shelf?.withLock { $0.isClosed && $0.count == 0 } ?? true
  }
}

/// A counter that others keep, looked at without touching who keeps it.
// @unchecked: an atomic word; the queue that looks at it holds its owner.
@usableFromInline struct UncheckedCounter: @unchecked Sendable {
  @usableFromInline let word: UnsafeMutablePointer<Atomic<Int>>

  init(_ word: UnsafeMutablePointer<Atomic<Int>>) { self.word = word }

  @inlinable @inline(__always) var isPositive: Bool {
    word.pointee.load(ordering: .sequentiallyConsistent) > 0
  }
}

// MARK: - Taking

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
