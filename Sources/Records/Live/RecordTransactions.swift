internal import HikidashiBase

/// The changes of ``LiveRecords`` for one reader, from the moment it was asked for.
///
/// ```swift
/// let changes = live.changes
/// Task {
///   for await change in changes { rows = view.update(to: change.after) }
/// }
/// ```
///
/// A sequence is read once; ask for another for each reader. It ends when the reader's task is
/// cancelled, or when the ``LiveRecords`` are gone.
public struct RecordTransactions: AsyncSequence, Sendable {
  public typealias Element = RecordTransaction
  public typealias Failure = Never

  private let subscription: ChangeSubscription

  init(_ subscription: ChangeSubscription) { self.subscription = subscription }

  public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

  public struct Iterator: AsyncIteratorProtocol {
    let subscription: ChangeSubscription

    public mutating func next() async -> RecordTransaction? { await subscription.next() }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Never) -> RecordTransaction? {
      await subscription.next()
    }
  }
}

/// One reader's place among those who are told of changes; given up when it is released.
final class ChangeSubscription: Sendable {
  private let queue: LiveCore.Queue
  private let core: LiveCore
  private let id: Int

  init(_ core: LiveCore, limit: Int) {
    self.core = core
    queue = Guarded(ChangeQueue(limit: limit))
    id = core.add(.reader(queue))
  }

  deinit { core.remove(id) }

  func next() async -> RecordTransaction? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let wake = queue.withLock { $0.next(continuation) }
        wake?.waiter.resume(returning: wake?.transaction)
      }
    } onCancel: {
      for wake in queue.withLock({ $0.cancel() }) { wake.waiter.resume(returning: nil) }
    }
  }
}

/// Transactions that a reader has not taken yet: so many at most, later ones become one.
struct TransactionBuffer: Sendable {
  private let limit: Int
  private var pending: [RecordTransaction] = []

  init(limit: Int) { self.limit = max(1, limit) }

  var isEmpty: Bool { pending.isEmpty }

  mutating func push(_ transaction: RecordTransaction) {
    if pending.count >= limit, let last = pending.popLast() {
      pending.append(last.merged(with: transaction))
    } else {
      pending.append(transaction)
    }
  }

  /// Takes the oldest.
  mutating func pop() -> RecordTransaction? { pending.isEmpty ? nil : pending.removeFirst() }

  mutating func removeAll() { pending = [] }
}

/// What one reader of changes waits for: a state machine that says whom to wake, and with what.
struct ChangeQueue<Waiter> {
  private var buffer: TransactionBuffer
  private var waiters: [Waiter] = []
  private var isEnded = false

  init(limit: Int) { buffer = TransactionBuffer(limit: limit) }

  /// A waiter, and what it is to be given.
  typealias Wake = (waiter: Waiter, transaction: RecordTransaction?)

  /// Takes a transaction; nothing after the end.
  mutating func push(_ transaction: RecordTransaction) -> Wake? {
    guard !isEnded else { return nil }
    guard waiters.isEmpty else { return (waiters.removeFirst(), transaction) }
    buffer.push(transaction)
    return nil
  }

  /// Asks for the next transaction: wakes the waiter at once, or keeps it.
  mutating func next(_ waiter: Waiter) -> Wake? {
    if let transaction = buffer.pop() { return (waiter, transaction) }
    if isEnded { return (waiter, nil) }
    waiters.append(waiter)
    return nil
  }

  /// There will be no more transactions; those not taken yet can still be taken.
  mutating func finish() -> [Wake] {
    isEnded = true
    defer { waiters = [] }
    return waiters.map { ($0, nil) }
  }

  /// The reader wants no more.
  mutating func cancel() -> [Wake] {
    buffer.removeAll()
    return finish()
  }
}
