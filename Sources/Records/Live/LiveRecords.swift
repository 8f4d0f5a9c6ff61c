public import HikidashiBase

/// Records that several parts of a program share, with transactions, undo, and notice of every
/// change to observers.
///
/// ```swift
/// let live = LiveRecords(cards)
/// try live.edit("Rename") { cards in try cards.update(id) { $0[name] = "Yamada" } }
/// live.undoName                          // "Rename"
/// live.undo()
/// for await change in live.changes { show(change.after) }
/// ```
///
/// Any thread may read and edit. Reading takes a snapshot and never waits for an edit; edits take
/// turns.
public final class LiveRecords: Sendable {
  private let core: LiveCore

  /// Makes shared records from a table.
  ///
  /// - Parameters:
  ///   - table: The records to begin with.
  ///   - undoLimit: How many edits can be undone; older ones are forgotten. A level costs what its
  ///     edit changed, in chunks of 8,192 values.
  public init(_ table: RecordTable, undoLimit: Int = 100) {
    core = LiveCore(TransactionHistory(table, limit: undoLimit))
  }

  deinit { core.feed.finish() }

  /// The records as they are now.
  ///
  /// - Complexity: O(1)
  public var table: RecordTable { core.observedPresent.table }

  /// Makes the edits of a closure as one transaction; when `body` throws, nothing is changed.
  ///
  /// An edit that changes nothing is no transaction: observers are not called, and there is nothing
  /// to undo.
  ///
  /// - Parameters:
  ///   - name: What was done, for an undo menu.
  ///   - body: Edits the table that it is given, which others see afterwards. Other edits wait for
  ///     it, so it should not wait for anything itself; it must not call `edit`, ``undo()`` or
  ///     ``redo()``.
  /// - Precondition: The table keeps its schema.
  @discardableResult
  public func edit<Result, Failure: Error>(
    _ name: String? = nil, _ body: (inout RecordTable) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var result: Result?
    try core.perform { history throws(Failure) in
      var table = history.table
      result = try body(&table)
      return [history.commit(table, name: name)].compactMap { $0 }
    }
    guard let result else {
      // `body` has returned, as nothing was thrown.
      fatalError("an edit ended without a result")
    }
    return result
  }

  /// Undoes the last edit, and returns whether there was one.
  ///
  /// The records are as they were before it, but numbers that it gave out are not used again.
  @discardableResult
  public func undo() -> Bool {
    // Conflicts come from changes made elsewhere, which whoever takes them over asks about itself.
    step { history in (try? history.undone()).flatMap { $0 }.flatMap { history.undo(to: $0) } }
  }

  /// Redoes the edit that was undone last, and returns whether there was one. After a new edit
  /// there is nothing to redo.
  @discardableResult
  public func redo() -> Bool {
    step { history in (try? history.redone()).flatMap { $0 }.flatMap { history.redo(to: $0) } }
  }

  private func step(_ change: (inout TransactionHistory) -> RecordTransaction?) -> Bool {
    var isDone = false
    core.perform { history in
      let transaction = change(&history)
      isDone = transaction != nil
      return [transaction].compactMap { $0 }
    }
    return isDone
  }

  /// Runs `body` when it is this thread's turn, and reports the transactions that it returns to
  /// observers, in order. A store uses it to save an edit before the history takes it.
  package func perform<Failure: Error>(
    _ body: (inout TransactionHistory) throws(Failure) -> [RecordTransaction]
  ) throws(Failure) {
    try core.perform(body)
  }

  /// Runs `body` when it is this thread's turn with all of several objects, and reports the
  /// transactions that it returns to the observers of each. It serves to save several of them at
  /// once.
  package static func perform<Failure: Error>(
    _ several: [LiveRecords],
    _ body: (inout [TransactionHistory]) throws(Failure) -> [[RecordTransaction]]
  ) throws(Failure) {
    // With none there would be nobody to wait for.
    guard !several.isEmpty else {
      var none: [TransactionHistory] = []
      _ = try body(&none)
      return
    }
    try LiveCore.perform(several.map(\.core), body)
  }

  /// Whether there is an edit to undo.
  public var canUndo: Bool { core.observedPresent.canUndo }
  /// Whether there is an edit to redo.
  public var canRedo: Bool { core.observedPresent.canRedo }
  /// The name of the edit that ``undo()`` would undo.
  public var undoName: String? { core.observedPresent.undoName }
  /// The name of the edit that ``redo()`` would redo.
  public var redoName: String? { core.observedPresent.redoName }

  /// Registers a read of everything that an edit can change, for callers that track it with
  /// `Observation`.
  package func willRead() { core.observed.willRead() }

  /// Removes all edits from the undo history, as after saving a document under another name.
  public func clearUndo() {
    core.perform { history in
      history.clearLevels()
      return []
    }
  }
}

extension LiveRecords {
  /// A sequence of the changes from now on, for one reader; each reader needs its own.
  ///
  /// No change is lost: the first one's ``RecordTransaction/before`` is the table of now, and each
  /// later one's is the ``RecordTransaction/after`` of the one before it.
  public var changes: RecordTransactions { changes(buffering: 16) }

  /// A sequence of the changes from now on, for one reader, with a buffer of this size.
  ///
  /// - Parameter limit: How many changes wait for a slow reader, at least one; when there are more,
  ///   the latest become one, whose ``RecordTransaction/kind`` is `several`.
  public func changes(buffering limit: Int) -> RecordTransactions {
    RecordTransactions(subscription: core.feed.subscribe(limit: limit))
  }

  /// Calls `body` with each change from now on, until the token is cancelled or released.
  ///
  /// Calls come one after another, in order, on the thread of some edit after it has taken effect; by
  /// then, the records may have changed again. `body` may read and edit the records: it is told of
  /// its own edits in later calls. Where edits outrun it, the latest of 16 that wait become one.
  ///
  /// - Returns: Keep it for as long as you want to be told.
  public func onChange(
    _ body: @escaping @Sendable (RecordTransaction) -> Void
  ) -> ObservationToken { core.feed.observe(body) }
}
