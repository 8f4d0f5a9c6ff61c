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
