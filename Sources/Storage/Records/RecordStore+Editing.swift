import HikidashiBase
public import HikidashiRecords

// MARK: - Editing

extension RecordStore {
  /// Makes the edits of `body` as one transaction; waits for the disk.
  ///
  /// The transaction is stored when this returns, unless the store has ``StoreSaving/whenAsked``.
  /// An edit that changes nothing makes no transaction.
  ///
  /// - Parameters:
  ///   - name: What was done, for an undo menu.
  ///   - body: Edits the table that it is given, which has all that others have stored so far.
  ///     Others wait for it, so it should not wait for anything itself; it must not edit the store.
  /// - Throws: What `body` throws, or ``StoreError``, among them ``StoreError/refused(place:_:)``
  ///   where two records would have one key in the end; the records are then as they were.
  /// - Precondition: The table keeps its schema.
  @discardableResult
  public func edit<Result>(
    _ name: String? = nil, _ body: (inout RecordTable) throws -> Result
  ) throws -> Result {
    try edit(name) { keys in
      var table = keys.table
      return (try body(&table), table, nil)
    }
  }

  /// Makes an edit of the records with their keys.
  ///
  /// - Parameter body: Gives the edited table, and its keys where they are known.
  func edit<Result>(
    _ name: String?, with body: (RecordKeys) throws -> (Result, RecordTable, RecordKeys?)
  ) throws -> Result {
    var result: Result?
    try transact { _, keys in
      let (made, table, edited) = try body(keys)
      result = made
      return (table, edited)
    } take: { history, table, changes in
      history.commit(table, name: name, changes: changes)
    }
    guard let result else {
      // `body` has returned, as nothing was thrown.
      preconditionFailure("an edit ended without a result")
    }
    return result
  }

  /// Undoes the last edit, and returns whether there was one. What others have changed since stays
  /// as it is.
  ///
  /// - Throws: ``StoreError/conflict(_:)`` when others have changed the same records since,
  ///   ``StoreError/refused(place:_:)`` when another record has taken the key of one that would
  ///   come back, and what storing throws; the edit is then not undone.
  @discardableResult
  public func undo() throws(StoreError) -> Bool {
    try step { (history) throws(RecordConflict) in
      try history.undone()
    } take: { history, table, changes in
      history.undo(to: table, changes: changes)
    }
  }

  /// Redoes the edit that was undone last, and returns whether there was one; waits for the disk.
  ///
  /// - Throws: As `undo()` does.
  @discardableResult
  public func redo() throws(StoreError) -> Bool {
    try step { (history) throws(RecordConflict) in
      try history.redone()
    } take: { history, table, changes in
      history.redo(to: table, changes: changes)
    }
  }

  /// Stores the edits of a snapshot, such as those of a form that was open for a while.
  ///
  /// ```swift
  /// let before = cards.table
  /// var draft = before
  /// try draft.update(id) { $0[rate] = 5 }
  /// try await cards.commit(draft, from: before, "Rate")
  /// ```
  ///
  /// What others changed since the snapshot stays as it is. Records that were appended to the draft
  /// get the next free numbers.
  ///
  /// - Returns: The numbers of the records that were appended, in their order.
  /// - Throws: ``StoreError/conflict(_:)`` with both versions when a record that the draft changes
  ///   was changed since the snapshot, too; ``StoreError/refused(place:_:)`` when another record
  ///   has got the key of one since; what storing throws.
  /// - Precondition: Both are snapshots of this store.
  @discardableResult
  public func commit(
    _ draft: RecordTable, from snapshot: RecordTable, _ name: String? = nil
  ) throws(StoreError) -> RecordSet {
    var shift = 0
    _ = try step { (history) throws(RecordConflict) in
      shift = max(0, history.table.nextNumber - snapshot.nextNumber)
      return try history.table.rebasing(draft, from: snapshot, renumbering: true)
    } take: { history, table, changes in
      history.commit(table, name: name, changes: changes)
    }
    let added = draft.numbers.lazy.filter { $0.rawValue >= snapshot.nextNumber }
    return RecordSet(added.map { RecordNumber($0.rawValue + shift) })
  }

