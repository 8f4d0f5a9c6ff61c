public import Records
import Support

extension RecordStore {
  /// The records as they are now.
  ///
  /// - Complexity: O(1)
  public var table: RecordTable { live.table }

  public var schema: Schema { live.table.schema }

  /// The changes from now on, for one reader; ask for another sequence for each. Those of other
  /// processes have the kind `external`.
  ///
  /// No change is lost: the first one's `before` is the table of now, and each later one's is the
  /// `after` of the one before it.
  public var changes: RecordTransactions { live.changes }

  /// The changes from now on, for one reader, of which so many wait before the latest become one.
  public func changes(buffering limit: Int) -> RecordTransactions { live.changes(buffering: limit) }

  /// Calls `body` with each change from now on, until the connection is ended: one after another, on
  /// the thread of some edit.
  @discardableResult
  public func onChange(
    _ body: @escaping @Sendable (RecordTransaction) -> Void
  ) -> RecordConnection {
    live.onChange(body)
  }

  /// Whether there is an edit to undo.
  public var canUndo: Bool { live.canUndo }
  /// Whether there is an edit to redo.
  public var canRedo: Bool { live.canRedo }
  /// The name of the edit that `undo()` would take back.
  public var undoName: String? { live.undoName }
  /// The name of the edit that `redo()` would make again.
  public var redoName: String? { live.redoName }

  /// Whether something is not stored yet: only with ``StoreSaving/whenAsked``.
  ///
  /// - Complexity: O(*n* / 8192) for each field
  public var hasUnsavedChanges: Bool {
    guard saving == .whenAsked else { return false }
    let stored = state.withLock { $0.stored }
    return !live.table.isStored(by: stored)
  }

  /// Takes over what other processes have stored. They are noticed without this call soon after; with
  /// it, they are noticed now.
  ///
  /// - Throws: ``StoreError``; with unsaved changes to the same records, ``StoreError/conflict(_:)``,
  ///   and with an unsaved record of the same key, ``StoreError/refused(place:_:)``.
  public func refresh() throws(StoreError) {
    try inTurn { (history, stored, keys) throws(StoreError) in
      let newer = try backend.refresh(state.withLock { $0.known })
      state.withLock { $0.known = newer }
      let merged = try storing { () throws(RecordConflict) in
        try newer.rebasing(history.table, from: stored)
      }
      if saving == .whenAsked { _ = try planned(merged, over: keys, as: newer) }
      stored = newer
      return [history.takeExternal(merged)]
    }
  }

  /// Writes a copy of what is stored beside it, to go back to should it be damaged: for
  /// ``StoreDestination/sqlite(_:table:)`` the whole database, as `cards.db.previous`. Files keep one
  /// with every edit.
  public func keepCopy() throws(StoreError) {
    try inTurn { (_, _, _) throws(StoreError) in
      try backend.keepCopy()
      return []
    }
  }
}

extension RecordStore {
  /// Runs `body` when it is this call's turn, with the history, the table that is stored and the keys
  /// of the history's, and publishes the transactions that it returns.
  func inTurn(
    _ body: (
      inout TransactionHistory, inout RecordTable, inout RecordKeys
    ) throws(StoreError) -> [RecordTransaction?]
  ) throws(StoreError) {
    try live.perform { history throws(StoreError) in
      var (stored, keys, isClosed) = state.withLock { ($0.stored, $0.keys, $0.isClosed) }
      guard !isClosed else { throw .closed(place: destination.description) }
      let transactions = try body(&history, &stored, &keys)
      keys.follow(history.table)
      state.withLock { state in
        (state.stored, state.keys) = (stored, keys)
        if saving == .eachEdit { state.known = stored }
      }
      enforceKeys()
      return transactions.compactMap { $0 }
    }
  }

  /// Gives a conflict as the store's error.
  func storing<Result>(
    _ body: () throws(RecordConflict) -> Result
  ) throws(StoreError) -> Result {
    do throws(RecordConflict) { return try body() } catch { throw .conflict(error) }
  }
}
