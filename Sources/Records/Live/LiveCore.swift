internal import Glibc
internal import HikidashiBase

/// What ``LiveRecords`` and its readers share: the table under a lock, and whom to tell of changes.
///
/// Two locks: the history's is held while an edit runs, so that writers take turns. The other is held
/// only to read or replace what is present, so that readers never wait for an edit. Nobody is told
/// while either is held.
final class LiveCore: Sendable {
  typealias Queue = Guarded<ChangeQueue<CheckedContinuation<RecordTransaction?, Never>>>

  enum Observer: Sendable {
    case reader(Queue)
    case callback(TransactionBuffer, @Sendable (RecordTransaction) -> Void)
  }

  struct State: Sendable {
    var present: TransactionHistory.Present
    /// By the order in which they came.
    var observers: [(id: Int, observer: Observer)] = []
    var nextID = 0
    /// Whether a thread is calling callbacks.
    var isCalling = false
    /// The thread whose edit runs.
    var editor: pthread_t?
  }

  private let history: Guarded<TransactionHistory>
  private let state: Guarded<State>
  let observed = ObservedState()

  init(_ history: TransactionHistory) {
    self.history = Guarded(history)
    state = Guarded(State(present: history.present))
  }

  /// What is present, for a reader that may track it with `Observation`.
  var observedPresent: TransactionHistory.Present {
    observed.willRead()
    return state.withLock { $0.present }
  }

  /// Runs `change` on the history when it is this thread's turn, then tells everybody.
  func perform<Failure: Error>(
    _ change: (inout TransactionHistory) throws(Failure) -> [RecordTransaction]
  ) throws(Failure) {
    let thread = pthread_self()
    checkNotEditing(thread)
    let wakes = try history.withLock { history throws(Failure) in
      state.withLock { $0.editor = thread }
      defer { state.withLock { $0.editor = nil } }
      let transactions = try change(&history)
      return publish(transactions, history.present)
    }
    for wake in wakes { wake.waiter.resume(returning: wake.transaction) }
    observed.didChange()
    callCallbacks()
  }

  /// Runs `change` on several histories when it is this thread's turn with all of them, then tells
  /// everybody.
  ///
  /// It waits for one at a time and holds nothing meanwhile: an edit of one may well edit another, and
  /// would wait for ever for whoever holds that and waits for this.
  static func perform<Failure: Error>(
    _ cores: [LiveCore],
    _ change: (inout [TransactionHistory]) throws(Failure) -> [[RecordTransaction]]
  ) throws(Failure) {
    let thread = pthread_self()
    for core in cores { core.checkNotEditing(thread) }
    var held: [Int: TransactionHistory] = [:]
    var transactions: [[RecordTransaction]] = []
    var wakes: Wakes = []
    func take(_ places: ArraySlice<Int>, isFirst: Bool) throws(Failure) -> Int? {
      guard let place = places.first else {
        var histories = cores.indices.compactMap { held[$0] }
        transactions = try change(&histories)
        held = Dictionary(uniqueKeysWithValues: zip(cores.indices, histories))
        return nil
      }
      let core = cores[place]
      func run(_ history: inout TransactionHistory) throws(Failure) -> Int? {
        core.state.withLock { $0.editor = thread }
        defer { core.state.withLock { $0.editor = nil } }
        held[place] = history
        if let busy = try take(places.dropFirst(), isFirst: false) { return busy }
        history = held[place] ?? history
        wakes += core.publish(transactions[place], history.present)
        return nil
      }
      return isFirst
        ? try core.history.withLock { history throws(Failure) in try run(&history) }
        : try core.history.withLockIfFree { history throws(Failure) in try run(&history) } ?? place
    }
    var first = cores.startIndex
    while let busy = try take([first] + cores.indices.filter { $0 != first }, isFirst: true) {
      first = busy
    }
    for wake in wakes { wake.waiter.resume(returning: wake.transaction) }
    for core in cores {
      core.observed.didChange()
      core.callCallbacks()
    }
  }

  private func checkNotEditing(_ thread: pthread_t) {
    guard state.withLock({ $0.editor }) != thread else {
      // Only a mistake of the program leads here, and waiting would be for ever.
      fatalError(
        "LiveRecords were edited from inside an edit of theirs; edit the table that the closure is "
          + "given")
    }
  }

  fileprivate typealias Wakes = [ChangeQueue<CheckedContinuation<RecordTransaction?, Never>>.Wake]

  /// Makes the new state visible, and hands the transactions to every observer.
  private func publish(
    _ transactions: [RecordTransaction], _ present: TransactionHistory.Present
  ) -> Wakes {
    state.withLock { state in
      state.present = present
      return transactions.flatMap { state.push($0) }
    }
  }

  /// Calls callbacks until none has anything to be told, unless another thread, or a callback
  /// further up, is doing so already.
  private func callCallbacks() {
    let isFirst = state.withLock { state in
      defer { state.isCalling = true }
      return !state.isCalling
    }
    guard isFirst else { return }
    while let (body, transaction) = state.withLock({ $0.nextCall() }) { body(transaction) }
  }

  func add(_ observer: Observer) -> Int {
    state.withLock { state in
      state.nextID += 1
      state.observers.append((state.nextID, observer))
      return state.nextID
    }
  }

  func remove(_ id: Int) {
    // What the observer holds is released after the lock.
    _ = state.withLock { state in
      let index = state.observers.firstIndex { $0.id == id }
      return index.map { state.observers.remove(at: $0) }
    }
  }

  /// Ends all reading and calling.
  func finish() {
    let observers = state.withLock { state in
      defer { state.observers = [] }
      return state.observers
    }
    for (_, observer) in observers {
      guard case .reader(let queue) = observer else { continue }
      for wake in queue.withLock({ $0.finish() }) { wake.waiter.resume(returning: nil) }
    }
  }
}

extension LiveCore.State {
  /// Hands a transaction to every observer.
  fileprivate mutating func push(_ transaction: RecordTransaction) -> LiveCore.Wakes {
    var wakes: LiveCore.Wakes = []
    for index in observers.indices {
      switch observers[index].observer {
      case .reader(let queue):
        if let wake = queue.withLock({ $0.push(transaction) }) { wakes.append(wake) }
      case .callback(var buffer, let body):
        buffer.push(transaction)
        observers[index].observer = .callback(buffer, body)
      }
    }
    return wakes
  }

  /// The next callback to call; without one, the caller is done calling.
  mutating func nextCall() -> ((@Sendable (RecordTransaction) -> Void), RecordTransaction)? {
    for index in observers.indices {
      guard case .callback(var buffer, let body) = observers[index].observer,
        let transaction = buffer.pop()
      else { continue }
      observers[index].observer = .callback(buffer, body)
      return (body, transaction)
    }
    isCalling = false
    return nil
  }
}
