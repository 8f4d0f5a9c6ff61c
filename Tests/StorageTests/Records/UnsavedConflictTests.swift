import Foundation
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing

/// A store that is saved now and then, and whose unsaved changes are in the way of what others stored.
@Suite struct UnsavedConflictTests {
  private static let name = Field<String>("name", collation: .binary)

  /// What was refused as a conflict is a conflict the next time, too, and what others stored meanwhile
  /// is neither forgotten nor written over.
  @Test(arguments: [false, true]) func aConflictStaysOneUntilItIsSolved(isSaving: Bool) throws {
    let folder = try ScratchFolder()
    let path = folder.url.appendingPathComponent("cards.db").path
    let schema = try Schema(Self.name)
    let ours = try RecordStore(schema, at: .sqlite(path), saving: .whenAsked)
    try ours.edit { try $0.append(columns: [Self.name.column(["a", "b"])]) }
    try ours.save()
    // Before the others: what they store is taken over as soon as the kernel tells of it.
    try ours.edit { try $0.update(0) { $0[Self.name] = "ours" } }
    let theirs = try RecordStore(schema, at: .sqlite(path))
    try theirs.edit { table in
      try table.update(0) { $0[Self.name] = "theirs" }
      try table.update(1) { $0[Self.name] = "theirs too" }
    }
    for _ in 0..<2 {
      #expect(throws: StoreError.self) { try isSaving ? ours.save() : ours.refresh() }
    }
    #expect(throws: StoreError.self) { try ours.save() }
    #expect(try ours.undo())
    try ours.save()
    try ours.refresh()
    #expect(ours.table.values(of: Self.name) == ["theirs", "theirs too"])
    try theirs.refresh()
    #expect(theirs.table.values(of: Self.name) == ["theirs", "theirs too"])
  }
}
