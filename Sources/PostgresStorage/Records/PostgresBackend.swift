internal import Records
internal import Storage
import Support

/// Keeps records in a table of a PostgreSQL database.
///
/// An edit asks for its turn first: the lock of the store's row in the catalog. So it runs on the
/// table as it is stored then, and edits of many writers come one after another; the numbers that it
/// gives out are its own, without asking for them. The turn is a courtesy: it ends with the connection,
/// and after half a minute of silence. What is stored is checked either way against the transactions
/// that it is based on, and made again on top of what others stored meanwhile, or refused as a
/// conflict.
final class PostgresBackend: RecordBackend {
  let link: PostgresLink
  let table: String
  /// The database and the table, as errors name them.
  let place: String
  /// Who we are, in the log.
  let writer = TransactionID()
  let state = Guarded(State())

  struct State: Sendable {
    /// What ``load(_:_:)`` found or made; nil before it, and after ``close()``.
    var layout: PostgresLayout?
    /// The last transaction whose changes the store has.
    var mark = PostgresCatalog.Mark()
  }

  init(_ url: String, table: String, options: PostgresOptions) throws(StoreError) {
    if let complaint = PostgresLayout.complaint(aboutTable: table) {
      throw .badTableName(table, reason: complaint)
    }
    do throws(PostgresError) {
      let url = try PostgresURL(url)
      link = PostgresLink(url, options, StatusBoard(options.onStatus))
      place = Self.place(url, table)
    } catch {
      throw .storage(StorageError(error, .open, nil))
    }
    self.table = table
  }

  static func place(_ url: PostgresURL, _ table: String) -> String {
    table == "records" ? url.description : tr("{} (table “{}”)", url, table)
  }

  func refresh(_ known: RecordTable) throws(StoreError) -> RecordTable {
    do throws(PostgresInterruption) {
      return try link.use { wire throws(PostgresInterruption) in
        var work = try work(known, link.deadline)
        try work.begin(.reading, on: link, &wire)
        work.end(&wire, link)
        state.withLock { $0 = work.state }
        return work.table
      }
    } catch {
      throw self.error(error, .read)
    }
  }

  func commit(
    after known: RecordTable, progress: ((Double) -> Bool)?,
    _ edit: (RecordTable) -> PlannedEdit?
  ) -> CommitOutcome {
    link.use { wire in
      do throws(PostgresInterruption) {
        var work = try work(known, link.deadline)
        try work.begin(.writing, on: link, &wire)
        // From here on, the store knows of what others have stored.
        state.withLock { $0 = work.state }
        guard let planned = edit(work.table) else {
          work.end(&wire, link)
          return .abandoned
        }
        guard !planned.isEmpty else {
          work.end(&wire, link)
          return .committed(planned.table, base: nil)
        }
        // What the edit took is not to be taken from the time for storing it.
        work.deadline = link.deadline
        return store(planned, &work, &wire, progress)
      } catch {
        return .failed(self.error(error, .write), stored: nil)
      }
    }
  }

  private func store(
    _ planned: PlannedEdit, _ work: inout StoreWork, _ wire: inout PostgresLink.Wire,
    _ progress: ((Double) -> Bool)?
  ) -> CommitOutcome {
    var planned = planned
    /// What others stored after the edit was made, nil for nothing.
    var base: RecordTable?
    while true {
      do throws(PostgresInterruption) {
        try work.write(planned, &wire, progress)
        state.withLock { $0 = work.state }
        return .committed(planned.table, base: base)
      } catch {
        guard work.mayTryAgain(after: error, &wire, link) else {
          return .failed(self.error(error, .write), stored: base)
        }
      }
      do throws(PostgresInterruption) {
        if try work.wasStored(on: link, &wire) {
          state.withLock { $0 = work.state }
          return .committed(planned.table, base: base)
        }
        state.withLock { $0 = work.state }
        guard work.table.isNewer(than: planned.stored) else { continue }
        base = work.table
        planned = try work.again(planned)
      } catch {
        work.end(&wire, link)
        return .failed(self.error(error, .write), stored: base)
      }
    }
  }

  func watch(_ onChange: @escaping @Sendable () -> Void) -> (any BackendWatch)? {
    guard let layout = state.withLock({ $0.layout }) else { return nil }
    return PostgresListener(
      link, channel: layout.channel,
      isNews: { [state] sequence in state.withLock { $0.mark.sequence < sequence } },
      onChange: onChange)
  }

  func close() {
    state.withLock { $0.layout = nil }
    link.close()
  }

  private func work(
    _ known: RecordTable, _ deadline: ContinuousClock.Instant
  ) throws(PostgresInterruption) -> StoreWork {
    let state = state.withLock { $0 }
    guard let layout = state.layout else { throw .store(.closed(place: place)) }
    return StoreWork(
      layout: layout, state: state, table: known, name: table, place: place, writer: writer,
      deadline: deadline)
  }

  func error(_ interruption: PostgresInterruption, _ operation: StorageOperation) -> StoreError {
    switch interruption {
    case .store(let error): error
    case .postgres(let error) where error.kind == .missing:
      .damaged(place: place, reason: error.reason, previous: nil)
    case .postgres(let error): .storage(StorageError(error, operation, nil))
    }
  }
}

extension RecordTable {
  /// Whether others have changed something since `older`, or given out numbers.
  fileprivate func isNewer(than older: RecordTable) -> Bool {
    nextNumber != older.nextNumber || !changes(since: older).isEmpty
  }
}
