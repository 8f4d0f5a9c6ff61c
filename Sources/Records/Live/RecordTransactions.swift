internal import HikidashiBase

/// An asynchronous sequence of the changes of ``LiveRecords`` for one reader, from the moment it
/// was made.
///
/// ```swift
/// for await change in live.changes { rows = view.update(to: change.after) }
/// ```
///
/// A sequence is read once; ask for another for each reader. It ends when the reader's task is
/// cancelled, or when the ``LiveRecords`` are gone.
public struct RecordTransactions: AsyncSequence, Sendable {
  /// The elements are transactions.
  public typealias Element = RecordTransaction
  /// The sequence never throws.
  public typealias Failure = Never

  let subscription: ChangeSubscription<RecordTransaction>

  /// Returns an iterator over the changes; a sequence is read once.
  public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

  /// An iterator that waits for each change.
  public struct Iterator: AsyncIteratorProtocol {
    let subscription: ChangeSubscription<RecordTransaction>

    /// Waits for the next change; nil at the end of the sequence.
    public mutating func next() async -> RecordTransaction? { await subscription.next() }

    /// Waits for the next change, called from an actor; nil at the end of the sequence.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Never) -> RecordTransaction? {
      await subscription.next()
    }
  }
}
