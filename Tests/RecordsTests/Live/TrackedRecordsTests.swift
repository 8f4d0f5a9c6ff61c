import HikidashiRecords
import TestSupport
import Testing

/// Records that are followed by `Observation`.
@Suite @MainActor struct TrackedRecordsTests {
  private let name = Field<String>("name", collation: .binary)

  @Test func editsAreFollowed() async throws {
    let live = LiveRecords(RecordTable(try Schema(name)))
    let count = TrackedReading { live.table.count }
    let undo = TrackedReading { live.undoName }
    try live.edit("Add") { cards in _ = try cards.append { $0[name] = "a" } }
    await count.wait { $0 == 1 }
    await undo.wait { $0 == "Add" }
    live.undo()
    await count.wait { $0 == 0 }
    await undo.wait { $0 == nil }
    #expect(count.values == [0, 1, 0])
    #expect(undo.values == [nil, "Add", nil])
  }

  @Test func anUndoThatIsForgottenIsFollowed() async throws {
    let live = LiveRecords(RecordTable(try Schema(name)))
    try live.edit { cards in _ = try cards.append { $0[name] = "a" } }
    let canUndo = TrackedReading { live.canUndo }
    live.clearUndo()
    await canUndo.wait { !$0 }
    #expect(canUndo.values == [true, false])
  }
}
