import HikidashiBase
import HikidashiStorage
import HikidashiStorageTesting
import TestSupport
import Testing

/// Saves whose power is cut after each of their steps, with any of what was not synced lost.
@Suite struct CrashPointTests {
  /// What is done to a storage, step by step, with what may be there after a cut.
  struct Save: Sendable {
    var name: String
    var change: @Sendable (any ByteStorage) throws(StorageError) -> Void
    var isDurable: Bool
  }

  static let old: [UInt8] = Array("the old content of the file".utf8)
  static let new: [UInt8] = Array("new content, which is a little longer than the old one".utf8)

  static let saves: [Save] = Durability.allCases.filter { $0 != .none }.flatMap { durability in
    let isDurable = durability == .durable
    return [
      Save(
        name: "write \(durability)",
        change: { storage throws(StorageError) in
          try storage.write(new, to: "f/g/a", durability: durability)
        }, isDurable: isDurable),
      Save(
        name: "append \(durability)",
        change: { storage throws(StorageError) in
          try storage.append(new, to: "f/g/a", durability: durability)
        }, isDurable: isDurable),
      Save(
        name: "remove \(durability)",
        change: { storage throws(StorageError) in
          try storage.remove("f/g/a", durability: durability)
        }, isDurable: isDurable),
    ]
  }

  @Test(arguments: saves) func oldOrNew(_ save: Save) throws {
    let seed = testSeed()
    print("oldOrNew(\(save.name)): HIKIDASHI_SEED=\(seed)")
    var cases = 0
    var outcomes: Set<[UInt8]?> = []
    for start in [nil, Self.old] where start != nil || !save.name.hasPrefix("remove") {
      let model = MemoryStorage()
      if let start { try model.write(start, to: "f/g/a") }
      try save.change(model)
      let after = try read(model)
      let stepCount = try run(save, from: start, cutBefore: .max).steps
      for step in 0...stepCount {
        for round in 0..<UInt64(testSteps(150)) {
          let (disk, returned, _) = try run(save, from: start, cutBefore: step)
          let survivor = disk.afterPowerCut(seed: seed &+ UInt64(step) &* 1_000 &+ round)
          let found = try read(FolderStorage("disk", files: survivor))
          let mustBeNew = returned && save.isDurable
          cases += 1
          outcomes.insert(found)
          guard found == after || !mustBeNew && found == start else {
            Issue.record(
              """
              seed \(seed), \(save.name), cut before step \(step), round \(round): \
              \(found.map { String(decoding: $0, as: UTF8.self) } ?? "nothing") after \
              \(disk.journal)
              """)
            return
          }
        }
      }
    }
    print("oldOrNew(\(save.name)): \(cases) cases")
    // Both are met, or the disk is too kind.
    #expect(outcomes.count >= 2)
  }

  /// Runs a save on a disk with `start` durably in place; whether it returned, and its steps.
  private func run(
    _ save: Save, from start: [UInt8]?, cutBefore step: Int
  ) throws -> (disk: SimulatedDisk, returned: Bool, steps: Int) {
    let disk = SimulatedDisk()
    let storage = try FolderStorage("disk", files: disk)
    if let start { try storage.write(start, to: "f/g/a") }
    let before = disk.stepCount
    if step != .max { disk.cutPower(beforeStep: before + step) }
    do {
      try save.change(storage)
      return (disk, true, disk.stepCount - before)
    } catch {
      return (disk, false, disk.stepCount - before)
    }
  }

  private func read(_ storage: any ByteStorage) throws -> [UInt8]? {
    do throws(StorageError) {
      return try storage.read("f/g/a")
    } catch .notFound {
      return nil
    }
  }

  /// The folder of a name may stand in the place of an older one, which a cut brings back with what
  /// was in it unless the folders above are synced too.
  @Test func aDurableRemovalFromAFolderMadeAnewHolds() throws {
    for seed in 0..<200 as Range<UInt64> {
      let disk = SimulatedDisk()
      let storage = try FolderStorage("disk", files: disk)
      try storage.write(Self.old, to: "f/g/a")
      try storage.remove("f/g/a", durability: .none)
      try storage.write(Self.new, to: "f/g/b", durability: .none)
      try storage.write(Self.new, to: "f/g/a", durability: .none)
      try storage.remove("f/g/a", durability: .durable)
      let after = try FolderStorage("disk", files: disk.afterPowerCut(seed: seed))
      #expect(try !after.exists("f/g/a"), "seed \(seed)")
    }
  }

  /// Any changes of several names, one after the other, cut anywhere.
  @Test func everyDurableChangeOfManyIsThere() throws {
    let seed = testSeed()
    print("everyDurableChangeOfManyIsThere: HIKIDASHI_SEED=\(seed)")
    for round in 0..<UInt64(testSteps(2_000)) {
      if let failure = try failure(seed: seed &+ round) {
        Issue.record("HIKIDASHI_SEED=\(seed &+ round): \(failure)")
        return
      }
    }
  }

  /// Runs random changes until the power is cut; what is there and should not be, or nil.
  private func failure(seed: UInt64) throws -> String? {
    var random = SeededGenerator(seed: seed)
    let names: [StorageName] = ["a", "b", "f/a", "f/g/a", "f/g/b"]
    let disk = SimulatedDisk()
    let storage = try FolderStorage("disk", files: disk)
    disk.cutPower(beforeStep: Int.random(in: 0..<120, using: &random))
    // What a cut may leave of each name: the last durable state, and all since.
    var possible = Dictionary(uniqueKeysWithValues: names.map { ($0, [[UInt8]?.none]) })
    for number in 0..<40 {
      let name = names.randomElement(using: &random) ?? "a"
      let durability: Durability = Bool.random(using: &random) ? .durable : .atomic
      let old = possible[name]?.last ?? nil
      let bytes = [UInt8](repeating: UInt8(number), count: Int.random(in: 0..<30, using: &random))
      let kind = Int.random(in: 0..<3, using: &random)
      let new = kind == 0 ? nil : kind == 1 ? bytes : (old ?? []) + bytes
      do throws(StorageError) {
        switch kind {
        case 0: try storage.remove(name, durability: durability)
        case 1: try storage.write(bytes, to: name, durability: durability)
        default: try storage.append(bytes, to: name, durability: durability)
        }
      } catch .notFound {
        continue
      } catch {
        possible[name]?.append(new)
        break
      }
      if durability == .durable { possible[name] = [new] } else { possible[name]?.append(new) }
    }
    let after = try FolderStorage("disk", files: disk.afterPowerCut(seed: seed))
    for name in names {
      let found = try after.exists(name) ? try after.read(name) : nil
      if !(possible[name] ?? []).contains(found) {
        return "\(name) is \(found as Any), possible \(possible[name] as Any), \(disk.journal)"
      }
    }
    try after.write([1], to: "f/g/c")
    return try after.read("f/g/c") == [1] ? nil : "it cannot be used any more"
  }
}
