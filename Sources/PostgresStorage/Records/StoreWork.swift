internal import HikidashiBase
internal import HikidashiRecords
internal import HikidashiStorage

/// One attempt to read or to edit a store in a transaction, repeated until it succeeds or its
/// deadline passes.
///
/// The parts of the protocol:
///
/// - **Log table**: `hikidashi_change` has one row for each committed transaction, with its
///   sequence number, its random ID and the ranges of record numbers that it changed.
/// - **Watermark**: `state.mark` is the sequence number of the last transaction that `table`
///   contains, with the next record number. The store's row in `hikidashi_store` has the newest
///   one.
/// - **Turn**: a writer locks that row (`SELECT … FOR UPDATE`). So the transactions of all writers
///   come one after another, and their sequence numbers have no gaps.
///
/// An edit takes these steps:
///
/// 1. *Begin* (``begin(_:on:_:)``, `look`): starts the transaction, takes the turn, and reads the
///    store's row and the log behind the watermark. A reader takes no turn: it sees one snapshot
///    (`REPEATABLE READ`).
/// 2. *Replay* (`catchUp`): reads the records that the log names, puts them into `table` and moves
///    the watermark. The whole table is read where the log has a gap (old rows are removed), or a
///    row without ranges.
/// 3. *Commit* (``write(_:_:_:)``): writes the changed rows, a log row with ``id`` and the new
///    watermark, notifies the listeners, and commits. Rows carry the sequence number that wrote
///    them: a row newer than the watermark makes the transaction fail with `changed`.
/// 4. *Confirm* (``wasStored(on:_:)``): where the connection broke before the answer came, connects
///    anew, takes the turn, and looks for ``id`` in the log. Where it is there, the edit was
///    stored, and is not repeated.
/// 5. *Repeat*: otherwise replays the log, rebases the edit on the result (``again(_:)``) and
///    commits again. The edit fails with a conflict where others have changed the same records.
///
/// Where another tool has changed rows without a log row (`changed`), the whole table is read and
/// the edit is tried again, at most twice. Where ``id`` is not in the log and the log has a gap,
/// nobody can tell whether the edit was stored, and the call fails with ``unknown``.
struct StoreWork {
  let layout: PostgresLayout
  var state: PostgresBackend.State
  /// The records as of the watermark `state.mark`.
  var table: RecordTable
  let name: String
  let place: String
  let writer: TransactionID
  /// The time after which no further attempt is made.
  var deadline: ContinuousClock.Instant
  /// The transaction's ID in the log, by which it is found again when the answer is lost.
  let id = TransactionID()
  private var failures = 0
  /// How often rows had been changed without a row in the log.
  private var surprises = 0

  enum Purpose { case reading, writing }

  init(
    layout: PostgresLayout, state: PostgresBackend.State, table: RecordTable, name: String,
    place: String, writer: TransactionID, deadline: ContinuousClock.Instant
  ) {
    self.layout = layout
    self.state = state
    self.table = table
    self.name = name
    self.place = place
    self.writer = writer
    self.deadline = deadline
  }

  /// Begins a transaction and replays what others have stored. A writer waits for its turn first. A
  /// connection that breaks is replaced until the deadline.
  mutating func begin(
    _ purpose: Purpose, on link: PostgresLink, _ wire: inout PostgresLink.Wire
  ) throws(PostgresError) {
    try attempt(on: link, &wire) { (work, connection) throws(PostgresError) in
      let log = try work.look(purpose, connection)
      try work.catchUp(log, connection)
    }
  }

  /// Returns whether the transaction was stored although its answer was lost or its commit failed;
  /// begins a new one where it was not.
  mutating func wasStored(
    on link: PostgresLink, _ wire: inout PostgresLink.Wire
  ) throws(PostgresError) -> Bool {
    var wasStored = false
    try attempt(on: link, &wire) { (work, connection) throws(PostgresError) in
      // Taking the turn waits until the earlier transaction has been committed or rolled back.
      let log = try work.look(.writing, connection)
      guard let mark = log.found else {
        guard log.isWhole || work.surprises > 0 else { throw work.unknown }
        return try work.catchUp(log, connection)
      }
      wasStored = true
      work.state.mark = mark
    }
    if wasStored { end(&wire, link) }
    return wasStored
  }

