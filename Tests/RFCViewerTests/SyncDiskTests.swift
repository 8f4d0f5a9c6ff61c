import Foundation
import TestSupport
import Testing

/// What the system sees of the syncs of `rfcviewer sync`, before it keeps what a server said of files.
@Suite(
  .needsNginx, .needs("strace"),
  .enabled(if: BuiltProgram.path != nil, "rfcviewer is not built beside the tests"))
struct SyncDiskTests {
  private let folder: ScratchFolder
  private var library: String { folder.url.resolvingSymlinksInPath().path + "/deep/library" }

  init() throws { folder = try ScratchFolder() }

  /// A document whose answer is kept is on the disk: hundreds are brought there at once, and a few each
  /// by itself.
  @Test func answersAreKeptOfWhatIsOnTheDisk() async throws {
    let server = try NginxServer()
    // Answers are kept after 500 documents, and at the end.
    let numbers = 1...503
    try server.put(SyncTests.index(numbers), at: "rfc-index.txt")
    for number in numbers {
      try server.put(SyncTests.document(number, lines: 1), at: "rfc/rfc\(number).txt")
    }
    let all = try await events(server, "--all")
    let names = all.count { if case .rename(_, let name) = $0 { isFile(name) } else { false } }
    #expect(names == 504)
    #expect(all.count { if case .syncFileSystem = $0 { true } else { false } } == 1)
    check(all, files: 3)

    for number in 1...3 {
      try server.put(SyncTests.document(number, lines: 2), at: "rfc/rfc\(number).txt")
    }
    let changed = try await events(server, "--range", "1-4")
    check(changed, files: 3)
  }

  private func isFile(_ path: String) -> Bool {
    path.hasPrefix(library + "/rfc") && path.hasSuffix(".txt")
  }

  /// What a sync does, one file after another; it acknowledges files where it keeps answers.
  private func events(_ server: NginxServer, _ more: String...) async throws -> [FileEvent] {
    let words = ["sync", "--mirror", server.address, "--into", library, "--jobs", "1"] + more
    let (root, answers) = (folder.url, library + "/.answers")
    let events = try await onOwnThread {
      try SystemCallLog.record(try #require(BuiltProgram.path), words, below: root)
    }
    return events.compactMap { event in
      switch event {
      case .acknowledge: nil
      case .write(let path, _) where path.hasPrefix(answers): .acknowledge("an answer in \(path)")
      // How the database itself is synced is another test's.
      case .sync(let path) where path.hasPrefix(answers): nil
      default: event
      }
    }
  }

  /// - Parameter files: How many are synced by themselves.
  private func check(_ events: [FileEvent], files: Int) {
    // Answers may be lost, and what is in folders beginning with a dot is nobody's yet.
    let order = SyncOrder { [library] in $0.hasPrefix(library + "/.") ? .nothing : .acknowledged }
    let trial = SyncTrial(events, order)
    #expect(trial.complaint == nil)
    #expect(trial.acknowledgementCount > 1)
    let synced = events.compactMap { event in
      if case .sync(let path) = event, isFile(path) { path } else { nil }
    }
    #expect(synced.count == files && Set(synced).count == files)
    #expect(trial.unnoticed == [])
    // It is synced with the folder of the answers, too, of which nothing is promised here.
    #expect(trial.idle.isSubset(of: [library]))
  }
}
