import Foundation
import Glibc
import HikidashiBase
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing

@testable import StorageWriter

/// A process that is killed, again and again, while it saves a document.
@Suite struct KilledDocumentTests {
  /// What a document must have after the change of some number.
  struct Expected {
    var accounts: RecordTable
    var numbers: RecordTable
    var values: [StorageName: [UInt8]] = [:]
    /// The number of the next change.
    var next = 0

    init() throws {
      accounts = RecordTable(try RecordsWork.schema())
      numbers = accounts
    }

    mutating func change() throws {
      try RecordsWork.change(&accounts, number: next)
      if numbers.isEmpty { try numbers.append { $0[RecordsWork.note] = "last" } }
      try numbers.update(0) { $0[RecordsWork.balance] = next }
      for (name, value) in DocumentWork.values(next) { values[name] = value }
      next += 1
    }

    /// What of a document is of another moment.
    func difference(from document: Document) throws -> String? {
      let stores = try DocumentWork.stores(of: document)
      for name in [DocumentWork.last, "notes/even", "notes/odd"] as [StorageName]
      where try document.value(name) != values[name] {
        return "the value \(name)"
      }
      if PlainRecords(stores.accounts.table) != PlainRecords(accounts) { return "accounts" }
      if PlainRecords(stores.numbers.table) != PlainRecords(numbers) { return "numbers" }
      return nil
    }
  }

  @Test(arguments: ["document-tsv", "document-jsonl", "document-sqlite"])
  func allOfASaveIsThereOrNothing(_ kind: String) async throws {
    try await onOwnThread { try killAgainAndAgain(kind) }
  }

  private func killAgainAndAgain(_ kind: String) throws {
    let folder = try ScratchFolder()
    let path = folder.url.appendingPathComponent("data").path
    let place = try #require(DocumentWork.place(kind, path))
    let seed = testSeed()
    print("allOfASaveIsThereOrNothing(\(kind)): HIKIDASHI_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    var expected = try Expected()
    for round in 0..<testSteps(8) {
      let run = try Run(TestProgram.path("StorageWriter"), [kind, path, "\(expected.next)"])
      let count = Int.random(in: 0..<4, using: &random)
      _ = run.standardOutput(until: "\(expected.next + count)\n")
      // Somewhere in a later save, which takes some milliseconds.
      usleep(UInt32.random(in: 0..<6_000, using: &random))
      run.send(SIGKILL)
      #expect(run.wait() == 128 + SIGKILL, "\(run.standardError)")
      let lines = run.standardOutput.split(separator: "\n")
      let acknowledged = lines.compactMap { Int($0) }.last ?? expected.next - 1
      while expected.next <= acknowledged { try expected.change() }
      let document = try Document(place, version: "1", autosave: nil)
      // The save that was under way is there as a whole, or not at all.
      if try expected.difference(from: document) != nil { try expected.change() }
      if let difference = try expected.difference(from: document) {
        Issue.record(
          "HIKIDASHI_SEED=\(seed), round \(round): \(difference) is of another save than the rest")
        return
      }
    }
    #expect(expected.next >= testSteps(8))
  }
}
