import Glibc
import HikidashiStorage
import HikidashiStorageTesting
import Testing

/// Every call of the system that a change makes fails once, with every cause.
@Suite struct DiskFailureTests {
  @Test(arguments: CrashPointTests.saves)
  func aFailureLeavesTheOld(_ save: CrashPointTests.Save) throws {
    for code in [ENOSPC, EIO, EROFS, EACCES, EDQUOT] {
      var step = 0
      while true {
        let disk = SimulatedDisk()
        let storage = try FolderStorage("disk", files: disk)
        try storage.write(CrashPointTests.old, to: "f/g/a")
        let openCount = disk.openCount
        let before = disk.stepCount
        disk.fail(step: before + step, with: code)
        let thrown = error { () throws(StorageError) in try save.change(storage) }
        #expect(disk.openCount == openCount, "open after \(disk.journal)")
        if disk.stepCount <= before + step { break }
        let what = disk.journal[before + step]
        // Only the syncs of folders come after the change, which can be seen by then.
        let isSeen = disk.journal.suffix(from: before).prefix(step).contains {
          $0.hasPrefix("rename") || $0.hasPrefix("unlink")
        }
        // Pruning empty folders is not what was asked for.
        #expect(thrown != nil || what.hasPrefix("remove folder"), "\(save.name), \(what)")
        if let thrown { #expect(matches(thrown, code), "\(thrown)") }
        if thrown != nil, !isSeen {
          #expect(try storage.read("f/g/a") == CrashPointTests.old, "\(save.name), \(what)")
        }
        let left = try FolderStorage("disk", files: disk)
        #expect(try left.list().map(\.name).allSatisfy { $0 == "f/g/a" })
        // It goes on working.
        try storage.write([1], to: "f/g/a")
        #expect(try storage.read("f/g/a") == [1])
        step += 1
      }
      #expect(step >= 1)
    }
  }

  @Test func shortWritesAreContinued() throws {
    let disk = SimulatedDisk()
    disk.limitWrites(to: 3)
    let storage = try FolderStorage("disk", files: disk)
    for durability in Durability.allCases {
      try storage.write(CrashPointTests.old, to: "a", durability: durability)
      try storage.append(CrashPointTests.new, to: "a", durability: durability)
      #expect(try storage.read("a") == CrashPointTests.old + CrashPointTests.new)
    }
  }

  @Test func aPartOfAnAppendIsTakenBack() throws {
    let disk = SimulatedDisk()
    disk.limitWrites(to: 3)
    let storage = try FolderStorage("disk", files: disk)
    try storage.append([1, 2, 3, 4], to: "a", durability: .none)
    disk.fail(step: disk.stepCount + 1, with: ENOSPC)
    #expect(throws: StorageError.self) {
      try storage.append([5, 6, 7, 8], to: "a", durability: .none)
    }
    #expect(try storage.read("a") == [1, 2, 3, 4])
  }

  @Test func theKitHoldsOnTheSimulatedDisk() throws {
    var disk = SimulatedDisk()
    let kit = ByteStorageKit(
      make: {
        disk = SimulatedDisk()
        return try FolderStorage("disk", files: disk)
      },
      reopen: { _ in try FolderStorage("disk", files: disk) })
    let failures = kit.failures().filter { $0.check != "an entry tells size and time" }
    #expect(failures.map(\.description) == [])
  }

  private func error(_ body: () throws(StorageError) -> Void) -> StorageError? {
    do throws(StorageError) { try body() } catch { return error }
    return nil
  }

  private func matches(_ error: StorageError, _ code: Int32) -> Bool {
    switch error {
    case .noSpace: code == ENOSPC || code == EDQUOT
    case .readOnly: code == EROFS
    case .denied: code == EACCES
    case .io: code == EIO
    default: false
    }
  }
}
