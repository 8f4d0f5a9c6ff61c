import HikidashiBase
import HikidashiRecords
import Testing

@testable import HikidashiStorage

/// What others have stored, where it cannot be read at the moment when one is told of it.
@Suite struct TakeOverTests {
  /// Somebody else's record, which can be read at the third attempt.
  private final class Busy: RecordBackend {
    private let base = MemoryBackend()
    private let state = Guarded((refusals: 2, onChange: (@Sendable () -> Void)?.none))

    func load(
      _ schema: Schema, _ migrations: [SchemaMigration]
    ) throws(StoreError) -> RecordTable { try base.load(schema, migrations) }

    func commit(
      after known: RecordTable, progress: ((Double) -> Bool)?,
      _ edit: (RecordTable) -> PlannedEdit?
    ) -> CommitOutcome { base.commit(after: known, progress: progress, edit) }

    func refresh(_ known: RecordTable) throws(StoreError) -> RecordTable {
      let isRefused = state.withLock { state in
        state.refusals -= 1
        return state.refusals >= 0
      }
      guard !isRefused else { throw .storage(.busy(StorageFailure(.read, place: "elsewhere"))) }
      var table = known
      // Cannot fail: every field has a default.
      _ = try? table.append { $0[StoreCards.name] = "theirs" }
      return table
    }

    func watch(_ onChange: @escaping @Sendable () -> Void) -> ObservationToken? {
      state.withLock { $0.onChange = onChange }
      return ObservationToken {}
    }

    func keepCopy() throws(StoreError) {}

    func close() {}

    func tell() { state.withLock { $0.onChange }?() }
  }

  @Test func whatCannotBeReadNowIsReadLater() async throws {
    let backend = Busy()
    let store = try RecordStore(
      StoreCards.schema(), .memory, backend, [], .eachEdit, undoLimit: 1)
    var changes = store.changes.makeAsyncIterator()
    backend.tell()
    let change = try #require(await changes.next())
    #expect(change.kind == .external)
    #expect(store.table.values(of: StoreCards.name) == ["theirs"])
  }
}
