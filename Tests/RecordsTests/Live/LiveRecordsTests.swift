import HikidashiBase
import Testing

@testable import HikidashiRecords

@Suite struct LiveRecordsTests {
  let name = Field<String>("name", collation: .binary)

  private func live(undoLimit: Int = 100) throws -> LiveRecords {
    LiveRecords(RecordTable(try Schema(name)), undoLimit: undoLimit)
  }

  private func names(_ live: LiveRecords) -> [String] { live.table.values(of: name) }

  @Test func anEditTakesEffectAsAWholeOrNotAtAll() throws {
    let live = try live()
    let id = try live.edit("Add") { cards in try cards.append { $0[name] = "a" } }
    #expect(live.table[id, name] == "a")
    #expect(throws: RecordError.noSuchRecord(9)) {
      try live.edit("Fail") { cards throws(RecordError) in
        try cards.append { $0[name] = "b" }
        try cards.remove(9)
      }
    }
    #expect(names(live) == ["a"])
    #expect(live.undoName == "Add")
  }

  @Test func undoAndRedoRestoreExactlyAndGiveNoNumberTwice() throws {
    let live = try live()
    let a = try live.edit("Add") { cards in try cards.append { $0[name] = "a" } }
    let before = live.table
    let b = try live.edit("Add more") { cards in try cards.append { $0[name] = "b" } }
    let after = live.table
    #expect(live.undo())
    #expect(live.table.changes(since: before).isEmpty)
    #expect([live.undoName, live.redoName] == ["Add", "Add more"])
    #expect(live.redo())
    #expect(live.table.changes(since: after).isEmpty)
    #expect(live.undo() && live.undo() && !live.undo())
    #expect(live.table.isEmpty && !live.canUndo && live.canRedo)
    let c = try live.edit { cards in try cards.append { $0[name] = "c" } }
    #expect(a < b && b < c)
    #expect(!live.canRedo && !live.redo())
    #expect(live.canUndo && live.undoName == nil)
  }

  @Test func anEditThatChangesNothingIsNone() throws {
    let live = try live()
    let id = try live.edit("Add") { cards in try cards.append { $0[name] = "a" } }
    let observation = live.onChange { _ in Issue.record("nothing changed") }
    live.edit("Look") { _ in }
    try live.edit("Same") { cards in try cards.update(id) { $0[name] = "a" } }
    #expect(live.undoName == "Add")
    observation.cancel()
  }

  @Test func noMoreLevelsAreKeptThanTheLimit() throws {
    let live = try live(undoLimit: 2)
    for text in ["a", "b", "c"] {
      try live.edit(text) { cards in try cards.append { $0[name] = text } }
    }
    #expect(live.undo() && live.undo() && !live.undo())
    #expect(names(live) == ["a"])
    #expect(live.redo() && live.redo() && !live.redo())
    live.clearUndo()
    #expect(!live.canUndo)
    #expect(names(live) == ["a", "b", "c"])
  }

  @Test func aNumberOfAnEditThatWasUndoneIsNotGivenOutByAnOlderTableEither() throws {
    let live = try live()
    let older = live.table
    try live.edit { cards in try cards.append { $0[name] = "a" } }
    live.edit { $0 = older }
    #expect(try live.edit { cards in try cards.append { $0[name] = "b" } } == 1)
  }

  @Test func aCallbackMayEditAndIsToldOfItAfterwards() throws {
    let live = try live()
    let heard = Guarded<[String]>([])
    let connection = live.onChange { [name] change in
      heard.withLock { $0.append("\(change.numbers) \(change.kind) \(change.name ?? "-")") }
      if change.after.count < 3 {
        _ = try? live.edit("again") { cards in try cards.append { $0[name] = "x" } }
        heard.withLock { $0.append("edited") }
      }
    }
    try live.edit("first") { cards in try cards.append { $0[name] = "a" } }
    live.undo()
    connection.cancel()
    connection.cancel()
    live.redo()
    #expect(
      heard.withLock { $0 } == [
        "1...1 edit first", "edited", "2...2 edit again", "edited", "3...3 edit again",
        "4...4 undo again", "edited", "5...5 edit again",
      ])
  }

  @Test func callbacksAreReleasedWithTheirTokenAndTheRecords() throws {
    final class Held: Sendable {}
    weak var first: Held?
    weak var second: Held?
    weak var third: Held?
    var live: LiveRecords? = try live()
    var tokens = [Held(), Held(), Held()].enumerated().map { index, held in
      if index == 0 { first = held } else if index == 1 { second = held } else { third = held }
      return live?.onChange { _ in _ = held }
    }
    tokens[0]?.cancel()
    #expect(first == nil && second != nil && third != nil)
    tokens.removeLast()
    #expect(second != nil && third == nil)
    live = nil
    #expect(second == nil)
  }

  @Test func aSlowReaderMissesNothing() async throws {
    let live = try live()
    var changes = live.changes(buffering: 2).makeAsyncIterator()
    let start = live.table
    for index in 0..<10 {
      try live.edit("edit \(index)") { cards in try cards.append { $0[name] = "\(index)" } }
    }
    live.undo()
    let first = await changes.next()
    let rest = await changes.next()
    #expect(first?.numbers == 1...1 && first?.kind == .edit && first?.before.count == 0)
    #expect(rest?.numbers == 2...11 && rest?.kind == .several && rest?.name == "edit 9")
    #expect(rest?.changes.inserted.count == 8)
    #expect(rest?.after.changes(since: start).inserted.count == 9)
  }

  @Test func readingEndsWithTheTaskAndWithTheRecords() async throws {
    var live: LiveRecords? = try live()
    let changes = try #require(live?.changes)
    let task = Task {
      var count = 0
      for await _ in changes { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value == 0)

    let others = try #require(live?.changes)
    let name = name
    try live?.edit { cards in try cards.append { $0[name] = "a" } }
    live = nil
    var count = 0
    for await _ in others { count += 1 }
    #expect(count == 1)
  }
}
