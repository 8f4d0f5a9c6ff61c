import Foundation
import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiRecords

/// Many writers and readers at once; run it under the thread sanitizer.
@Suite struct LiveRecordsRaceTests {
  private static let size = Field<Int>("size")
  private static let note = Field<String?>("note", collation: .binary)

  /// What a reader has been told, held against what must follow from it.
  private struct Replay: Sendable {
    var table: RecordTable
    var next = 1
    var failure: String?

    mutating func take(_ change: RecordTransaction) {
      if change.numbers.lowerBound != next { failure = "\(change.numbers), not from \(next)" }
      if !change.before.changes(since: table).isEmpty { failure = "before \(change.numbers)" }
      if change.changes.isEmpty, change.kind != .several { failure = "empty \(change.numbers)" }
      if (change.kind == .several) != (change.numbers.count > 1) { failure = "\(change.kind)" }
      next = change.numbers.upperBound + 1
      table = change.after
    }
  }

  @Test func everyReaderMeetsEveryChangeOnceInOrder() async throws {
    let seed = testSeed()
    let live = LiveRecords(RecordTable(try Schema(Self.size, Self.note)))
    let start = live.table
    let edits = testSteps(150)

    let heard = Guarded(Replay(table: start))
    let connection = live.onChange { change in heard.withLock { $0.take(change) } }
    let last = Guarded(0)
    let observation = live.onChange { change in last.withLock { $0 = change.numbers.upperBound } }
    let readers = (0..<4).map { reader in
      let changes = live.changes(buffering: reader == 0 ? 1 : reader * 4)
      return Task {
        var replay = Replay(table: start)
        for await change in changes {
          replay.take(change)
          if change.name == "last" { break }
          if reader == 1 { await Task.yield() }
        }
        return replay
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<6 {
        group.addTask { try Self.write(live, edits: edits, seed: seed &+ UInt64(writer)) }
      }
      try await group.waitForAll()
    }
    try live.edit("last") { cards in try cards.append { $0[Self.size] = -1 } }

    for reader in readers {
      let replay = await reader.value
      #expect(replay.failure == nil, "HIKIDASHI_SEED=\(seed)")
      #expect(replay.table.changes(since: live.table).isEmpty, "HIKIDASHI_SEED=\(seed)")
    }
    // Another thread may still be calling callbacks.
    while last.withLock({ $0 }) < heard.withLock({ $0.next }) - 1 { await Task.yield() }
    while heard.withLock({ !$0.table.changes(since: live.table).isEmpty }) { await Task.yield() }
    connection.cancel()
    observation.cancel()
    #expect(heard.withLock { $0.failure } == nil, "HIKIDASHI_SEED=\(seed)")
  }

  /// Random edits, of which each keeps the sum of all sizes even, and some fail half-way.
  private static func write(_ live: LiveRecords, edits: Int, seed: UInt64) throws {
    var random = RandomRecords(seed: seed)
    for _ in 0..<edits {
      switch random.below(8) {
      case 0: live.undo()
      case 1: live.redo()
      case 2:
        try? live.edit("fail") { cards in
          try cards.append { $0[size] = 1 }
          try cards.remove(-1)
        }
      default:
        let sizes = [random.below(100), random.below(100) * 2]
        let gone = random.below(40)
        try live.edit("add") { cards in
          try cards.append { $0[size] = sizes[0] }
          try cards.append {
            $0[size] = sizes[1] - sizes[0]
            $0[note] = "x"
          }
          if cards.count > 40 { cards.removeAll(in: RecordSet(cards.numbers.prefix(gone / 2 * 2))) }
        }
      }
      let sum = live.table.values(of: size).reduce(0, +)
      #expect(sum.isMultiple(of: 2), "half an edit was seen, HIKIDASHI_SEED=\(seed)")
    }
  }

  @Test func undoingAndRedoingAllLeadsBackAndForth() throws {
    let seed = testSeed()
    var random = RandomRecords(seed: seed)
    let live = LiveRecords(RecordTable(try Schema(Self.size, Self.note)), undoLimit: 1_000)
    var states = [live.table]
    for _ in 0..<60 {
      try live.edit { cards in
        for _ in 0..<random.below(3) + 1 {
          let number = random.element(of: Array(cards.numbers))
          if let number, random.chance(30) {
            try cards.remove(number)
          } else if let number, random.chance(50) {
            try cards.update(number) { $0[Self.size] = random.integer() }
          } else {
            try cards.append { $0[Self.size] = random.integer() }
          }
        }
      }
      if live.table.changes(since: states[states.count - 1]).isEmpty { continue }
      states.append(live.table)
    }
    for state in states.reversed().dropFirst() {
      #expect(live.undo())
      #expect(live.table.changes(since: state).isEmpty, "HIKIDASHI_SEED=\(seed)")
    }
    #expect(!live.canUndo)
    for state in states.dropFirst() {
      #expect(live.redo())
      #expect(live.table.changes(since: state).isEmpty, "HIKIDASHI_SEED=\(seed)")
    }
    #expect(!live.canRedo)
  }
}
