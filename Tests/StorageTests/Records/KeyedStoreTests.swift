import HikidashiRecords
import HikidashiStorage
import HikidashiStorageTesting
import TestSupport
import Testing

/// Keyed records on every way in: no edit leaves two records with one key, and nothing that others
/// stored keeps a store from being opened.
@Suite struct KeyedStoreTests {
  static let code = Field<String>("code", collation: .localized(locale: "en"))
  static let stock = Field<Int>("stock", default: 0)

  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func destination(_ kind: StorePropertyTests.Kind = .sqlite) throws -> StoreDestination {
    try kind.destination(folder)
  }

  private func goods(
    _ kind: StorePropertyTests.Kind = .sqlite, saving: StoreSaving = .eachEdit
  ) throws -> KeyedRecordStore<String> {
    let store = try RecordStore(
      Schema(Self.code, Self.stock), at: destination(kind), saving: saving)
    return try KeyedRecordStore(store, key: Self.code)
  }

  private func append(
    _ code: String, to store: RecordStore
  ) throws {
    try store.edit { _ = try $0.append { $0[Self.code] = code } }
  }

  private func codes(_ store: RecordStore) -> [String] { store.table.values(of: Self.code) }

  /// What a table of records, or a form, does: it knows no key.
  @Test(arguments: StorePropertyTests.Kind.allCases)
  func anEditOfTheTableCannotGiveAKeyTwice(_ kind: StorePropertyTests.Kind) async throws {
    let goods = try goods(kind)
    try append("A-17", to: goods.store)
    await #expect(throws: StoreError.self) {
      try await goods.store.change("Add a record") {
        _ = try $0.append { $0[Self.code] = "a-17" }
      }
    }
    #expect(codes(goods.store) == ["A-17"])
    try await goods.edit { _ = try $0.append { $0[Self.code] = "B-1" } }
    try append("C-3", to: goods.store)
    #expect(goods.records["c-3"] != nil)
    #expect(goods.records.count == 3)
    if kind != .memory {
      goods.store.close()
      #expect(try self.goods(kind).records.count == 3)
    }
  }

  @Test func undoAndRedoCannotGiveAKeyTwice() throws {
    let first = try goods()
    let second = try goods()
    try append("A-17", to: first.store)
    try first.edit { _ = $0.remove("A-17") }
    try append("a-17", to: second.store)
    #expect(throws: StoreError.self) { try first.store.undo() }
    #expect(codes(first.store) == ["a-17"])
    #expect(try goods().records.count == 1)

    // The edit that was undone can be undone, and made again, once the key is free.
    try second.edit { _ = $0.remove("a-17") }
    #expect(try first.store.undo())
    #expect(codes(first.store) == ["A-17"])
    #expect(try first.store.undo())
    try second.store.refresh()
    try append("a-17", to: second.store)
    #expect(throws: StoreError.self) { try first.store.redo() }
    #expect(codes(first.store) == ["a-17"])
    #expect(try goods().records.count == 1)
  }

  @Test func aDraftCannotGiveAKeyTwice() throws {
    let goods = try goods()
    let before = goods.store.table
    var draft = before
    try draft.append { $0[Self.code] = "A-17" }
    try append("a-17", to: goods.store)
    #expect(throws: StoreError.self) { try goods.store.commit(draft, from: before) }
    #expect(codes(goods.store) == ["a-17"])
    #expect(try self.goods().records.count == 1)
  }

  @Test func savingCannotGiveAKeyTwice() throws {
    let first = try goods(saving: .whenAsked)
    try first.edit { try $0.append(columns: [Self.code.column(["a", "b"])]) }
    try first.store.save()
    let second = try goods(saving: .whenAsked)
    try first.edit { _ = try $0.update("a") { $0[Self.code] = "A-17" } }
    try second.edit { _ = try $0.update("b") { $0[Self.code] = "a-17" } }
    try second.store.save()
    #expect(throws: StoreError.self) { try first.store.save() }
    #expect(throws: StoreError.self) { try first.store.refresh() }
    #expect(codes(try goods().store) == ["a", "a-17"])

    // Another key, and it is saved.
    try first.edit { _ = try $0.update("A-17") { $0[Self.code] = "A-18" } }
    try first.store.save()
    #expect(codes(first.store) == ["A-18", "a-17"])
    #expect(try goods().records.count == 2)
  }

  /// Whatever is done, by several openings where there may be some.
  @Test(arguments: [StorePropertyTests.Kind.tsv, .jsonLines, .sqlite])
  func keysStayUnique(_ kind: StorePropertyTests.Kind) throws {
    let seed = testSeed()
    print("keysStayUnique(\(kind)): HIKIDASHI_SEED=\(seed)")
    for round in 0..<UInt64(testSteps(12, scale: 10)) {
      let folder = try ScratchFolder()
      var sequence = try KeyedSequence(
        kind.destination(folder), isShared: kind == .sqlite, seed: seed &+ round)
      try sequence.run(steps: 30)
      guard sequence.failures.isEmpty else {
        Issue.record("HIKIDASHI_SEED=\(seed &+ round): \(sequence.failures)")
        return
      }
    }
  }

  @Test func recordsExchangeTheirKeys() throws {
    let goods = try goods()
    try goods.edit { try $0.append(columns: [Self.code.column(["a", "b", "c"])]) }
    try goods.store.edit { table in
      try table.update(0) { $0[Self.code] = "b" }
      try table.update(1) { $0[Self.code] = "C" }
      try table.update(2) { $0[Self.code] = "a" }
    }
    try goods.edit { goods in
      try goods.batch { goods in
        try goods.update(0) { $0[Self.code] = "a" }
        try goods.update(2) { $0[Self.code] = "b" }
      }
    }
    #expect(codes(goods.store) == ["a", "C", "b"])
    #expect(["A", "B", "C"].map { goods.records.number(of: $0) } == [0, 2, 1])
    #expect(try goods.store.undo())
    #expect(codes(goods.store) == ["b", "C", "a"])
    // A key is also free for another record that is removed in the same edit.
    try goods.store.edit { table in
      try table.append { $0[Self.code] = "B" }
      try table.remove(0)
    }
    goods.store.close()
    #expect(codes(try self.goods().store) == ["C", "a", "B"])
  }
}
