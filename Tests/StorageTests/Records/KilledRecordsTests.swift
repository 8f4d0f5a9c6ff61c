import Foundation
import Glibc
import HikidashiBase
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing

@testable import StorageWriter

/// A process that is killed, again and again, while it edits a store.
@Suite struct KilledRecordsTests {
  @Test(arguments: ["records-tsv", "records-jsonl", "records-sqlite"])
  func everyAcknowledgedTransactionIsThere(_ kind: String) throws {
    let folder = try ScratchFolder()
    let path = folder.url.appendingPathComponent("cards").path
    let destination = try #require(RecordsWork.destination(kind, path))
    let seed = testSeed()
    print("everyAcknowledgedTransactionIsThere(\(kind)): HIKIDASHI_SEED=\(seed)")
    var expected = try RecordTable(RecordsWork.schema())
    var next = 0
    for round in 0..<testSteps(8) {
      let count = Int((seed &+ UInt64(round) &* 7) & 15) + 1
      let run = try Run(TestProgram.path("StorageWriter"), [kind, path, "\(next)"])
      _ = run.standardOutput(until: "\(next + count)\n")
      run.send(SIGKILL)
      #expect(run.wait() == 128 + SIGKILL, "\(run.standardError)")
      let acknowledged = run.standardOutput.split(separator: "\n").compactMap { Int($0) }.last
      for number in next..<((acknowledged ?? next - 1) + 1) {
        try RecordsWork.change(&expected, number: number)
        next = number + 1
      }
      let found = try RecordStore(RecordsWork.schema(), at: destination).table
      // The transaction that was under way is there as a whole, or not at all.
      if PlainRecords(found) != PlainRecords(expected) {
        try RecordsWork.change(&expected, number: next)
        next += 1
      }
      guard PlainRecords(found) == PlainRecords(expected) else {
        Issue.record("HIKIDASHI_SEED=\(seed), round \(round): not as after transaction \(next)")
        return
      }
    }
    #expect(next > 20)
  }

  @Test func twoProcessesEditOneDatabase() throws {
    let folder = try ScratchFolder()
    let path = folder.url.appendingPathComponent("cards.db").path
    let store = try RecordStore(RecordsWork.schema(), at: .sqlite(path))
    try store.edit { try RecordsWork.change(&$0, number: 0) }
    let runs = [
      try Run(TestProgram.path("StorageWriter"), ["records-sqlite", path, "1"]),
      try Run(TestProgram.path("StorageWriter"), ["records-sqlite", path, "100001"]),
    ]
    for (run, text) in zip(runs, ["15\n", "100015\n"]) {
      _ = run.standardOutput(until: text)
      // What the others leave alone.
      try store.edit { try $0.update(0) { $0[RecordsWork.balance] += 1_000 } }
    }
    for run in runs { run.send(SIGKILL) }
    for run in runs { #expect(run.wait() == 128 + SIGKILL, "\(run.standardError)") }
    try store.refresh()
    let table = store.table
    // Every transfer is whole, and both edits are there.
    #expect(try table.sum(RecordsWork.balance) == 2_800)
    #expect(
      PlainRecords(table) == PlainRecords(try RecordStore(store.schema, at: .sqlite(path)).table))
  }

  @Test func severalProcessesGiveNoKeyTwice() throws {
    let seed = testSeed()
    print("severalProcessesGiveNoKeyTwice: HIKIDASHI_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try ScratchFolder()
    let path = folder.url.appendingPathComponent("goods.db").path
    for round in 0..<testSteps(3, scale: 0.1) {
      let runs = try (0..<3).map { writer in
        let seed = Int.random(in: 0..<1_000_000, using: &random) * 3 + writer
        return try Run(TestProgram.path("StorageWriter"), ["keyed-sqlite", path, "\(seed)"])
      }
      let goods = try KeyedWork.open(path)
      for (index, run) in runs.enumerated() {
        _ = run.standardOutput(until: "\(10 + 5 * index)\n")
        try KeyedWork.step(goods, &random)
        let codes = goods.table.values(of: KeyedWork.code).map { $0.lowercased() }
        #expect(Set(codes).count == codes.count, "HIKIDASHI_SEED=\(seed), round \(round)")
      }
      for run in runs { run.send(SIGKILL) }
      for run in runs { #expect(run.wait() == 128 + SIGKILL, "\(run.standardError)") }
      let found = try KeyedWork.open(path)
      let codes = found.table.values(of: KeyedWork.code).map { $0.lowercased() }
      #expect(Set(codes).count == codes.count, "HIKIDASHI_SEED=\(seed), round \(round)")
      #expect(found.keys.isWhole)
    }
  }
}
