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

  let subscription: ChangeSubscription<RecordTransaction>

  public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

  public struct Iterator: AsyncIteratorProtocol {
    let subscription: ChangeSubscription<RecordTransaction>

    public mutating func next() async -> RecordTransaction? { await subscription.next() }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Never) -> RecordTransaction? {
      await subscription.next()
    }
  }
}
