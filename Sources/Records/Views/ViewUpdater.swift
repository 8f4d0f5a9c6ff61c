/// Applies what changed between two snapshots to the rows of a view.
///
/// Records are taken in order of their numbers. Until its turn comes, a record stands by the values
/// that it had, and is compared by them.
struct ViewUpdater {
  private let changes: RecordChanges
  /// The changed records that the view shows from now on; nil when it shows all.
  private let shown: RecordSet?
  /// The updated records with changed values in a field of the order.
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

  /// The records that a query finds among some records.
  private static func found(
    _ query: Query, among candidates: RecordSet, in table: RecordTable
  ) -> RecordSet {
    // A search goes through the table chunk by chunk; for a few records that is too much.
    guard candidates.count < 16 else { return table.search(query, in: candidates) }
    return RecordSet(candidates.filter { table.matches($0, query) })
  }

  /// Applies the changes, and tells `observer` of each as soon as the rows have it.
  func run(
    _ rows: inout OrderedNumbers, _ observer: inout some RowObserver
  ) -> [ViewChange] {
    var found: [ViewChange] = []
    let pending = changes.removed.isEmpty ? reordered : changes.removed.union(reordered)
    var order = RecordOrder.Mixed(new: new, old: old, pending: pending)
    for number in changes.removed {
      if let place = rows.place(of: number, in: order) {
        found.append(.removed(number, at: remove(number, at: place, &rows, order, &observer)))
      }
    }
    for number in changes.updated {
      if let change = update(number, &rows, &order, &observer) { found.append(change) }
    }
    for number in changes.inserted where isShown(number) {
      found.append(.inserted(number, at: insert(number, &rows, order, &observer)))
    }
    return found
  }

  private func isShown(_ number: RecordNumber) -> Bool { shown?.contains(number) ?? true }

  private func insert(
    _ number: RecordNumber, _ rows: inout OrderedNumbers, _ order: RecordOrder.Mixed,
    _ observer: inout some RowObserver
  ) -> Int {
    let row = rows.insert(number, in: order)
    observer.inserted(number, at: row, into: rows, order)
    return row
  }

  private func remove(
    _ number: RecordNumber, at place: OrderedNumbers.Place, _ rows: inout OrderedNumbers,
    _ order: RecordOrder.Mixed, _ observer: inout some RowObserver
  ) -> Int {
    let row = rows.row(at: place)
    rows.remove(at: place, in: order)
    observer.removed(number, at: row)
    return row
  }

  private func update(
    _ number: RecordNumber, _ rows: inout OrderedNumbers, _ order: inout RecordOrder.Mixed,
    _ observer: inout some RowObserver
  ) -> ViewChange? {
    let place = rows.place(of: number, in: order)
    defer { order.pending.remove(number) }
    guard let place else {
      guard isShown(number) else { return nil }
      order.pending.remove(number)
      return .inserted(number, at: insert(number, &rows, order, &observer))
    }
    guard isShown(number) else {
      return .removed(number, at: remove(number, at: place, &rows, order, &observer))
    }
    guard reordered.contains(number) else {
      let row = rows.row(at: place)
      observer.updated(number, at: row)
      return .updated(number, at: row)
    }
    let row = remove(number, at: place, &rows, order, &observer)
    order.pending.remove(number)
    let target = insert(number, &rows, order, &observer)
    return target == row ? .updated(number, at: row) : .moved(number, from: row, to: target)
  }
}

/// Is told of each change of the rows of a view, while the others are still to come.
protocol RowObserver {
  /// - Parameter row: Where the record stood.
  mutating func removed(_ number: RecordNumber, at row: Int)
  /// - Parameters:
  ///   - row: Where the record stands now.
  ///   - rows: The rows with it.
  ///   - order: What they are in order by.
  mutating func inserted(
    _ number: RecordNumber, at row: Int, into rows: OrderedNumbers, _ order: RecordOrder.Mixed)
  /// The record has other values, and stands where it stood.
  mutating func updated(_ number: RecordNumber, at row: Int)
}

/// Nobody wants to know.
struct NoRowObserver: RowObserver {
  mutating func removed(_ number: RecordNumber, at row: Int) {}
  mutating func inserted(
    _ number: RecordNumber, at row: Int, into rows: OrderedNumbers, _ order: RecordOrder.Mixed
  ) {}
  mutating func updated(_ number: RecordNumber, at row: Int) {}
}
