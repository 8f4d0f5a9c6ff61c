import Foundation
import HikidashiStorage
import TestSupport
import Testing

/// What the system sees of a writer's syncs, before each acknowledgement.
@Suite(.needs("strace")) struct WriterSyncTests {
  struct Writer: Sendable, CustomTestStringConvertible {
    var kind: String
    /// How many changes it makes: of a database, enough for its log to be begun anew.
    var count: Int
    /// What is synced though this process has nothing to wait for, behind the place's path.
    var idle: Set<String> = []
    /// What is synced before the place is open and need not be, behind its path.
    var spare: Set<String> = []

    var isDatabase: Bool { kind.hasSuffix("sqlite") }
    var testDescription: String { kind }
  }

  static let writers = [
    // The folders above the nearest: another process may have made one a moment ago.
    Writer(kind: "bytes-folder", count: 80, idle: ["", "/files"]),
    // SQLite syncs the log once more before it takes it over. The folder is synced when the file is
    // made, and by SQLite with its first log, unless it was built not to.
    Writer(kind: "bytes-sqlite", count: 700, idle: ["-wal"], spare: ["/.."]),
    Writer(kind: "records-tsv", count: 40),
    Writer(kind: "records-jsonl", count: 40),
    Writer(
      kind: "records-sqlite", count: 500, idle: ["/cards-wal"],
      // Two transactions make a table, and only then it is said to be there.
      spare: ["", "/cards-wal"]),
    Writer(kind: "table", count: 40),
    Writer(kind: "download", count: 40),
    // Opened twice, for writing and for reading.
    Writer(kind: "paged-sqlite", count: 300, idle: ["/..", "-wal"], spare: ["/..", "-wal"]),
    Writer(kind: "document-tsv", count: 30, idle: ["", "/values", "/values/notes"]),
    Writer(kind: "document-jsonl", count: 30, idle: ["", "/values", "/values/notes"]),
    Writer(kind: "document-sqlite", count: 300, idle: ["-wal"], spare: ["/..", "-wal"]),
  ]

  @Test(arguments: writers) func everySyncIsThereAndInTime(_ writer: Writer) async throws {
    let folder = try ScratchFolder()
    let place = folder.url.resolvingSymlinksInPath().appendingPathComponent("deep/place")
    let isFolderGiven = ["table", "download"].contains(writer.kind)
    let isFile = writer.kind.hasPrefix("records") || isFolderGiven
    let path = isFile ? place.appendingPathComponent("cards").path : place.path
    if isFolderGiven {
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    }
    let order = SyncOrder(
      databases: writer.isDatabase ? [path] : [], journal: path + "/.hikidashi-save"
    ) {
      // The old file or the new one; which, a power cut decides.
      writer.kind == "download" && $0 == path ? .atomic : Self.promise(of: $0)
    }
    let trial = try await onOwnThread {
      let events = try SystemCallLog.record(
        TestProgram.path("StorageWriter"), [writer.kind, path, "0", "\(writer.count)"],
        below: folder.url)
      return SyncTrial(events, order)
    }
    #expect(trial.complaint == nil)
    #expect(trial.acknowledgementCount == writer.count + 1)
    #expect(trial.neededCount >= writer.count)
    let paths = { (endings: Set<String>) in
      Set(endings.map { URL(fileURLWithPath: place.path + $0).standardized.path })
    }
    #expect(
      trial.unnoticed.filter { !($0.isFirst && paths(writer.spare).contains($0.path)) } == [])
    #expect(trial.idle.isSubset(of: paths(writer.idle)))
  }

  /// What is promised of the files that the storages make.
  static func promise(of path: String) -> SyncOrder.Promise {
    let isScratch = path.contains("/.hikidashi-new") || path.contains(".part")
    if isScratch { return .nothing }
    return path.hasSuffix(".previous") ? .atomic : .durable
  }
}
