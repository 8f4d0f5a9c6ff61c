import Foundation
import HikidashiBase
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing

/// Random transactions on stores of every kind, held against a plain dictionary.
@Suite struct StorePropertyTests {
  enum Kind: String, CaseIterable, Sendable {
    case memory, tsv, jsonLines, sqlite, bytes

    func destination(_ folder: ScratchFolder) throws -> StoreDestination {
      let path = folder.url.appendingPathComponent("cards").path
      return switch self {
      case .memory: .memory
      case .tsv: .file(path + ".tsv")
      case .jsonLines: .file(path + ".jsonl")
      case .sqlite: .sqlite(path + ".db")
      case .bytes: .bytes(in: try SQLiteStorage(path + ".db"), name: "cards")
      }
    }
  }

  private struct Mistake: Error {}

  /// The states that can be gone back and forward to.
  private struct Levels {
    var undo: [(PlainRecords, PlainRecords)] = []
    var redo: [(PlainRecords, PlainRecords)] = []
  }

  @Test(arguments: Kind.allCases) func everyTransactionIsKept(_ kind: Kind) throws {
    let seed = testSeed()
    print("everyTransactionIsKept(\(kind)): HIKIDASHI_SEED=\(seed)")
    for round in 0..<UInt64(testSteps(kind == .memory ? 30 : 6)) {
      do {
        try run(kind, seed: seed &+ round)
      } catch {
        Issue.record("HIKIDASHI_SEED=\(seed &+ round): \(error)")
        return
      }
    }
  }

  private func run(_ kind: Kind, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try ScratchFolder()
    let destination = try kind.destination(folder)
    let schema = try StoreCards.schema()
    var store = try RecordStore(schema, at: destination)
    var model = PlainRecords()
    var levels = Levels()
    for step in 0..<40 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0 where kind != .memory:
        store.close()
        store = try RecordStore(schema, at: destination)
        levels = Levels()
      case 1:
        let isDone = try store.undo()
        #expect(isDone == !levels.undo.isEmpty)
        if let level = levels.undo.popLast() {
          levels.redo.append(level)
          model.records = level.0.records
        }
      case 2:
        let isDone = try store.redo()
        #expect(isDone == !levels.redo.isEmpty)
        if let level = levels.redo.popLast() {
          levels.undo.append(level)
          model.records = level.1.records
        }
      case 3:
        #expect(throws: Mistake.self) {
          try store.edit { table in
            try Self.change(&table, &random)
            throw Mistake()
          }
        }
      default:
        let after = try store.edit("Change") { table in
          try Self.change(&table, &random)
          return PlainRecords(table)
        }
        if after.records != model.records {
          levels.undo.append((model, after))
          levels.redo = []
        }
        model = after
      }
      guard PlainRecords(store.table) == model else {
        Issue.record("HIKIDASHI_SEED=\(seed), step \(step): the table is not the model")
        return
      }
    }
    guard kind != .memory else { return }
    store.close()
    let again = try RecordStore(schema, at: destination)
    #expect(PlainRecords(again.table) == model, "HIKIDASHI_SEED=\(seed), opened again")
    #expect(again.table.contentChecksum == store.table.contentChecksum)
  }

  /// Appends, updates and removes some records.
  private static func change(
    _ table: inout RecordTable, _ random: inout SeededGenerator
  ) throws {
    for _ in 0..<Int.random(in: 0..<6, using: &random) {
      let number = Array(table.numbers).randomElement(using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        if let number { try table.remove(number) }
      case 1:
        if let number { try table.update(number) { StoreCards.fill(&$0, &random, all: false) } }
      case 2 where Int.random(in: 0..<8, using: &random) == 0:
        // A gap, over the border of a chunk.
        let next = RecordNumber(table.nextNumber + Int.random(in: 0..<20_000, using: &random))
        try table.insert(at: next) { StoreCards.fill(&$0, &random, all: true) }
      default:
        try table.append { StoreCards.fill(&$0, &random, all: true) }
      }
    }
  }
}
