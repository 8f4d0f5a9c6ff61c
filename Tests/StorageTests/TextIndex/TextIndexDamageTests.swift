import Foundation
import Glibc
import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiStorage
@testable import StorageWriter

/// An index whose file was cut, changed, or is none: it is made anew.
@Suite struct TextIndexDamageTests {
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.url.appendingPathComponent("text.db").path
  }

  private func fill(_ index: TextIndex, _ count: Int = 300) throws {
    try index.put(
      (0..<count).map { number in
        let body = (0..<40).map { "word\($0 * number % 997)" }.joined(separator: " ")
        return IndexedText(
          key: "\(number)", version: "1", title: "Title",
          passages: [IndexedPassage(heading: "Heading", body: body, place: 0..<1)])
      })
  }

  private func isWhole(_ index: TextIndex, _ count: Int) throws -> Bool {
    let found = try index.search(TextQuery("heading"), limit: 1_000).hits.count
    return try found == count && index.versions().count == count
  }

  private func write(_ bytes: some Sequence<UInt8>) throws {
    for ending in ["-wal", "-shm"] { unlink(path + ending) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  private func bytes() throws -> [UInt8] {
    do {
      let index = try TextIndex(path)
      try fill(index)
    }
    return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test func aFileThatIsNoneIsBegunAnew() throws {
    let whole = try bytes()
    let bad: [[UInt8]] = [
      Array("not a database, and longer than nothing".utf8), Array(whole.prefix(5_000)),
      whole.prefix(200) + [UInt8](repeating: 0x5A, count: whole.count - 200),
    ]
    for bytes in bad {
      try write(bytes)
      let index = try TextIndex(path)
      // What is only seen when it is used costs one answer.
      _ = try index.versions()
      _ = try index.search(TextQuery("heading"))
      #expect(try index.versions().isEmpty)
      try fill(index)
      #expect(try isWhole(index, 300))
    }
  }

  @Test func anyByteMayBeDamaged() throws {
    let whole = try bytes()
    let seed = testSeed()
    print("anyByteMayBeDamaged: HIKIDASHI_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<testSteps(40) {
      var bytes = whole
      let place = Int.random(in: 0..<bytes.count - 64, using: &random)
      for offset in 0..<Int.random(in: 1...64, using: &random) {
        bytes[place + offset] = .random(in: 0...255, using: &random)
      }
      try write(bytes)
      let index = try TextIndex(path)
      // What SQLite does not see may be found wrongly, but nothing traps and nothing is thrown.
      _ = try index.search(TextQuery("heading word1 \"word2 word4\" word*"), limit: 50)
      _ = try index.usage()
      try fill(index, 310)
      try index.removeAll()
      try fill(index)
      #expect(try isWhole(index, 300), "place \(place)")
    }
  }

  @Test func newerAndOtherFilesGiveWay() throws {
    for (id, version, isSetAside) in [(0x484B_5458, 99, false), (7, 1, true)]
      as [(Int32, Int, Bool)]
    {
      try? FileManager.default.removeItem(atPath: path)
      _ = try SQLiteConnection(path, SQLiteOptions(applicationID: id, version: version))
      let index = try TextIndex(path)
      try fill(index)
      #expect(try isWhole(index, 300))
      #expect(FileManager.default.fileExists(atPath: path + ".damaged") == isSetAside)
    }
    // Words are told apart in another way.
    #expect(try TextIndex(path, language: .english).versions().isEmpty)
  }

  @Test func aFileThatWasRemovedIsMadeAnew() throws {
    let index = try TextIndex(path)
    try fill(index)
    for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
    try fill(index)
    try fill(index)
    #expect(try isWhole(try TextIndex(path), 300))
    #expect(try isWhole(index, 300))
  }

  @Test func aPlaceThatCannotBeWrittenIsAnError() {
    #expect(throws: StorageError.self) { try TextIndex("/proc/none/text.db") }
  }

  @Test func aWriterThatIsKilledLosesNothingThatWasWritten() throws {
    let seed = testSeed()
    print("aWriterThatIsKilledLosesNothingThatWasWritten: HIKIDASHI_SEED=\(seed)")
    var next = 0
    for round in 0..<testSteps(6) {
      let count = Int((seed &+ UInt64(round) &* 7) & 15) + 1
      let run = try Run(TestProgram.path("StorageWriter"), ["text-index", path, "\(next)"])
      _ = run.standardOutput(until: "\(next + count)\n")
      run.send(SIGKILL)
      #expect(run.wait() == 128 + SIGKILL, "\(run.standardError)")
      next = (run.standardOutput.split(separator: "\n").compactMap { Int($0) }.last ?? next - 1) + 1
      let index = try TextIndex(path)
      let versions = try index.versions()
      // The one that was under way is there as a whole, or not at all.
      let wanted = TextIndexWork.versions(after: next)
      if versions != wanted {
        next += 1
        #expect(versions == TextIndexWork.versions(after: next), "HIKIDASHI_SEED=\(seed)")
      }
      for (key, version) in versions {
        let hits = try index.search(TextQuery("\"version\(version)\"")).hits
        #expect(hits.map(\.key) == [key], "HIKIDASHI_SEED=\(seed)")
      }
    }
    #expect(next > 15)
  }
}
