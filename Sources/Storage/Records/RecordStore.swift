import Dispatch
public import HikidashiBase
public import HikidashiRecords

/// A shared table of records that stores every edit at its destination, by default before the edit
/// returns.
///
/// ```swift
/// let cards = try await RecordStore.open(schema, at: .sqlite("/home/me/.local/share/cards.db"))
/// let id = try await cards.edit("Add") { try $0.append { $0[name] = "山田" } }
/// cards.table[id, name]                  // "山田", now and after a power cut
/// try await cards.undo()
/// for await change in cards.changes { show(change.after) }
/// ```
///
/// All calls are the same whatever the destination. ``table`` is a snapshot, available at once on
/// any thread. Edits take turns. Each is one transaction: it takes effect in memory and is as
/// durable as the destination promises when the call returns; when it throws, nothing has changed
/// in either. Undoing and redoing are transactions, too.
///
/// With a `key`, or other fields that are `unique`, the store checks every edit against them,
/// whoever makes it: undoing, a draft, what is saved later, and what is made again on top of
/// others' edits. See ``KeyedRecordStore`` for finding records by their key.
///
/// Edits wait for the disk. On the main thread, and wherever there is `await`, use the asynchronous
/// calls, which wait on a thread of the store's own. The synchronous ones are for command lines and
/// for threads that may wait.
public final class RecordStore: Sendable {
  struct State: Sendable {
    /// The stored table that the records were edited from.
    var stored: RecordTable
    /// The table that is stored, as the destination told last: later than ``stored`` where it could
    /// not be taken over for a conflict with what is not saved yet.
    var known: RecordTable
    /// The keys of the records as they are.
    var keys: RecordKeys
    /// Whether the destination was told of the keys.
    var isEnforced = false
    var isClosed = false
    var watch: ObservationToken?
  }

  let live: LiveRecords
  let backend: any RecordBackend
  let state: Guarded<State>
  /// Where asynchronous calls wait.
  let queue = DispatchQueue(label: "RecordStore")
  /// Where the records are kept.
  public let destination: StoreDestination
  /// When edits are stored.
  public let saving: StoreSaving

  /// Opens a store and reads its records; waits for the disk.
  ///
  /// - Parameters:
  ///   - schema: The fields that the records have, or are to have.
  ///   - key: The field that names a record: every one has a value there, and no two the same.
  ///   - unique: Further fields, or groups of fields, of which no two records may have the same
  ///     values.
  ///   - destination: Where they are kept.
  ///   - migrations: How records of older versions of the schema become those of this one. They run
  ///     in one transaction, which keeps a copy of what was there.
  ///   - saving: When edits are stored; with each edit, if not given.
  ///   - undoLimit: How many edits can be undone.
  /// - Throws: ``StoreError`` when there is no such place, when it holds another schema, a newer
  ///   version or something damaged; nothing is touched then. Stored records that share a key are
  ///   no error: ``keys`` lists them.
  /// - Complexity: O(*n*)
  public convenience init(
    _ schema: Schema, key: (any FieldHandle)? = nil, unique: [[any FieldHandle]] = [],
    at destination: StoreDestination, migrations: [SchemaMigration] = [],
    saving: StoreSaving = .eachEdit, undoLimit: Int = 100
  ) throws(StoreError) {
    let keys = try Self.keys(key, unique, of: schema, destination)
    try self.init(
      schema, destination, try destination.open(), migrations, saving, undoLimit: undoLimit,
      keys: keys)
  }

  private static func keys(
    _ key: (any FieldHandle)?, _ unique: [[any FieldHandle]], of schema: Schema,
    _ destination: StoreDestination
  ) throws(StoreError) -> RecordKeys {
    do throws(RecordError) {
      return try RecordKeys(RecordTable(schema), key: key, unique: unique)
    } catch {
      throw .refused(place: destination.description, error)
    }
  }

