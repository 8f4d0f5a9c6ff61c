internal import Synchronization

/// Tells readers and callbacks of every change, to each in order; where one is slow, its latest changes
/// become one.
///
/// Nobody is resumed or called with a lock held.
package final class ChangeFeed<Change: MergeableChange>: Sendable {
  typealias Queue = Guarded<ChangeQueue<Change, CheckedContinuation<Change?, Never>>>
  package typealias Wakes = [ChangeQueue<Change, CheckedContinuation<Change?, Never>>.Wake]

  private enum Follower: Sendable {
    case reader(Queue)
    case callback(ChangeBuffer<Change>, @Sendable (Change) -> Void)
  }

  private struct Place: Sendable {
    let id: Int
    var follower: Follower
  }

  private struct State: Sendable {
    /// By the order in which they came.
    var followers: [Place] = []
    var nextID = 0
    /// Whether a thread is calling callbacks.
    var isCalling = false

    /// Hands a change to all who are there.
    mutating func push(_ change: Change) -> Wakes {
      var wakes: Wakes = []
      for index in followers.indices {
        switch followers[index].follower {
        case .reader(let queue):
          if let wake = queue.withLock({ $0.push(change) }) { wakes.append(wake) }
        case .callback(var buffer, let body):
          buffer.push(change)
          followers[index].follower = .callback(buffer, body)
        }
      }
      return wakes
    }

    /// The next callback to call; without one, the caller is done calling.
    mutating func nextCall() -> ((@Sendable (Change) -> Void), Change)? {
      for index in followers.indices {
        guard case .callback(var buffer, let body) = followers[index].follower,
          let change = buffer.pop()
        else { continue }
        followers[index].follower = .callback(buffer, body)
        return (body, change)
      }
      isCalling = false
      return nil
    }
  }

  private let state = Guarded(State())
  /// How many follow, so that a change that nobody follows costs next to nothing.
  private let count = Atomic(0)

  package init() {}

  /// Tells of a change.
  package func tell(_ change: Change) {
    if count.load(ordering: .acquiring) > 0 { wake(push([change])) }
  }

  /// Hands changes to all who are there, and tells nobody yet: it may be called with a lock held.
  ///
  /// - Returns: What to call ``wake(_:)`` with, once no lock is held.
  package func push(_ changes: [Change]) -> Wakes {
    state.withLock { state in changes.flatMap { state.push($0) } }
  }

  /// Resumes readers, and calls callbacks until none has anything to be told, unless another thread, or a
  /// callback further up, is doing so already.
  package func wake(_ wakes: Wakes) {
    for wake in wakes { wake.waiter.resume(returning: wake.change) }
    let isFirst = state.withLock { state in
      defer { state.isCalling = true }
      return !state.isCalling
    }
    guard isFirst else { return }
    while let (body, change) = state.withLock({ $0.nextCall() }) { body(change) }
  }

  /// A place among the readers.
  ///
  /// - Parameter limit: How many changes wait for the reader before the latest become one.
  package func subscribe(limit: Int) -> ChangeSubscription<Change> {
    let queue = Queue(ChangeQueue(limit: limit))
    return ChangeSubscription(self, add(.reader(queue)), queue)
  }

  /// Calls `body` with each change from now on, one after another, on the thread of some change.
  package func observe(
    limit: Int = 16, _ body: @escaping @Sendable (Change) -> Void
  ) -> ObservationToken {
    let id = add(.callback(ChangeBuffer(limit: limit), body))
    return ObservationToken { [weak self] in self?.remove(id) }
  }

  /// Ends all reading and calling.
  package func finish() {
    let followers = state.withLock { state in
      defer { state.followers = [] }
      count.store(0, ordering: .releasing)
      return state.followers
    }
    for place in followers {
      guard case .reader(let queue) = place.follower else { continue }
      for wake in queue.withLock({ $0.finish() }) { wake.waiter.resume(returning: nil) }
    }
  }

  private func add(_ follower: Follower) -> Int {
    state.withLock { state in
      state.nextID += 1
      state.followers.append(Place(id: state.nextID, follower: follower))
      count.store(state.followers.count, ordering: .releasing)
      return state.nextID
    }
  }

  fileprivate func remove(_ id: Int) {
    // What the callback holds is released after the lock.
    _ = state.withLock { state in
      let index = state.followers.firstIndex { $0.id == id }
      let removed = index.map { state.followers.remove(at: $0) }
      count.store(state.followers.count, ordering: .releasing)
      return removed
    }
  }
}

/// One reader's place among those who are told of changes; given up when it is released.
package final class ChangeSubscription<Change: MergeableChange>: Sendable {
  private let feed: ChangeFeed<Change>
  private let id: Int
  private let queue: ChangeFeed<Change>.Queue

  fileprivate init(_ feed: ChangeFeed<Change>, _ id: Int, _ queue: ChangeFeed<Change>.Queue) {
    self.feed = feed
    self.id = id
    self.queue = queue
  }

  deinit { feed.remove(id) }

  /// The next change; nil when there are no more, or the task is cancelled.
  package func next() async -> Change? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let wake = queue.withLock { $0.next(continuation) }
        wake?.waiter.resume(returning: wake?.change)
      }
    } onCancel: {
      for wake in queue.withLock({ $0.cancel() }) { wake.waiter.resume(returning: nil) }
    }
  }
}

/// A change that can be told of together with the one that follows it.
package protocol MergeableChange: Sendable {
  func merged(with next: Self) -> Self
}

/// Changes that somebody has not taken yet: so many at most, later ones become one.
package struct ChangeBuffer<Change: MergeableChange>: Sendable {
  private let limit: Int
  private var pending: [Change] = []

  package init(limit: Int) { self.limit = max(1, limit) }

  package mutating func push(_ change: Change) {
    if pending.count >= limit, let last = pending.popLast() {
      pending.append(last.merged(with: change))
    } else {
      pending.append(change)
    }
  }

  /// Takes the oldest.
  package mutating func pop() -> Change? { pending.isEmpty ? nil : pending.removeFirst() }

  package mutating func removeAll() { pending = [] }
}

/// What one reader of changes waits for: a state machine that says whom to wake, and with what.
package struct ChangeQueue<Change: MergeableChange, Waiter> {
  private var buffer: ChangeBuffer<Change>
  private var waiters: [Waiter] = []
  private var isEnded = false

  package init(limit: Int) { buffer = ChangeBuffer(limit: limit) }

  /// A waiter, and what it is to be given.
  package typealias Wake = (waiter: Waiter, change: Change?)

  /// Takes a change; nothing after the end.
  package mutating func push(_ change: Change) -> Wake? {
    guard !isEnded else { return nil }
    guard waiters.isEmpty else { return (waiters.removeFirst(), change) }
    buffer.push(change)
    return nil
  }

  /// Asks for the next change: wakes the waiter at once, or keeps it.
  package mutating func next(_ waiter: Waiter) -> Wake? {
    if let change = buffer.pop() { return (waiter, change) }
    if isEnded { return (waiter, nil) }
    waiters.append(waiter)
    return nil
  }

  /// There will be no more changes; those not taken yet can still be taken.
  package mutating func finish() -> [Wake] {
    isEnded = true
    defer { waiters = [] }
    return waiters.map { ($0, nil) }
  }

  /// The reader wants no more.
  package mutating func cancel() -> [Wake] {
    buffer.removeAll()
    return finish()
  }
}

extension ChangeQueue: Sendable where Waiter: Sendable {}