  /// Stores all unsaved edits; only useful with ``StoreSaving/whenAsked``.
  ///
  /// - Throws: ``StoreError/conflict(_:)`` when others have stored changes to the same records,
  ///   ``StoreError/refused(place:_:)`` when they have stored a record of the same key, and what
  ///   storing throws; everything is then as it was.
  public func save() throws(StoreError) {
    try inTurn { (history, stored, keys) throws(StoreError) in
      var failure: StoreError?
      let base = stored
      let current = history.table
      if current.isStored(by: base) { return [] }
      let outcome = backend.commit(after: state.withLock { $0.known }, progress: nil) { newer in
        state.withLock { $0.known = newer }
        do throws(StoreError) {
          let rebased = try storing { () throws(RecordConflict) in
            try newer.rebasing(current, from: base)
          }
          return try planned(rebased, over: keys, as: newer)
        } catch {
          failure = error
          return nil
        }
      }
      switch outcome {
      case .committed(let table, _):
        stored = table
        state.withLock { $0.known = table }
        return [history.takeExternal(table)]
      case .abandoned:
        if let failure { throw failure }
        return []
      case .failed(let error, let newer):
        if let newer { state.withLock { $0.known = newer } }
        throw error
      }
    }
  }
}

extension RecordStore {
  /// Makes an edited table, and returns it with its keys if they are known.
  typealias Making = (
    TransactionHistory, RecordKeys
  ) throws -> (table: RecordTable, keys: RecordKeys?)?

  /// Takes a stored table into the history, with its changes if they are known.
  typealias Taking = (inout TransactionHistory, RecordTable, RecordChanges?) -> RecordTransaction?

  /// Makes a transaction that only a conflict can prevent; returns whether there was anything to
  /// do.
  private func step(
    _ make: (TransactionHistory) throws(RecordConflict) -> RecordTable?,
    take: Taking
  ) throws(StoreError) -> Bool {
    do {
      return try transact({ history, _ in try make(history).map { ($0, nil) } }, take: take)
    } catch let conflict as RecordConflict {
      throw .conflict(conflict)
    } catch let error as StoreError {
      throw error
    } catch {
      preconditionFailure("only conflicts and storing can fail here: \(error)")
    }
  }

  /// Makes a table, stores it, and takes it into the history; returns whether there was anything to
  /// do.
  @discardableResult
  func transact(
    progress: ((Double) -> Bool)? = nil, _ make: Making, take: Taking
  ) throws -> Bool {
    var failure: (any Error)?
    var isDone = false
    try inTurn { (history, stored, keys) throws(StoreError) in
      var transactions: [RecordTransaction?] = []
      var planned: PlannedEdit?
      func attempt(_ stored: RecordTable) -> PlannedEdit? {
        transactions.append(history.takeExternal(stored))
        keys.follow(history.table)
        do {
          guard let made = try make(history, keys) else { return nil }
          planned = try self.planned(
            made.table, over: keys, as: history.table, known: made.keys)
        } catch {
          failure = error
        }
        return planned
      }
      let outcome =
        switch saving {
        case .eachEdit: backend.commit(after: stored, progress: progress, attempt)
        case .whenAsked: Self.remember(attempt(history.table))
        }
      switch outcome {
      case .committed(let table, let base):
        if let base { transactions.append(history.takeExternal(base)) }
        let transaction = take(&history, table, base == nil ? planned?.changes : nil)
        if base == nil, let planned { keys = planned.keys }
        isDone = transaction != nil
        transactions.append(transaction)
        // The history knows of numbers that were given out and are not in use.
        if saving == .eachEdit { stored = history.table }
      case .abandoned:
        // What others stored is in the history by now.
        if saving == .eachEdit { stored = history.table }
      case .failed(let error, let newer):
        failure = error
        if saving == .eachEdit {
          if let newer { transactions.append(history.takeExternal(newer)) }
          stored = history.table
        }
      }
      return transactions
    }
    if let failure { throw failure }
    return isDone
  }

  private static func remember(_ edit: PlannedEdit?) -> CommitOutcome {
    edit.map { .committed($0.table, base: nil) } ?? .abandoned
  }
}

// MARK: - Together