  /// - Parameter keys: Which fields must be unique; those of an empty table.
  init(
    _ schema: Schema, _ destination: StoreDestination, _ backend: any RecordBackend,
    _ migrations: [SchemaMigration], _ saving: StoreSaving, undoLimit: Int,
    keys: RecordKeys? = nil
  ) throws(StoreError) {
    let table: RecordTable
    do throws(StoreError) {
      table = try backend.load(schema, migrations)
    } catch {
      backend.close()
      throw error
    }
    self.backend = backend
    self.destination = destination
    self.saving = saving
    live = LiveRecords(table, undoLimit: undoLimit)
    var known = keys ?? RecordKeys(RecordTable(schema))
    known.follow(table)
    state = Guarded(State(stored: table, known: table, keys: known))
    enforceKeys()
    let watch = backend.watch { [weak self] in self?.takeOver() }
    state.withLock { $0.watch = watch }
  }

  /// Takes over what others have stored, of which one is told once: what cannot be read now is read
  /// later, after one second and then ever more rarely. Anything else is met by the next edit.
  private func takeOver(after seconds: Int = 1) {
    do throws(StoreError) { try refresh() } catch {
      guard case .storage = error else { return }
      queue.asyncAfter(deadline: .now() + .seconds(seconds)) { [weak self] in
        self?.takeOver(after: min(60, 2 * seconds))
      }
    }
  }

  /// Opens a store and reads its records, without blocking the caller's thread.
  ///
  /// - Throws: As ``init(_:key:unique:at:migrations:saving:undoLimit:)`` does.
  public static func open(
    _ schema: Schema, key: (any FieldHandle)? = nil, unique: [[any FieldHandle]] = [],
    at destination: StoreDestination, migrations: [SchemaMigration] = [],
    saving: StoreSaving = .eachEdit, undoLimit: Int = 100
  ) async throws(StoreError) -> RecordStore {
    try await wait(on: DispatchQueue(label: "RecordStore.open")) { () throws(StoreError) in
      try RecordStore(
        schema, key: key, unique: unique, at: destination, migrations: migrations,
        saving: saving, undoLimit: undoLimit)
    }
  }

  deinit { close() }

  /// Closes files and connections; from then on, edits throw ``StoreError/closed(place:)``. A store
  /// that is released closes itself.
  ///
  /// Nothing is saved: with ``StoreSaving/whenAsked``, call `save()` before.
  public func close() {
    // In turn, so that an edit that runs comes to its end.
    live.perform { _ in
      let watch = state.withLock { state -> ObservationToken? in
        defer { state.watch = nil }
        return state.watch
      }
      watch?.cancel()
      let isFirst = state.withLock { state in
        defer { state.isClosed = true }
        return !state.isClosed
      }
      if isFirst { backend.close() }
      return []
    }
  }
}

/// When a store writes its edits to the destination.
public enum StoreSaving: Sendable {
  /// Before the edit returns.
  case eachEdit
  /// When `save()` is called; until then, edits are in memory only. For documents, which are saved
  /// now and then.
  case whenAsked
}

/// Runs blocking work on a queue, so that the caller's thread is free.
func wait<Result: Sendable, Failure: Error>(
  on queue: DispatchQueue, _ work: @escaping @Sendable () throws(Failure) -> Result
) async throws(Failure) -> Result {
  let result = await withCheckedContinuation { continuation in
    queue.async {
      continuation.resume(returning: Swift.Result { () throws(Failure) in try work() })
    }
  }
  return try result.get()
}

// MARK: - Reading

extension RecordStore {
  /// The records as they are now.
  ///
  /// - Complexity: O(1)
  public var table: RecordTable { live.table }

  /// The schema of the records.
  public var schema: Schema { live.table.schema }

  /// A sequence of the changes from now on, for one reader; each reader needs its own. Changes by
  /// other processes have the kind `external`.
  ///
  /// No change is lost: the first one's `before` is the table of now, and each later one's is the
  /// `after` of the one before it.
  public var changes: RecordTransactions { live.changes }

  /// A sequence of the changes from now on, for one reader. At most `limit` changes wait for it; if
  /// there are more, the latest become one.
  public func changes(buffering limit: Int) -> RecordTransactions { live.changes(buffering: limit) }

