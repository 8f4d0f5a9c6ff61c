internal import HikidashiBase

/// A change in a store: the settings whose values changed, and those that were shown, hidden,
/// enabled or disabled.
public struct PreferenceChange: Sendable {
  let schema: PreferenceSchema
  package var values: Set<Int>
  package var states: Set<Int>

  /// The keys of the settings whose values changed, in the order of the schema.
  public var keys: [String] { values.sorted().map { schema.entries[$0].key } }

  /// The keys of the settings that were shown, hidden, enabled or disabled.
  public var shownKeys: [String] { states.sorted().map { schema.entries[$0].key } }

  /// Whether the value of a setting changed.
  public func concerns(_ preference: some PreferenceHandle) -> Bool {
    schema.position(of: preference.definition).map(values.contains) ?? false
  }

  /// Makes a change of the settings at some positions of a schema.
  package static func of(
    _ schema: PreferenceSchema, values: Set<Int>, states: Set<Int>
  ) -> PreferenceChange { PreferenceChange(schema: schema, values: values, states: states) }

  var isEmpty: Bool { values.isEmpty && states.isEmpty }
}

extension PreferenceChange: MergeableChange {
  package func merged(with next: PreferenceChange) -> PreferenceChange {
    PreferenceChange(
      schema: schema, values: values.union(next.values), states: states.union(next.states))
  }
}

/// A sequence of a ``PreferenceStore``'s changes since the sequence was made, for one reader.
///
/// Changes that come while the reader is busy are merged into one, so that none is lost and none
/// pile up. A sequence is read once; it ends when the reader's task is cancelled, or the store is
/// released.
public struct PreferenceChanges: AsyncSequence, Sendable {
  /// One change, or several that were merged.
  public typealias Element = PreferenceChange
  /// Reading never fails.
  public typealias Failure = Never

  let subscription: ChangeSubscription<PreferenceChange>

  /// Makes the iterator that reads the changes.
  public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

  /// Reads the changes one after another.
  public struct Iterator: AsyncIteratorProtocol {
    let subscription: ChangeSubscription<PreferenceChange>

    /// Waits for the next change; nil at the end of the sequence.
    public mutating func next() async -> PreferenceChange? { await subscription.next() }

    /// Waits for the next change; nil at the end of the sequence.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Never) -> PreferenceChange? {
      await subscription.next()
    }
  }
}

/// A sequence of one setting's values, for one reader: the current value, then each new one. A slow
/// reader may miss some of them, but never the last.
public struct PreferenceUpdates<Value: PreferenceValue>: AsyncSequence, Sendable {
  /// The type of the setting's values.
  public typealias Element = Value
  /// Reading never fails.
  public typealias Failure = Never

  let subscription: ChangeSubscription<PreferenceChange>
  let preference: Preference<Value>
  let read: @Sendable () -> Value?

  /// Makes the iterator that reads the values.
  public func makeAsyncIterator() -> Iterator { Iterator(updates: self) }

  /// Reads the values one after another.
  public struct Iterator: AsyncIteratorProtocol {
    let updates: PreferenceUpdates
    private var last: Value?

    init(updates: PreferenceUpdates) { self.updates = updates }

    /// Waits for the next value; nil at the end of the sequence.
    public mutating func next() async -> Value? {
      if last == nil, let value = updates.read() {
        last = value
        return value
      }
      while let change = await updates.subscription.next() {
        guard change.concerns(updates.preference) else { continue }
        guard let value = updates.read() else { return nil }
        guard value != last else { continue }
        last = value
        return value
      }
      return nil
    }

    /// Waits for the next value; nil at the end of the sequence.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Never) -> Value? {
      await next()
    }
  }
}
