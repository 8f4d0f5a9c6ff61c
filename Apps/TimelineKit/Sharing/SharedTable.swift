import HikidashiRecords
import HikidashiStorage

/// A table of this machine and the one that readers share, which are made the same.
///
/// What both had when they last met says who has changed what since, so that nothing is lost that was done while
/// the database was away. Of each field the change of this machine wins, and a change wins over a removal.
struct SharedTable {
  private let local: KeyedRecordStore<String>
  private let shared: KeyedRecordStore<String>
  /// What both had when they last met.
  private let met: KeyedRecordStore<String>
  /// The tables when they last met, of which only what has changed is looked at; nil before.
  private var last: (local: RecordTable, shared: RecordTable)?
  /// What was written when they last met, and is not in those tables.
  private var written: Set<String> = []

  init(
    _ local: KeyedRecordStore<String>, _ shared: KeyedRecordStore<String>,
    met: KeyedRecordStore<String>
  ) {
    (self.local, self.shared, self.met) = (local, shared, met)
  }

  /// What a record is to be; no cells where it is to be removed.
  private typealias Wanted = (key: String, cells: [CellValue]?)

  /// Makes both tables the same.
  ///
  /// - Parameter take: Called with the records of the shared table that are new or others here, before
  ///   this machine's table has them.
  /// - Returns: Whether records of this machine were changed.
  /// - Throws: `StoreError`, and all is as it was, or is made the same the next time.
  /// - Complexity: O(*k*) for *k* records that were changed; O(*n*) the first time.
  mutating func meet(
    taking take: ([Record]) throws -> Void = { _ in }
  ) throws -> Bool {
    let tables = (local: local.table, shared: shared.table)
    let (mine, others, before) = (local.records, shared.records, met.records)
    var (here, there, both): ([Wanted], [Wanted], [Wanted]) = ([], [], [])
    for key in changed(tables) {
      let (own, other, old) = (mine[key]?.cells, others[key]?.cells, before[key]?.cells)
      let merged = merge(own, other, old)
      if merged != own { here.append((key, merged)) }
      if merged != other { there.append((key, merged)) }
      if merged != old { both.append((key, merged)) }
    }
    try write(there, to: shared)
    let now = shared.records
    try take(here.compactMap { now[$0.key] })
    try write(here, to: local)
    try write(both, to: met)
    last = tables
    written = Set(here.map(\.key)).union(there.map(\.key))
    return !here.isEmpty
  }

  private func changed(_ now: (local: RecordTable, shared: RecordTable)) -> Set<String> {
    guard let last else {
      return Set(keys(now.local)).union(keys(now.shared)).union(keys(met.table))
    }
    return changed(now.local, since: last.local).union(changed(now.shared, since: last.shared))
      .union(written)
  }

  private func keys(_ table: RecordTable) -> [String] { table.map { $0[local.records.key] } }

  private func changed(_ now: RecordTable, since old: RecordTable) -> Set<String> {
    let (changes, key) = (now.changes(since: old), local.records.key)
    var keys: Set<String> = []
    for number in changes.inserted { keys.insert(now[number, key]) }
    for number in changes.updated { keys.formUnion([now[number, key], old[number, key]]) }
    for number in changes.removed { keys.insert(old[number, key]) }
    return keys
  }

  private func merge(
    _ own: [CellValue]?, _ other: [CellValue]?, _ old: [CellValue]?
  ) -> [CellValue]? {
    guard let own else { return other == old ? nil : other }
    guard let other else { return own == old ? nil : own }
    let old = old ?? local.table.schema.fields.map(\.defaultValue)
    return own.indices.map { own[$0] == old[$0] ? other[$0] : own[$0] }
  }

  private func write(_ wanted: [Wanted], to store: KeyedRecordStore<String>) throws {
    guard !wanted.isEmpty else { return }
    let key = local.records.key.definition.name
    try store.edit { records in
      for (name, cells) in wanted {
        guard let cells else {
          records.remove(name)
          continue
        }
        try records.upsert(name) { draft throws(RecordError) in
          for (field, cell) in zip(store.table.schema.fields, cells) where field.name != key {
            try draft.set(field.name, to: cell)
          }
        }
      }
    }
  }
}
