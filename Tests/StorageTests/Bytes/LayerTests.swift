import HikidashiBase
import HikidashiStorage
import HikidashiStorageTesting
import TestSupport
import Testing

/// Storages in front of others.
@Suite struct LayerTests {
  @Test func tracesTellCallsInOrder() throws {
    let traces = Guarded<[StorageTrace]>([])
    let storage = TracingStorage(MemoryStorage()) { trace in traces.withLock { $0.append(trace) } }
    try storage.write([1, 2], to: "a")
    try storage.append([3], to: "a", durability: .none)
    _ = try storage.read("a")
    _ = try storage.list()
    _ = try storage.entry("a")
    try storage.remove("a", durability: .atomic)
    #expect(throws: StorageError.self) { try storage.read("a") }
    let found = traces.withLock { $0 }
    #expect(found.map(\.operation) == [.write, .append, .read, .list, .look, .remove, .read])
    #expect(found.map(\.byteCount) == [2, 1, 3, nil, nil, nil, nil])
    #expect(found.map(\.durability) == [.durable, Durability.none, nil, nil, nil, .atomic, nil])
    #expect(found.map(\.name) == ["a", "a", "a", nil, "a", "a", "a"])
    #expect(found.allSatisfy { $0.duration >= .zero })
    #expect(found.map { $0.error == nil } == [true, true, true, true, true, true, false])
    #expect(found[0].description.hasPrefix("write a, 2 bytes, durable: "))
  }

  @Test func anOverlayHidesAndRemembers() throws {
    let lower = MemoryStorage()
    try lower.write([1], to: "a")
    try lower.write([2], to: "f/b")
    try lower.write([3], to: "f/c")
    let before = try lower.list()
    let upper = MemoryStorage()
    var storage = OverlayStorage(lower, under: upper)
    #expect(try storage.list().map(\.name) == ["a", "f/b", "f/c"])
    try storage.write([4], to: "a")
    try storage.append([5], to: "f/b")
    try storage.remove("f/c")
    try storage.write([6], to: "g")
    storage = OverlayStorage(lower, under: upper)
    #expect(try storage.read("a") == [4])
    #expect(try storage.read("f/b") == [2, 5])
    #expect(try !storage.exists("f/c"))
    #expect(try storage.list().map(\.name) == ["a", "f/b", "g"])
    try storage.append([7], to: "f/c")
    #expect(try storage.read("f/c") == [7])
    try storage.remove("a")
    #expect(try !storage.exists("a"))
    // What is removed is not in the way of a folder of its name.
    try storage.write([8], to: "a/b")
    #expect(try storage.list(under: "a").map(\.name) == ["a/b"])
    #expect(try lower.list() == before)
  }

  @Test func theKitHoldsOverALowerStorageWhoseNamesAreRemoved() throws {
    let kit = ByteStorageKit(make: {
      let lower = MemoryStorage()
      for name: StorageName in ["a", "b/a/c", "c/d/e", "f/a"] { try lower.write([7], to: name) }
      let storage = OverlayStorage(lower, under: MemoryStorage())
      for entry in try storage.list() { try storage.remove(entry.name) }
      return storage
    })
    try kit.run()
  }

  /// Every cut of a change of an overlay over a folder leaves the old or the new.
  @Test func anOverlayIsOldOrNewAfterACut() throws {
    let seed = testSeed()
    print("anOverlayIsOldOrNewAfterACut: HIKIDASHI_SEED=\(seed)")
    let lower = MemoryStorage()
    try lower.write([1], to: "a")
    let changes: [(OverlayStorage, Durability) throws -> Void] = [
      { try $0.write([2], to: "a", durability: $1) },
      { try $0.append([2], to: "a", durability: $1) },
      { try $0.remove("a", durability: $1) },
    ]
    for round in 0..<UInt64(testSteps(1_500)) {
      var random = SeededGenerator(seed: seed &+ round)
      let disk = SimulatedDisk()
      let storage = OverlayStorage(lower, under: try FolderStorage("disk", files: disk))
      // The states before and after each change since the last durable one.
      var states: [[UInt8]?] = [[1]]
      disk.cutPower(beforeStep: Int.random(in: 0..<60, using: &random))
      for _ in 0..<6 {
        let durability: Durability = Bool.random(using: &random) ? .durable : .atomic
        let kind = Int.random(in: 0..<3, using: &random)
        let old = states.last ?? nil
        let new = [[2], (old ?? []) + [2], nil][kind]
        if kind == 2, old == nil { continue }
        do {
          try changes[kind](storage, durability)
          states = durability == .durable ? [new] : states + [new]
        } catch {
          states.append(new)
          break
        }
      }
      let survivor = disk.afterPowerCut(seed: seed &+ round)
      let after = OverlayStorage(lower, under: try FolderStorage("disk", files: survivor))
      let found = try after.exists("a") ? try after.read("a") : nil
      guard states.contains(found) else {
        Issue.record(
          "HIKIDASHI_SEED=\(seed &+ round): \(found as Any) of \(states), \(disk.journal)")
        return
      }
    }
  }
}
