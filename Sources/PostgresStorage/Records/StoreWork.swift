internal import Records
internal import Storage

/// One call on its way: what is known of the store, and the transaction under way.
struct StoreWork {
  let layout: PostgresLayout
  var state: PostgresBackend.State
  /// The records as far as they are known.
  var table: RecordTable
  let name: String
  let place: String
  let writer: TransactionID
  /// When no further attempt is made.
  var deadline: ContinuousClock.Instant
  /// The name of the transaction, under which it is found again should its answer be lost.
  let id = TransactionID()
  private var backoff = Backoff()
  /// How often rows were not as they were known to be.
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

  /// Begins a transaction, when it is our turn where it is to write, and takes over what others have
  /// stored; with new connections, where they break, as long as there is time.
  mutating func begin(
    _ purpose: Purpose, on link: PostgresLink, _ wire: inout PostgresLink.Wire
  ) throws(PostgresInterruption) {
    try attempt(on: link, &wire) { (work, connection) throws(PostgresInterruption) in
      let log = try work.look(purpose, connection)
      try work.catchUp(log, connection)
    }
  }

  /// Whether the transaction was stored, though its answer was lost; begins one again where it was not.
  mutating func wasStored(
    on link: PostgresLink, _ wire: inout PostgresLink.Wire
  ) throws(PostgresInterruption) -> Bool {
    var wasStored = false
    try attempt(on: link, &wire) { (work, connection) throws(PostgresInterruption) in
      // With the turn: what was under way is over, one way or the other.
      let log = try work.look(.writing, connection)
      guard let mark = log.found else {
        guard log.isWhole || work.surprises > 0 else { throw .postgres(work.unknown) }
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
    _ body: (inout StoreWork, PostgresConnection) throws(PostgresInterruption) -> Void
  ) throws(PostgresInterruption) {
    while true {
      var work = self
      do throws(PostgresInterruption) {
        let connection = try storing { () throws(PostgresError) in
          try link.connection(&wire, until: deadline, &backoff)
        }
        try body(&work, connection)
        self = work
        return
      } catch {
        end(&wire, link)
        guard case .postgres(let cause) = error, cause.isPassing,
          link.pause(backoff.next(), until: deadline)
        else { throw error }
      }
    }
  }

  /// Ends the transaction under way without an effect.
  func end(_ wire: inout PostgresLink.Wire, _ link: PostgresLink) {
    if let connection = wire.connection, !connection.rollBack() { link.drop(&wire) }
  }

  /// Writes an edit and ends the transaction.
  mutating func write(
    _ planned: PlannedEdit, _ wire: inout PostgresLink.Wire, _ progress: ((Double) -> Bool)?
  ) throws(PostgresInterruption) {
    guard let connection = wire.connection else { throw .postgres(unknown) }
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
    try storing { () throws(PostgresError) in _ = try connection.run(rest) }
    state.mark = mark
  }

  /// Whether an edit that failed may be stored yet; ends the transaction under way.
  mutating func mayTryAgain(
    after error: PostgresInterruption, _ wire: inout PostgresLink.Wire, _ link: PostgresLink
  ) -> Bool {
    guard case .postgres(let cause) = error else {
      end(&wire, link)
      return false
    }
    if cause.isPassing {
      link.drop(&wire)
      return link.pause(backoff.next(), until: deadline)
    }
    end(&wire, link)
    guard cause.kind == .changed, surprises < 2 else { return false }
    surprises += 1
    // Another tool changed rows without a word in the log: all are read anew.
    state.mark.sequence = -1
    return true
  }

  /// An edit made again on top of what others have stored since.
  ///
  /// - Throws: ``StoreError/conflict(_:)`` where both changed a record, or gave out one number,
  ///   ``StoreError/refused(place:_:)`` where both gave one key.
  func again(_ planned: PlannedEdit) throws(PostgresInterruption) -> PlannedEdit {
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
