extension SortedView {
  /// Shows a newer (or older) snapshot of the table.
  ///
  /// What was edited is found by comparing the two snapshots; each such record is moved by itself.
  /// Where so many were edited that sorting anew is faster, that is done instead.
  ///
  /// - Returns: The changes of the rows, each to be applied to the rows that the one before left.
  /// - Precondition: The snapshot has the schema that the view's table has.
  /// - Complexity: O(*k* log *n*) for *k* edited records, and what ``RecordTable/changes(since:)``
  ///   takes.
  @discardableResult
  public mutating func update(to newer: RecordTable) -> [ViewChange] {
    let changes = newer.changes(since: table)
    if changes.isEmpty {
      table = newer
      return []
    }
    guard changes.count <= Self.mostSingleEdits(rows.count) else {
      table = newer
      rebuild()
      return [.reloaded]
    }
    let updater = ViewUpdater(view: self, newer: newer, changes: changes)
    table = newer
    return updater.run(&rows)
  }

  /// How many edits are made one by one in so many rows: one takes some ten microseconds, sorting a
  /// row anew some tens of nanoseconds.
  static func mostSingleEdits(_ count: Int) -> Int { Swift.max(64, count / 256) }
}

/// Applies what changed between two snapshots to the rows of a view.
///
/// Records are taken in order of their numbers. Until its turn comes, a record stands by the values
/// that it had, and is compared by them.
private struct ViewUpdater {
  private let changes: RecordChanges
  /// The changed records that the view shows from now on; nil when it shows all.
  private let shown: RecordSet?
  /// The records by whose order something changed.
  private let reordered: RecordSet
  private let new: RecordOrder.Bound
  private let old: RecordOrder.Bound

  init(view: SortedView, newer: RecordTable, changes: RecordChanges) {
    self.changes = changes
    let candidates =
      changes.inserted.isEmpty ? changes.updated : changes.inserted.union(changes.updated)
    shown = view.filter.map { Self.found($0, among: candidates, in: newer) }
    let touched = view.order.fields.map { changes.updated(inField: $0) }.filter { !$0.isEmpty }
    reordered = touched.dropFirst().reduce(touched.first ?? RecordSet()) { $0.union($1) }
    new = view.order.bound(to: newer)
    old = view.order.bound(to: view.table)
  }

  /// What a query finds among some records.
  private static func found(
    _ query: Query, among candidates: RecordSet, in table: RecordTable
  ) -> RecordSet {
    // A search goes through the table chunk by chunk; for a few records that is too much.
    guard candidates.count < 16 else { return table.search(query, in: candidates) }
    return RecordSet(candidates.filter { table.matches($0, query) })
  }

  func run(_ rows: inout OrderedNumbers) -> [ViewChange] {
    var found: [ViewChange] = []
    let pending = changes.removed.isEmpty ? reordered : changes.removed.union(reordered)
    var order = RecordOrder.Mixed(new: new, old: old, pending: pending)
    for number in changes.removed {
      if let place = rows.place(of: number, in: order) {
        found.append(.removed(number, at: rows.row(at: place)))
        rows.remove(at: place, in: order)
      }
    }
    for number in changes.updated {
      if let change = update(number, &rows, &order) { found.append(change) }
    }
    for number in changes.inserted where isShown(number) {
      found.append(.inserted(number, at: rows.insert(number, in: order)))
    }
    return found
  }

  private func isShown(_ number: RecordNumber) -> Bool { shown?.contains(number) ?? true }

  private func update(
    _ number: RecordNumber, _ rows: inout OrderedNumbers, _ order: inout RecordOrder.Mixed
  ) -> ViewChange? {
    let place = rows.place(of: number, in: order)
    defer { order.pending.remove(number) }
    guard let place else {
      guard isShown(number) else { return nil }
      order.pending.remove(number)
      return .inserted(number, at: rows.insert(number, in: order))
    }
    let row = rows.row(at: place)
    guard isShown(number) else {
      rows.remove(at: place, in: order)
      return .removed(number, at: row)
    }
    guard reordered.contains(number) else { return .updated(number, at: row) }
    rows.remove(at: place, in: order)
    order.pending.remove(number)
    let target = rows.insert(number, in: order)
    return target == row ? .updated(number, at: row) : .moved(number, from: row, to: target)
  }
}