  private mutating func attempt(
    on link: PostgresLink, _ wire: inout PostgresLink.Wire,
    _ body: (inout StoreWork, PostgresConnection) throws(PostgresError) -> Void
  ) throws(PostgresError) {
    while true {
      var work = self
      do throws(PostgresError) {
        let connection = try link.connection(&wire, until: deadline, &failures)
        try body(&work, connection)
        self = work
        return
      } catch {
        end(&wire, link)
        guard error.isPassing, link.pause(after: &failures, until: deadline) else { throw error }
      }
    }
  }

  /// Rolls back the current transaction.
  func end(_ wire: inout PostgresLink.Wire, _ link: PostgresLink) {
    if let connection = wire.connection, !connection.rollBack() { link.drop(&wire) }
  }

  /// Writes an edit and its log row, and commits the transaction.
  mutating func write(
    _ planned: PlannedEdit, _ wire: inout PostgresLink.Wire, _ progress: ((Double) -> Bool)?
  ) throws(PostgresError) {
    guard let connection = wire.connection else { throw unknown }
    let mark = PostgresCatalog.Mark(
      sequence: state.mark.sequence + 1,
      nextNumber: max(state.mark.nextNumber, planned.table.nextNumber))
    let writer = ChangeWriter(
      layout: layout, connection: connection, base: state.mark.sequence, sequence: mark.sequence,
      progress: progress)
    var rest = try writer.write(planned)
    rest += PostgresCatalog.note(
      mark, id, by: self.writer, planned.changes.touched.runs(limit: 2_000), layout)
    rest.append(PostgresStatement("COMMIT"))
    _ = try connection.run(rest)
    state.mark = mark
  }

  /// Ends the current transaction; returns whether to try the failed edit again.
  mutating func mayTryAgain(
    after error: PostgresError, _ wire: inout PostgresLink.Wire, _ link: PostgresLink
  ) -> Bool {
    if error.isPassing {
      link.drop(&wire)
      return link.pause(after: &failures, until: deadline)
    }
    end(&wire, link)
    guard error.kind == .changed, surprises < 2 else { return false }
    surprises += 1
    // Another tool changed rows without a log row: the whole table is read again.
    state.mark.sequence = -1
    return true
  }

  /// Rebases an edit on what others have stored since.
  ///
  /// - Throws: ``StoreError/conflict(_:)`` if both changed the same record or gave out the same
  ///   number, ``StoreError/refused(place:_:)`` if both used the same key.
  func again(_ planned: PlannedEdit) throws(PostgresError) -> PlannedEdit {
    let (older, edited) = (planned.stored, planned.table)
    let taken = RecordSet(
      planned.changes.inserted.lazy.filter {
        $0.rawValue >= older.nextNumber && $0.rawValue < table.nextNumber
      })
    guard taken.isEmpty else {
      throw .store(
        .conflict(RecordConflict(numbers: taken, base: older, ours: edited, theirs: table)))
    }
    let rebased: RecordTable
    do throws(RecordConflict) { rebased = try table.rebasing(edited, from: older) } catch {
      throw .store(.conflict(error))
    }
    do throws(RecordError) { return try planned.again(rebased, over: table) } catch {
      throw .store(.refused(place: place, error))
    }
  }

  var unknown: PostgresError {
    PostgresError(
      .connection, message: "the answer was lost, and whether the edit was stored is not known",
      place: place)
  }
}

// MARK: - Catching up

