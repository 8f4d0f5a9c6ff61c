import Dispatch
public import Records
import Support

/// Records that keep themselves saved: a table that several parts of a program share, and a
/// destination that holds every edit when the edit returns.
///
/// ```swift
/// let cards = try await RecordStore.open(schema, at: .sqlite("/home/me/.local/share/cards.db"))
/// let id = try await cards.edit("Add") { try $0.append { $0[name] = "山田" } }
/// cards.table[id, name]                  // "山田", now and after a power cut
/// try await cards.undo()
/// for await change in cards.changes { show(change.after) }
/// ```
///
/// All calls are the same whatever the destination. ``table`` is a snapshot, is had at once and may be
/// read on any thread. Edits take turns. Each is one transaction: it takes effect in memory and is as
/// durable as the destination promises when the call returns; when it throws, nothing has changed in
/// either. Undoing and redoing are transactions, too.
///
/// Edits wait for the disk. On the main thread, and wherever there is `await`, use the asynchronous
/// calls, which wait on a thread of the store's own. The synchronous ones are for command lines and
/// for threads that may wait.
public final class RecordStore: Sendable {
  struct State: Sendable {
    /// The table that is stored, as far as is known.
    var stored: RecordTable
    var isClosed = false
    var watch: (any BackendWatch)?
  }

  let live: LiveRecords
  let backend: any RecordBackend
  let state: Guarded<State>
  /// Where asynchronous calls wait.
  let queue = DispatchQueue(label: "RecordStore")
  /// Where the records are kept.
  public let destination: StoreDestination
  public let saving: StoreSaving

  /// Opens a store and reads its records; waits for the disk.
  ///
  /// - Parameters:
  ///   - schema: The fields that the records have, or are to have.
  ///   - destination: Where they are kept.
  ///   - migrations: How records of older versions of the schema become those of this one. They run
  ///     in one transaction, which keeps a copy of what was there.
  ///   - saving: When edits are stored; with each edit, if not given.
  ///   - undoLimit: How many edits can be undone.
  /// - Throws: ``StoreError`` when there is no such place, when it holds another schema, a newer
  ///   version or something damaged; nothing is touched then.
  /// - Complexity: O(*n*)
  public convenience init(
    _ schema: Schema, at destination: StoreDestination, migrations: [SchemaMigration] = [],
    saving: StoreSaving = .eachEdit, undoLimit: Int = 100
  ) throws(StoreError) {
    try self.init(
      schema, destination, try destination.open(), migrations, saving, undoLimit: undoLimit)
  }

  init(
    _ schema: Schema, _ destination: StoreDestination, _ backend: any RecordBackend,
    _ migrations: [SchemaMigration], _ saving: StoreSaving, undoLimit: Int
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
    state = Guarded(State(stored: table))
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

  /// Opens a store and reads its records, on a thread of its own.
  ///
  /// - Throws: As ``init(_:at:migrations:saving:undoLimit:)`` does.
  public static func open(
    _ schema: Schema, at destination: StoreDestination, migrations: [SchemaMigration] = [],
    saving: StoreSaving = .eachEdit, undoLimit: Int = 100
  ) async throws(StoreError) -> RecordStore {
    try await wait(on: DispatchQueue(label: "RecordStore.open")) { () throws(StoreError) in
      try RecordStore(
        schema, at: destination, migrations: migrations, saving: saving, undoLimit: undoLimit)
    }
  }

  deinit { close() }

  /// Stops watching and lets go of files and connections; edits throw
  /// ``StoreError/closed(place:)`` from then on. A store that nobody holds closes itself.
  ///
  /// Nothing is saved: with ``StoreSaving/whenAsked``, call `save()` before.
  public func close() {
    // In turn, so that an edit that runs comes to its end.
    live.perform { _ in
      let watch = state.withLock { state -> (any BackendWatch)? in
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

/// When the edits of a store are stored.
public enum StoreSaving: Sendable {
  /// Before the edit returns.
  case eachEdit
  /// When `save()` is called: edits take effect in memory at once. For documents, which
  /// are saved now and then.
  case whenAsked
}

/// Runs what waits for the disk on a queue, so that the caller's thread is free.
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
