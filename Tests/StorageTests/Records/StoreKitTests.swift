import Foundation
import HikidashiStorage
import HikidashiStorageTesting
import TestSupport
import Testing

/// Every destination of this module keeps the promises of all.
@Suite struct StoreKitTests {
  @Test(arguments: ["tsv", "jsonl", "db"]) func theKitHolds(_ ending: String) throws {
    let folder = try ScratchFolder()
    var count = 0
    let kit = RecordStoreKit(isShared: ending == "db", seed: testSeed(), steps: testSteps(60)) {
      count += 1
      let path = folder.url.appendingPathComponent("\(count).\(ending)").path
      return ending == "db" ? .sqlite(path) : .file(path)
    }
    try kit.run()
    #expect(count == (ending == "db" ? 14 : 10))
  }

  @Test func theKitHoldsForBytesAnywhere() throws {
    for storage in [MemoryStorage() as any ByteStorage, TracingStorage(MemoryStorage()) { _ in }] {
      var count = 0
      let kit = RecordStoreKit(isShared: false, seed: testSeed(), steps: 20) {
        count += 1
        return .bytes(in: storage, name: try StorageName("\(count)/cards.tsv"))
      }
      try kit.run()
    }
  }

  @Test func theKitFindsWhatIsNotKept() {
    // Nothing is there when it is opened again.
    let kit = RecordStoreKit(isShared: true, seed: 1, steps: 20) { .memory }
    let failed = Set(kit.failures().map(\.check))
    #expect(failed.contains("every value is kept"))
    #expect(failed.contains("numbers are not used again"))
    #expect(failed.contains("others see an edit"))
  }
}
