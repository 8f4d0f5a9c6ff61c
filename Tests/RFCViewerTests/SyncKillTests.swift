import Foundation
import HikidashiBase
import TestSupport
import Testing

/// `rfcviewer sync`, killed in the middle.
@Suite(
  .needsNginx,
  .enabled(if: BuiltProgram.path != nil, "rfcviewer is not built beside the tests"))
struct SyncKillTests {
  /// However often it is killed and wherever, the library has whole documents only, and the last run
  /// makes it equal to the mirror.
  @Test func killedSyncsEndEqualToTheMirror() throws {
    let seed = testSeed()
    let kills = testSteps(5)
    print("killedSyncsEndEqualToTheMirror: HIKIDASHI_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    let server = try NginxServer()
    let numbers = 1...400
    try server.put(SyncTests.index(numbers), at: "rfc-index.txt")
    for number in numbers {
      let lines = Int.random(in: 1...2000, using: &random)
      try server.put(SyncTests.document(number, lines: lines), at: "rfc/rfc\(number).txt")
    }
    let folder = try ScratchFolder()
    let library = folder.url.appendingPathComponent("library")
    let words = ["sync", "--all", "--mirror", server.address, "--into", library.path]
    var killed = 0
    for _ in 0..<kills {
      let run = try Run(try #require(BuiltProgram.path), words)
      let already = count(library)
      let more = Int.random(in: 0...60, using: &random)
      while count(library) < already + more, !run.isOver {
        sched_yield()
      }
      run.send(SIGKILL)
      if run.wait() == 128 + SIGKILL { killed += 1 }
      try checkWhole(library, server)
    }
    let last = try Run(try #require(BuiltProgram.path), words)
    #expect(last.wait() == 0, "\(last.standardError)")
    try checkWhole(library, server)
    let names = try FileManager.default.contentsOfDirectory(atPath: library.path)
    #expect(names.filter { $0.hasSuffix(".txt") }.count == numbers.count + 1)
    #expect(killed > 0)
  }

  private func count(_ library: URL) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: library.path))?.count ?? 0
  }

  /// Every document that is there is the mirror's.
  private func checkWhole(_ library: URL, _ server: NginxServer) throws {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: library.path)) ?? []
    for name in names where name.hasSuffix(".txt") {
      let path = name == "rfc-index.txt" ? name : "rfc/" + name
      let wanted = try Data(contentsOf: server.content.appendingPathComponent(path))
      let found = try Data(contentsOf: library.appendingPathComponent(name))
      #expect(found == wanted, "\(name)")
    }
  }
}
