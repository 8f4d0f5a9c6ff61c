internal import Glibc
internal import HikidashiBase

/// The state that ``LiveRecords`` shares with its readers: the table under a lock, and the
/// observers of changes.
///
/// Two locks: the history's is held while an edit runs, so that writers take turns. The other is held
/// only to read or replace what is present, so that readers never wait for an edit. Nobody is told
/// while either is held.
final class LiveCore: Sendable {
  struct State: Sendable {
    var present: TransactionHistory.Present
    /// The thread whose edit is running.
    var editor: pthread_t?
  }

  private let history: Guarded<TransactionHistory>
  private let state: Guarded<State>
  let feed = ChangeFeed<RecordTransaction>()
  let observed = ObservedState()

  init(_ history: TransactionHistory) {
    self.history = Guarded(history)
    state = Guarded(State(present: history.present))
  }

  /// The current state, for a reader that may track it with `Observation`.
  var observedPresent: TransactionHistory.Present {
    observed.willRead()
    return state.withLock { $0.present }
  }

  /// Runs `change` on the history when it is this thread's turn, then notifies the observers.
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
    observed.didChange()
    feed.wake(wakes)
  }

  /// Runs `change` on several histories when it is this thread's turn with all of them, then
  /// notifies the observers.
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
    var wakes: [Int: ChangeFeed<RecordTransaction>.Wakes] = [:]
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
        wakes[place] = core.publish(transactions[place], history.present)
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
    for core in cores { core.observed.didChange() }
    for (place, core) in cores.enumerated() { core.feed.wake(wakes[place] ?? []) }
  }

  private func checkNotEditing(_ thread: pthread_t) {
    guard state.withLock({ $0.editor }) != thread else {
      // Only a mistake of the program leads here, and waiting would be for ever.
      fatalError(
        "LiveRecords were edited from inside an edit of theirs; edit the table that the closure is "
          + "given")
    }
  }

  /// Makes the new state visible, and passes the transactions to the observers.
  private func publish(
    _ transactions: [RecordTransaction], _ present: TransactionHistory.Present
  ) -> ChangeFeed<RecordTransaction>.Wakes {
    state.withLock { state in
      state.present = present
      return feed.push(transactions)
    }
  }
}