  /// Calls `body` with each change from now on, until the token is cancelled or released. The calls
  /// come one after another, on the thread of an edit.
  public func onChange(
    _ body: @escaping @Sendable (RecordTransaction) -> Void
  ) -> ObservationToken {
    live.onChange(body)
  }

  /// Whether there is an edit to undo.
  public var canUndo: Bool { live.canUndo }
  /// Whether there is an edit to redo.
  public var canRedo: Bool { live.canRedo }
  /// The name of the edit that `undo()` would undo.
  public var undoName: String? { live.undoName }
  /// The name of the edit that `redo()` would redo.
  public var redoName: String? { live.redoName }

  /// Whether there are edits that are not stored yet; always false without
  /// ``StoreSaving/whenAsked``.
  ///
  /// - Complexity: O(*n* / 8192) for each field
  public var hasUnsavedChanges: Bool {
    guard saving == .whenAsked else { return false }
    live.willRead()
    let stored = state.withLock { $0.stored }
    return !live.table.isStored(by: stored)
  }

  /// Takes over now what other processes have stored; without this call, the store does so soon
  /// after.
  ///
  /// - Throws: ``StoreError``; with unsaved changes to the same records,
  ///   ``StoreError/conflict(_:)``, and with an unsaved record of the same key,
  ///   ``StoreError/refused(place:_:)``.
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

  /// Writes a backup copy beside the stored records, for ``StoreDestination/goBack()``. For
  /// ``StoreDestination/sqlite(_:table:)`` it is the whole database, as `cards.db.previous`. Files
  /// keep a copy with every edit anyway.
  public func keepCopy() throws(StoreError) {
    try inTurn { (_, _, _) throws(StoreError) in
      try backend.keepCopy()
      return []
    }
  }
}

extension RecordStore {
  /// Runs `body` when it is this call's turn, with the history, the table that is stored and the
  /// keys of the history's, and publishes the transactions that it returns.
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

// MARK: - Shared

extension RecordStore: SharedRecords {
  /// Makes the edits of a closure as one transaction, as `edit` does.
  public func change(
    _ name: String, _ body: @escaping @Sendable (inout RecordTable) throws -> Void
  ) async throws {
    try await edit(name, body)
  }
}

// MARK: - Keys

extension RecordStore {
  /// The unique keys of the records as they are now, and the records that share a key although they
  /// must not, because an older version or another tool stored them.
  ///
  /// Such records stay until an edit gives one of them another key or removes it. Other edits are
  /// possible meanwhile, but none may add more such records.
  ///
  /// - Complexity: O(1)
  public var keys: RecordKeys {
    live.willRead()
    return state.withLock { $0.keys }
  }
}

extension RecordStore {
  /// Tells the destination of the keys, as soon as no two stored records share one.
  func enforceKeys() {
    let keys = state.withLock { state -> RecordKeys? in
      guard state.keys.isWhole else {
        state.isEnforced = false
        return nil
      }
      guard !state.isEnforced, !state.keys.isEmpty,
        saving == .eachEdit || state.keys.table.isStored(by: state.stored)
      else { return nil }
      state.isEnforced = true
      return state.keys
    }
    if let keys { backend.enforce(keys) }
  }

  /// Creates an edit, and checks it against the keys.
  ///
  /// - Parameters:
  ///   - keys: The keys of some table of this store.
  ///   - stored: The table that the edit is made on.
  func planned(
    _ table: RecordTable, over keys: RecordKeys, as stored: RecordTable, known: RecordKeys? = nil
  ) throws(StoreError) -> PlannedEdit {
    var keys = keys
    keys.follow(stored)
    do throws(RecordError) {
      return try PlannedEdit(table, over: keys, known: known)
    } catch {
      throw .refused(place: destination.description, error)
    }
  }

  /// Adds what must be unique from now on.
  func require(
    key: any FieldHandle, unique: [[any FieldHandle]]
  ) throws(StoreError) {
    try inTurn { (_, _, keys) throws(StoreError) in
      let known = keys
      do throws(RecordError) { try keys.require(key: key, unique: unique) } catch {
        throw .refused(place: destination.description, error)
      }
      if !keys.hasRules(of: known) { state.withLock { $0.isEnforced = false } }
      return []
    }
  }
}