/// The unsaved records of one of several stores.
struct UnsavedRecords {
  let store: RecordStore
  /// The stored table that the records were edited from.
  let base: RecordTable
  /// The stored table, as the destination reported it last.
  let known: RecordTable
  /// The edited table, which is to be stored.
  let current: RecordTable
  /// The keys of the edited table.
  let keys: RecordKeys

  /// Returns the edit to store if others have stored `newer` meanwhile.
  func planned(over newer: RecordTable) throws(StoreError) -> PlannedEdit {
    let rebased = try store.storing { () throws(RecordConflict) in
      try newer.rebasing(current, from: base)
    }
    return try store.planned(rebased, over: keys, as: newer)
  }
}

extension RecordStore {
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Saves several stores at once; skips those that are closed or have nothing to save.
  ///
  /// - Parameter commit: Stores it all, or throws and stores nothing; it returns the tables as they
  ///   are stored then. Nobody edits any of the stores meanwhile.
  static func save<Failure: Error>(
    _ stores: [RecordStore],
    _ commit: ([UnsavedRecords]) throws(Failure) -> [RecordTable]
  ) throws(Failure) {
    try LiveRecords.perform(stores.map(\.live)) { histories throws(Failure) in
      let unsaved = zip(stores, histories).map { store, history in
        let state = store.state.withLock { $0 }
        return UnsavedRecords(
          store: store, base: state.stored, known: state.known, current: history.table,
          keys: state.keys)
      }
      let places = unsaved.indices.filter { place in
        !unsaved[place].current.isStored(by: unsaved[place].base)
          && !stores[place].isClosed
      }
      let tables = try commit(places.map { unsaved[$0] })
      var transactions: [[RecordTransaction]] = stores.map { _ in [] }
      for (place, table) in zip(places, tables) {
        transactions[place] = [histories[place].takeExternal(table)].compactMap { $0 }
        stores[place].state.withLock { state in
          (state.stored, state.known) = (table, table)
          state.keys.follow(table)
        }
        stores[place].enforceKeys()
      }
      return transactions
    }
  }
}

// MARK: - Waiting

// The calls that wait for the disk on a thread of the store's own.
extension RecordStore {
  /// Makes the edits of `body` as one transaction, without blocking the caller's thread.
  ///
  /// Edits of one caller are made in the order in which they were requested.
  ///
  /// - Parameters:
  ///   - name: What was done, for an undo menu.
  ///   - body: Edits the table that it is given, on a thread of the store's own.
  /// - Throws: What `body` throws, or ``StoreError``; the records are then as they were.
  @discardableResult
  public func edit<Result: Sendable>(
    _ name: String? = nil, _ body: @escaping @Sendable (inout RecordTable) throws -> Result
  ) async throws -> Result {
    try await wait(on: queue) { try self.edit(name, body) }
  }

  /// Undoes the last edit, and returns whether there was one, without blocking the caller's thread.
  ///
  /// - Throws: ``StoreError/conflict(_:)`` when others have changed the same records since, and
  ///   what storing throws; the edit is then not undone.
  @discardableResult
  public func undo() async throws(StoreError) -> Bool {
    try await wait(on: queue) { () throws(StoreError) in try self.undo() }
  }

  /// Redoes the edit that was undone last, and returns whether there was one, without blocking the
  /// caller's thread.
  ///
  /// - Throws: As `undo()` does.
  @discardableResult
  public func redo() async throws(StoreError) -> Bool {
    try await wait(on: queue) { () throws(StoreError) in try self.redo() }
  }

  /// Stores the edits of a snapshot as the synchronous method does, without blocking the caller's
  /// thread.
  @discardableResult
  public func commit(
    _ draft: RecordTable, from snapshot: RecordTable, _ name: String? = nil
  ) async throws(StoreError) -> RecordSet {
    try await wait(on: queue) { () throws(StoreError) in
      try self.commit(draft, from: snapshot, name)
    }
  }

  /// Stores all unsaved edits as the synchronous method does, without blocking the caller's thread.
  public func save() async throws(StoreError) {
    try await wait(on: queue) { () throws(StoreError) in try self.save() }
  }

  /// Takes over what other processes have stored, without blocking the caller's thread.
  public func refresh() async throws(StoreError) {
    try await wait(on: queue) { () throws(StoreError) in try self.refresh() }
  }
}
