import Foundation
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing

/// Two stores on one database, as two processes have them.
@Suite struct ConflictTests {
  private let folder: ScratchFolder
  private let one: RecordStore
  private let other: RecordStore
  private let name = StoreCards.name
  private let size = StoreCards.size

  init() throws {
    folder = try ScratchFolder()
    let destination = StoreDestination.sqlite(folder.url.appendingPathComponent("cards.db").path)
    let schema = try StoreCards.schema()
    one = try RecordStore(schema, at: destination)
    try one.edit { table in
      for number in 0..<5 {
        try table.append {
          $0[StoreCards.name] = "card \(number)"
          $0[StoreCards.size] = number
        }
      }
    }
    other = try RecordStore(schema, at: destination)
  }

  private func conflict(_ body: () throws -> Void) -> RecordConflict? {
    do {
      try body()
    } catch StoreError.conflict(let conflict) {
      return conflict
    } catch {
      Issue.record("\(error)")
    }
    return nil
  }

  @Test func anEditSeesWhatOthersStored() throws {
    try one.edit { try $0.update(0) { $0[size] = 10 } }
    try other.edit { try $0.update(0) { $0[size] += 1 } }
    try one.refresh()
    #expect(one.table[0, size] == 11)
    #expect(PlainRecords(one.table) == PlainRecords(other.table))
  }

  @Test func numbersAreGivenOutOnce() throws {
    let mine = try one.edit { try $0.append { $0[StoreCards.name] = "mine" } }
    let theirs = try other.edit { try $0.append { $0[StoreCards.name] = "theirs" } }
    #expect(mine == 5 && theirs == 6)
    try other.edit { try $0.remove(theirs) }
    try one.edit { #expect($0.nextNumber == 7) }
  }

  @Test func changesOfOthersArriveAsExternal() async throws {
    var changes = one.changes.makeAsyncIterator()
    try await other.edit("Rename") { try $0.update(1) { $0[StoreCards.name] = "new" } }
    // Noticed without a call.
    let change = try #require(await changes.next())
    #expect(change.kind == .external)
    #expect(Array(change.changes.updated) == [1])
    #expect(one.table[1, name] == "new")
  }

  @Test func whatOthersChangedIsNotUndone() throws {
    try one.edit("Size") { try $0.update(0) { $0[size] = 10 } }
    try other.edit { try $0.update(1) { $0[size] = 20 } }
    try #require(try one.undo())
    #expect(one.table[0, size] == 0)
    #expect(one.table[1, size] == 20)
    try #require(try one.redo())
    #expect(one.table[0, size] == 10)
    #expect(one.table[1, size] == 20)
    try other.refresh()
    #expect(PlainRecords(one.table) == PlainRecords(other.table))
  }

  @Test func undoingWhatOthersChangedIsAConflict() throws {
    try one.edit("Size") { try $0.update(0) { $0[size] = 10 } }
    try other.edit { try $0.update(0) { $0[size] = 20 } }
    let found = try #require(conflict { try one.undo() })
    #expect(Array(found.numbers) == [0])
    let versions = found.versions(of: 0)
    #expect(versions.base?[size] == 10)
    #expect(versions.ours?[size] == 0)
    #expect(versions.theirs?[size] == 20)
    #expect(one.table[0, size] == 20)
    #expect(one.undoName == "Size")
    #expect(try RecordStore(one.schema, at: one.destination).table[0, size] == 20)
  }

  @Test func aDraftIsPutUponWhatOthersStored() throws {
    let before = one.table
    var draft = before
    try draft.update(2) { $0[size] = 99 }
    try draft.remove(3)
    try draft.append { $0[StoreCards.name] = "drafted" }
    try other.edit { table in
      try table.update(1) { $0[size] = 20 }
      try table.append { $0[StoreCards.name] = "theirs" }
    }
    let added = try one.commit(draft, from: before, "Draft")
    #expect(Array(added) == [6])
    let table = one.table
    #expect(table[2, size] == 99)
    #expect(!table.contains(3))
    #expect(table[1, size] == 20)
    #expect(table[5, name] == "theirs")
    #expect(table[6, name] == "drafted")
    try other.refresh()
    #expect(PlainRecords(other.table) == PlainRecords(table))
  }

  @Test func aDraftOfWhatOthersChangedIsAConflict() throws {
    let before = one.table
    var draft = before
    try draft.update(2) { $0[size] = 99 }
    try draft.update(4) { $0[size] = 44 }
    try other.edit { try $0.remove(2) }
    let found = try #require(conflict { try one.commit(draft, from: before) })
    #expect(Array(found.numbers) == [2])
    #expect(found.versions(of: 2).ours?[size] == 99)
    #expect(found.versions(of: 2).theirs == nil)
    #expect(one.table[4, size] == 4)
    // The same change on both sides is none.
    var removing = before
    try removing.remove(2)
    try one.commit(removing, from: before)
  }

  @Test func unsavedChangesMeetWhatOthersStored() throws {
    let draft = try RecordStore(one.schema, at: one.destination, saving: .whenAsked)
    try draft.edit { try $0.update(0) { $0[size] = 7 } }
    #expect(draft.hasUnsavedChanges)
    try one.edit { try $0.update(1) { $0[size] = 8 } }
    try draft.save()
    #expect(!draft.hasUnsavedChanges)
    #expect(draft.table[1, size] == 8)
    try one.refresh()
    #expect(one.table[0, size] == 7)
    try draft.edit { try $0.update(0) { $0[size] = 70 } }
    try one.edit { try $0.update(0) { $0[size] = 80 } }
    #expect(conflict { try draft.save() }?.versions(of: 0).theirs?[size] == 80)
    #expect(draft.table[0, size] == 70)
    #expect(one.table[0, size] == 80)
  }

  @Test func manyTransactionsOfOthersAreReadAnew() throws {
    // So many that the rows that say what changed are removed.
    for step in 0..<1_300 { try other.edit { try $0.update(0) { $0[size] = step } } }
    try one.refresh()
    #expect(PlainRecords(one.table) == PlainRecords(other.table))
  }
}
