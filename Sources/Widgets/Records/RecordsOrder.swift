internal import HikidashiRecords

/// What records are grouped, sorted and filtered by.
struct RecordsOrder: Hashable, Sendable {
  var grouping = RecordGrouping()
  var keys: [SortKey] = []
  /// The program's filter.
  var scope: Query?
  /// The person's filter.
  var filter: Query?

  /// Puts the records of a table in this order.
  func arranged(_ stored: RecordTable, _ computed: ComputedFields) -> ArrangedRecords {
    var computed = computed
    let table = computed.tableOrStored(stored)
    let queries = [scope, filter].compactMap { $0 }
    let view = GroupedView(
      of: table, groupedBy: grouping, by: keys,
      where: queries.count > 1 ? .all(of: queries) : queries.first)
    return ArrangedRecords(view: view, stored: stored, computed: computed)
  }

  /// Puts them in order on another thread, and says when that was done.
  @concurrent
  func arrangedElsewhere(
    _ stored: RecordTable, _ computed: ComputedFields
  ) async -> (ArrangedRecords, ContinuousClock.Instant) {
    let arranged = arranged(stored, computed)
    return (arranged, .now)
  }
}

/// Records in the order that was wanted, made on whichever thread.
struct ArrangedRecords: Sendable {
  let view: GroupedView
  /// The records as they were stored then.
  let stored: RecordTable
  /// What is computed from them.
  let computed: ComputedFields
}

extension ComputedFields {
  /// The table with the fields, which it can have: that was tried before.
  mutating func tableOrStored(_ stored: RecordTable) -> RecordTable {
    (try? table(stored)) ?? stored
  }
}
