import HikidashiBase
import HikidashiStorage
import HikidashiStorageTesting
import Testing

@Suite struct FaultyStorageTests {
  @Test func theCallThatWasNamedFails() throws {
    let storage = FaultyStorage(MemoryStorage())
    storage.add(StorageFault(.fails(.noSpace), atCall: 2, of: .write))
    storage.add(StorageFault(.fails(.denied), atCall: 1, of: .read))
    try storage.write([1], to: "a")
    #expect(isNoSpace { () throws(StorageError) in try storage.write([2], to: "a") })
    #expect(throws: StorageError.self) { try storage.read("a") }
    #expect(try storage.read("a") == [1])
    try storage.write([3], to: "a")
    #expect(try storage.read("a") == [3])
    #expect(storage.callCount == 6)
  }

  @Test func everyCauseIsItsError() {
    for cause in StorageFault.Cause.allCases {
      let storage = FaultyStorage(MemoryStorage(), faults: [.init(.fails(cause), atCall: 1)])
      do throws(StorageError) {
        _ = try storage.list()
        Issue.record("nothing was thrown")
      } catch {
        #expect(error.failure?.operation == .list)
        #expect("\(error)".contains("in ") || "\(error)".contains("a faulty storage"))
      }
    }
  }

  @Test func aShortWriteLeavesAPartOnlyWhereNothingIsPromised() throws {
    let base = MemoryStorage()
    let storage = FaultyStorage(base)
    for durability in Durability.allCases {
      try base.write([9, 9], to: "a")
      storage.add(StorageFault(.shortWrite(byteCount: 1), atCall: 1, of: .write))
      #expect(
        isNoSpace { () throws(StorageError) in
          try storage.write([1, 2, 3], to: "a", durability: durability)
        })
      #expect(try storage.read("a") == (durability == .none ? [1] : [9, 9]))
    }
  }

  @Test func aPowerCutLeavesWhatWasPromised() throws {
    var left: Set<[UInt8]?> = []
    for seed in 0..<100 as Range<UInt64> {
      let storage = FaultyStorage(MemoryStorage())
      try storage.write([0, 0], to: "durable")
      try storage.write([1, 1], to: "atomic")
      try storage.write([2, 2], to: "atomic", durability: .atomic)
      try storage.write([3, 3, 3], to: "none", durability: .none)
      try storage.remove("durable", durability: .durable)
      try storage.write([4], to: "again", durability: .none)
      try storage.write([5], to: "again")
      storage.cutPower(seed: seed)
      #expect(try !storage.exists("durable"))
      #expect(try storage.read("again") == [5])
      #expect([[1, 1], [2, 2]].contains(try storage.read("atomic")))
      left.insert(try storage.exists("none") ? storage.read("none") : nil)
    }
    #expect(left == [nil, [], [3], [3, 3], [3, 3, 3]])
  }

  @Test func aSyncThatFailsLeavesBothPossible() throws {
    var left: Set<[UInt8]> = []
    for seed in 0..<50 as Range<UInt64> {
      let storage = FaultyStorage(MemoryStorage())
      try storage.write([1], to: "a")
      storage.add(StorageFault(.failedSync, atCall: 1))
      #expect(throws: StorageError.self) { try storage.write([2], to: "a") }
      #expect(try storage.read("a") == [2])
      storage.cutPower(seed: seed)
      left.insert(try storage.read("a"))
    }
    #expect(left == [[1], [2]])
  }

  @Test func aDelayOnlyDelays() throws {
    let storage = FaultyStorage(MemoryStorage())
    storage.add(StorageFault(.delay(.milliseconds(1)), atCall: 1))
    try storage.write([1], to: "a")
    #expect(try storage.read("a") == [1])
  }

  private func isNoSpace(_ body: () throws(StorageError) -> Void) -> Bool {
    do throws(StorageError) { try body() } catch {
      if case .noSpace = error { return true }
    }
    return false
  }
}