extension StoreWork {
  /// Begins a transaction and reads the log behind the watermark; a writer takes its turn.
  func look(
    _ purpose: Purpose, _ connection: PostgresConnection
  ) throws(PostgresError) -> StoreLog {
    let results = try connection.run([
      PostgresStatement(
        purpose == .writing
          ? "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
          : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"),
      PostgresStatement(
        """
        SELECT name, sequence, next_number FROM hikidashi_store
        WHERE id = $1\(purpose == .writing ? " FOR UPDATE" : "")
        """
      ) { $0.add(layout.store) },
      PostgresStatement(
        """
        SELECT sequence, low, high, id = $3 FROM hikidashi_change
        WHERE store = $1 AND sequence > $2 ORDER BY sequence
        """
      ) {
        $0.add(layout.store)
        $0.add(state.mark.sequence)
        $0.add(id)
      },
    ])
    let store = results[1]
    guard store.rows == 1, store.string(0, 0) == name else {
      throw .store(try schemaChanged(connection))
    }
    let mark = PostgresCatalog.Mark(sequence: store.int(0, 1), nextNumber: store.int(0, 2))
    try layout.check(mark, place)
    return log(mark, results[2])
  }

  private func log(_ mark: PostgresCatalog.Mark, _ rows: PostgresResult) -> StoreLog {
    var log = StoreLog(mark: mark, runs: [], isWhole: true)
    var runs: [ClosedRange<Int>] = []
    var next = state.mark.sequence + 1
    for row in 0..<rows.rows {
      if rows.int(row, 0) != next { log.isWhole = false }
      // What another tool wrote may be the greatest number there is.
      next = rows.int(row, 0) &+ 1
      if rows.bool(row, 3) {
        log.found = PostgresCatalog.Mark(
          sequence: rows.int(row, 0), nextNumber: max(state.mark.nextNumber, table.nextNumber))
      }
      guard let low = rows.ints(row, 1), let high = rows.ints(row, 2) else {
        log.runs = nil
        continue
      }
      runs += zip(low, high).compactMap { $0 <= $1 ? $0...$1 : nil }
    }
    if next != mark.sequence + 1 { log.isWhole = false }
    log.runs = log.isWhole && log.runs != nil ? Self.merged(runs) : nil
    return log
  }

  private static func merged(_ runs: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
    var merged: [ClosedRange<Int>] = []
    for run in runs.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      // The second condition is evaluated only where the bound is not `Int.max`.
      if let last = merged.last,
        run.lowerBound <= last.upperBound || run.lowerBound == last.upperBound + 1
      {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, run.upperBound)
      } else {
        merged.append(run)
      }
    }
    return merged
  }

  /// Replays the log: reads the changed records into `table` and moves the watermark.
  mutating func catchUp(
    _ log: StoreLog, _ connection: PostgresConnection
  ) throws(PostgresError) {
    guard log.mark != state.mark else { return }
    guard let runs = log.runs else {
      table = try checked(
        layout.readAll(nextNumber: log.mark.nextNumber, place: place, connection))
      state.mark = log.mark
      return
    }
    var reader = PostgresRowReader(layout.schema, try ExactTexts(layout, connection), place: place)
    let rows = try connection.run(
      PostgresStatement(layout.selectRuns) {
        $0.add(runs.map(\.lowerBound))
        $0.add(runs.map(\.upperBound))
      })
    try reader.read(rows)
    let fresh = try reader.finish(nextNumber: 0)
    table = try table.replacing(runs, by: checked(fresh), nextNumber: log.mark.nextNumber)
    state.mark = log.mark
  }

  /// Returns the records that others stored; throws if the schema refuses one.
  private func checked(_ table: RecordTable) throws(PostgresError) -> RecordTable {
    if let (_, complaint) = table.firstComplaint() {
      throw .store(.refused(place: place, complaint))
    }
    return table
  }

  /// Returns the error for a store whose row in the catalog is gone or was replaced.
  private func schemaChanged(
    _ connection: PostgresConnection
  ) throws(PostgresError) -> StoreError {
    let entry = try PostgresCatalog.entry(name, locked: false, connection)
    guard let entry else {
      return .damaged(place: place, reason: tr("its table “{}” is gone", name), previous: nil)
    }
    let known = layout.schema.version
    let version = (try? Schema(json: entry.schemaJSON))?.version ?? known
    return version > known
      ? .newer(place: place, found: version, known: known) : .changedElsewhere(place: place)
  }
}

extension PostgresLayout {
  /// Checks that a watermark is in the range that a store writes, and can still be increased.
  func check(_ mark: PostgresCatalog.Mark, _ place: String) throws(PostgresError) {
    guard (0..<Int.max / 2).contains(mark.sequence), mark.nextNumber >= 0 else {
      throw .damaged(tr("hikidashi_store has numbers that no store gives"), place)
    }
  }

  /// Reads all records of the table.
  func readAll(
    nextNumber: Int, place: String, _ connection: PostgresConnection
  ) throws(PostgresError) -> RecordTable {
    var reader = PostgresRowReader(schema, try ExactTexts(self, connection), place: place)
    try connection.copyOut(copyOut) { row throws(PostgresError) in try reader.read(copied: row) }
    return try reader.finish(nextNumber: nextNumber)
  }
}
