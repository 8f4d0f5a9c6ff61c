internal import HikidashiBase
internal import HikidashiRecords

/// A backend that stores nothing: the records are only in the store's own table.
struct MemoryBackend: RecordBackend {
  func load(
    _ schema: Schema, _ migrations: [SchemaMigration]
  ) throws(StoreError) -> RecordTable {
    RecordTable(schema)
  }

  func commit(
    after known: RecordTable, progress: ((Double) -> Bool)?,
    _ edit: (RecordTable) -> PlannedEdit?
  ) -> CommitOutcome {
    guard let edited = edit(known) else { return .abandoned }
    guard progress?(1) ?? true else { return .failed(.cancelled, stored: nil) }
    return .committed(edited.table, base: nil)
  }

  func refresh(_ known: RecordTable) throws(StoreError) -> RecordTable { known }

  func watch(_ onChange: @escaping @Sendable () -> Void) -> ObservationToken? { nil }

  func keepCopy() throws(StoreError) {}

  func close() {}
}

/// A backend whose records may be read but not edited.
struct ReadOnlyBackend: RecordBackend {
  let base: any RecordBackend
  let place: String

  func load(
    _ schema: Schema, _ migrations: [SchemaMigration]
  ) throws(StoreError) -> RecordTable {
    // Without migrations: they would write.
    try base.load(schema, [])
  }

  func commit(
    after known: RecordTable, progress: ((Double) -> Bool)?,
    _ edit: (RecordTable) -> PlannedEdit?
  ) -> CommitOutcome {
    .failed(.readOnly(place: place), stored: nil)
  }

  func refresh(_ known: RecordTable) throws(StoreError) -> RecordTable { try base.refresh(known) }

  func watch(_ onChange: @escaping @Sendable () -> Void) -> ObservationToken? {
    base.watch(onChange)
  }

  func keepCopy() throws(StoreError) { throw .readOnly(place: place) }

  func close() { base.close() }
}
