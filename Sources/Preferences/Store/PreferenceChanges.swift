internal import HikidashiBase

/// What has changed in a store: the settings that have another value, and those that are shown or may
/// be changed where they were not, or the other way round.
public struct PreferenceChange: Sendable {
  let schema: PreferenceSchema
  package var values: Set<Int>
  package var states: Set<Int>

  /// The keys of the settings that have another value, in their order.
  public var keys: [String] { values.sorted().map { schema.entries[$0].key } }

  /// The keys of those that came into view or went, or may be changed now or not any more.
  public var shownKeys: [String] { states.sorted().map { schema.entries[$0].key } }

  /// Whether a setting has another value.
  public func concerns(_ preference: some PreferenceHandle) -> Bool {
    schema.position(of: preference.definition).map(values.contains) ?? false
  }

  /// A change of the settings at some positions of a schema.
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

/// The changes of a ``PreferenceStore`` for one reader, from the moment it was asked for.
///
/// Changes that come while the reader is at work become one, so that nothing is lost and nothing
/// piles up. A sequence is read once; it ends when the reader's task is cancelled, or the store is
/// gone.
public struct PreferenceChanges: AsyncSequence, Sendable {
  public typealias Element = PreferenceChange
  public typealias Failure = Never

  let subscription: ChangeSubscription<PreferenceChange>

  public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

  public struct Iterator: AsyncIteratorProtocol {
    let subscription: ChangeSubscription<PreferenceChange>

    public mutating func next() async -> PreferenceChange? { await subscription.next() }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Never) -> PreferenceChange? {
      await subscription.next()
    }
  }
}

/// The values that one setting takes, for one reader: first the one that it has, then each that is
/// another, of which some may be passed over by a slow reader, but never the last.
public struct PreferenceUpdates<Value: PreferenceValue>: AsyncSequence, Sendable {
  public typealias Element = Value
  public typealias Failure = Never

  let subscription: ChangeSubscription<PreferenceChange>
  let preference: Preference<Value>
  let read: @Sendable () -> Value?

  public func makeAsyncIterator() -> Iterator { Iterator(updates: self) }

  public struct Iterator: AsyncIteratorProtocol {
    let updates: PreferenceUpdates
    private var last: Value?

    init(updates: PreferenceUpdates) { self.updates = updates }

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

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Never) -> Value? {
      await next()
    }
  }
}
