internal import HikidashiBase

/// The changes of a ``PreferenceStore`` for one reader, from the moment it was asked for.
///
/// Changes that come while the reader is at work become one, so that nothing is lost and nothing
/// piles up. A sequence is read once; it ends when the reader's task is cancelled, or the store is
/// gone.
public struct PreferenceChanges: AsyncSequence, Sendable {
  public typealias Element = PreferenceChange
  public typealias Failure = Never

  private let subscription: PreferenceSubscription

  init(_ subscription: PreferenceSubscription) { self.subscription = subscription }

  public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

  public struct Iterator: AsyncIteratorProtocol {
    let subscription: PreferenceSubscription

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

  let subscription: PreferenceSubscription
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

/// Those who are told of changes.
final class PreferenceTeller: Sendable {
  /// What waits for one reader.
  struct Mailbox: Sendable {
    var pending: PreferenceChange?
    var waiter: CheckedContinuation<PreferenceChange?, Never>?
    var isEnded = false
  }

  private struct State: Sendable {
    var next = 0
    var readers: [Int: Guarded<Mailbox>] = [:]
    var observers: [Int: @Sendable (PreferenceChange) -> Void] = [:]
  }

  private let state = Guarded(State())

  func subscribe() -> PreferenceSubscription {
    let mailbox = Guarded(Mailbox())
    let id = state.withLock { state in
      state.next += 1
      state.readers[state.next] = mailbox
      return state.next
    }
    return PreferenceSubscription(self, id, mailbox)
  }

  func observe(_ body: @escaping @Sendable (PreferenceChange) -> Void) -> ObservationToken {
    let id = state.withLock { state in
      state.next += 1
      state.observers[state.next] = body
      return state.next
    }
    return ObservationToken { [weak self] in self?.remove(id) }
  }

  func remove(_ id: Int) {
    // What the observer holds is released after the lock.
    let observer = state.withLock { state in
      state.readers[id] = nil
      return state.observers.removeValue(forKey: id)
    }
    withExtendedLifetime(observer) {}
  }

  func tell(_ change: PreferenceChange) {
    guard !change.isEmpty else { return }
    let (readers, observers) = state.withLock {
      (Array($0.readers.values), Array($0.observers.values))
    }
    for mailbox in readers {
      let waiter = mailbox.withLock { mailbox in
        guard let waiter = mailbox.waiter else {
          if mailbox.pending == nil {
            mailbox.pending = change
          } else {
            mailbox.pending?.merge(change)
          }
          return nil as CheckedContinuation<PreferenceChange?, Never>?
        }
        mailbox.waiter = nil
        return waiter
      }
      waiter?.resume(returning: change)
    }
    for observer in observers { observer(change) }
  }

  /// There will be no more changes.
  func finish() {
    let readers = state.withLock { state in
      state.observers = [:]
      return Array(state.readers.values)
    }
    for mailbox in readers { PreferenceSubscription.end(mailbox) }
  }
}

/// One reader's place among those who are told; given up when it is released.
final class PreferenceSubscription: Sendable {
  private let teller: PreferenceTeller
  private let id: Int
  private let mailbox: Guarded<PreferenceTeller.Mailbox>

  init(_ teller: PreferenceTeller, _ id: Int, _ mailbox: Guarded<PreferenceTeller.Mailbox>) {
    self.teller = teller
    self.id = id
    self.mailbox = mailbox
  }

  deinit { teller.remove(id) }

  func next() async -> PreferenceChange? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (waiter, change) = mailbox.withLock {
          mailbox -> (CheckedContinuation<PreferenceChange?, Never>?, PreferenceChange?) in
          if let change = mailbox.pending {
            mailbox.pending = nil
            return (continuation, change)
          }
          // One iterator at a time is allowed; a second one gets the place of the first.
          if mailbox.isEnded { return (continuation, nil) }
          let former = mailbox.waiter
          mailbox.waiter = continuation
          return (former, nil)
        }
        waiter?.resume(returning: change)
      }
    } onCancel: {
      Self.end(mailbox)
    }
  }

  static func end(_ mailbox: Guarded<PreferenceTeller.Mailbox>) {
    let waiter = mailbox.withLock { mailbox in
      mailbox.isEnded = true
      defer { mailbox.waiter = nil }
      return mailbox.waiter
    }
    waiter?.resume(returning: nil)
  }
}
