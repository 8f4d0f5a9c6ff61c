import CHikidashiSQLite
import Foundation
import HikidashiStorage
import TestSupport
import Testing

/// What SQLite asks of its files, counted and made to fail under it.
@Suite struct SQLiteSyncTests {
  /// A layer of a test's own under SQLite.
  final class WatchedFiles {
    let name = "watched-\(UUID())"
    let layer: OpaquePointer

    init() throws { layer = try #require(hk_watched_vfs_register(name)) }

    deinit { hk_watched_vfs_unregister(layer) }

    var syncCount: Int64 { hk_watched_vfs_count(layer, HK_WATCHED_SYNC) }
    var logSyncCount: Int64 { hk_watched_vfs_log_count(layer, HK_WATCHED_SYNC) }
    var writeCount: Int64 { hk_watched_vfs_count(layer, HK_WATCHED_WRITE) }

    func fail(_ call: hk_watched_call, after: Int64 = 0, times: Int64 = 1, _ code: Int32) {
      hk_watched_vfs_fail(layer, call, after, times, code)
    }

    func delay(_ call: hk_watched_call, microseconds: Int32) {
      hk_watched_vfs_delay(layer, call, microseconds)
    }
  }

  private let folder: ScratchFolder
  private let files: WatchedFiles

  init() throws {
    folder = try ScratchFolder()
    files = try WatchedFiles()
  }

  private func open() throws(StorageError) -> SQLiteStorage {
    let options = SQLiteOptions(applicationID: 0x484B_6279, version: 1, vfs: files.name)
    return try SQLiteStorage(folder.url.appendingPathComponent("bytes.db").path, options)
  }

  @Test func everyDurableChangeIsSyncedBeforeItReturns() throws {
    let storage = try open()
    for number in 0..<40 {
      let before = files.logSyncCount
      switch number % 4 {
      case 3: try storage.remove("a")
      case 2: try storage.append([1], to: "a")
      default: try storage.write([UInt8](repeating: 1, count: number * 500), to: "a")
      }
      #expect(files.logSyncCount > before, "change \(number)")
    }
  }

  @Test func otherChangesWaitForNoDisk() throws {
    let storage = try open()
    try storage.write([0], to: "a")
    let before = files.syncCount
    for number in 0..<20 {
      try storage.write([UInt8(number)], to: "a", durability: number % 2 == 0 ? .none : .atomic)
    }
    #expect(files.syncCount == before)
    try storage.write([0], to: "a")
    #expect(files.syncCount > before)
  }

  @Test func aChangeThatFailsLeavesTheOld() throws {
    for after in 0..<12 as Range<Int64> {
      for (call, code) in [(HK_WATCHED_WRITE, SQLITE_FULL), (HK_WATCHED_SYNC, SQLITE_IOERR)] {
        let storage = try open()
        try storage.write([1, 2, 3], to: "a")
        files.fail(call, after: after, code)
        let new = [UInt8](repeating: 4, count: 20_000)
        var thrown: StorageError?
        do throws(StorageError) { try storage.write(new, to: "a") } catch { thrown = error }
        // Lets a fault that was not met yet pass.
        files.fail(call, times: 0, SQLITE_OK)
        switch thrown {
        case nil: #expect(try storage.read("a") == new)
        case .noSpace where code == SQLITE_FULL, .io where code == SQLITE_IOERR:
          #expect(try storage.read("a") == [1, 2, 3], "\(after)")
          #expect(try open().read("a") == [1, 2, 3], "\(after)")
        default: Issue.record("\(thrown as Any)")
        }
        try storage.write([5], to: "a")
        #expect(try open().read("a") == [5])
      }
    }
  }

  /// What stands past the log's end is no frame to whoever finds it after a kill.
  @Test func theLogHasRoomAhead() throws {
    let storage = try open()
    let log = folder.url.appendingPathComponent("bytes.db-wal")
    let size = {
      try #require(try FileManager.default.attributesOfItem(atPath: log.path)[.size] as? Int)
    }
    var sizes: [Int] = []
    for number in 0..<1_200 {
      try storage.write(Array("\(number)".utf8), to: "a")
      if try size() != sizes.last { sizes.append(try size()) }
      guard number % 100 == 7 else { continue }
      let copy = folder.url.appendingPathComponent("copy-\(number).db").path
      for ending in ["", "-wal"] {
        try FileManager.default.copyItem(
          atPath: folder.url.appendingPathComponent("bytes.db").path + ending,
          toPath: copy + ending)
      }
      #expect(try SQLiteStorage(copy).read("a") == Array("\(number)".utf8))
    }
    // It grows a few times, and not with every commit, until SQLite begins it anew.
    #expect(sizes.count < 20 && sizes == sizes.sorted(), "\(sizes)")
    #expect(sizes.allSatisfy { $0 < 5_000_000 })
  }

  @Test func aDiskWithoutRoomAheadTakesTheCommit() throws {
    let storage = try open()
    for number in 0..<200 {
      // The first write of a commit, which is that of the room ahead where there is one.
      if number > 20 { files.fail(HK_WATCHED_WRITE, SQLITE_FULL) }
      do throws(StorageError) {
        try storage.write([UInt8(number)], to: "a")
      } catch .noSpace {
        files.fail(HK_WATCHED_WRITE, times: 0, SQLITE_OK)
        try storage.write([UInt8(number)], to: "a")
      }
      #expect(try storage.read("a") == [UInt8(number)])
    }
  }

  @Test func theKitHoldsOverWatchedFiles() throws {
    try open().write([1], to: "a")
    #expect(files.writeCount > 0)
    let nameless = hk_watched_vfs_register(files.name)
    #expect(nameless != nil)
    if let nameless { hk_watched_vfs_unregister(nameless) }
  }
}
