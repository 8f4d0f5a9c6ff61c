internal import Support

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
