import Foundation
import HikidashiBase
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing
import TimelineKit

/// `timeline fetch` of an archive and files whose process is killed, wherever it is.
@Suite struct KilledFetchTests {
  private static let archived = 12_000
  private static let files = 12
  private static let inFile = 40

  private func fill(_ folder: ScratchFolder) throws {
    func tweets(_ range: Range<Int>) -> String {
      range.map { number in
        #"{"id_str": "\#(number)", "full_text": "post w\#(number % 97) of an archive", "created_at": "Wed Oct 10 20:19:24 +0000 2018"}"#
      }.joined(separator: ",")
    }
    let half = Self.archived / 2
    try folder.write("x = [\(tweets(0..<half))]", to: "archive/data/tweets.js")
    try folder.write(
      "x = [\(tweets(half..<Self.archived))]", to: "archive/data/tweets-part1.js")
    for file in 0..<Self.files {
      let posts = (0..<Self.inFile).map { number in
        #"{"id": "\#(number)", "name": "Ann", "text": "post \#(number) of a file", "date": "2026-01-\#(10 + number % 20)"}"#
      }
      try folder.write("[\(posts.joined(separator: ","))]", to: "file\(file).json")
    }
  }

  private func open(_ folder: ScratchFolder) throws -> TimelineStore {
    try TimelineStore(folder: folder.url.appendingPathComponent("store").path)
  }

  private func fetch(_ folder: ScratchFolder) throws -> Run {
    try Run(
      TestProgram.path("timeline"),
      ["fetch", "--folder", folder.url.appendingPathComponent("store").path])
  }

  @Test func nothingIsLostAndNothingIsDoubled() throws {
    let seed = testSeed()
    print("nothingIsLostAndNothingIsDoubled: HIKIDASHI_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    let all = Self.archived + Self.files * Self.inFile
    for round in 0..<testSteps(3) {
      let folder = try ScratchFolder()
      try fill(folder)
      let store = try open(folder)
      let path = folder.url.path
      try store.put(TimelineSource(.archive, title: "Archive", address: path + "/archive"))
      for file in 0..<Self.files {
        try store.put(
          TimelineSource(.json, title: "\(file)", address: path + "/file\(file).json"))
      }
      var (kept, marked) = (0, [String]())
      for _ in 0..<3 {
        let run = try fetch(folder)
        // As often while the first posts are kept as while the last are.
        let reach = max(1, (all - kept) / (Bool.random(using: &random) ? 1 : 10))
        let wanted = kept + Int.random(in: 1...reach, using: &random)
        while try store.posts.count() < wanted, !run.isOver { sched_yield() }
        for _ in 0..<Int.random(in: 0...3_000, using: &random) { sched_yield() }
        run.send(SIGKILL)
        _ = run.wait()
        let context = "seed \(seed), round \(round)"
        // As one finds it at the next start.
        let found = try open(folder)
        let count = try found.posts.count()
        #expect(count >= kept && count <= all, "\(context)")
        // Each post that is there is found, and no other.
        #expect(try found.searchCount("post") == count, "\(context)")
        #expect(try found.posts.records(marked).table.allSatisfy { $0[PostFields.isRead] })
        kept = count
        guard let newest = try found.newestPlace() else { continue }
        try found.mark([newest.id])
        marked.append(newest.id)
      }
      let run = try fetch(folder)
      #expect(run.wait() == 0, "\(run.standardError)")
      let found = try open(folder)
      #expect(try found.posts.count() == all, "seed \(seed), round \(round)")
      #expect(try found.searchCount("post") == all, "seed \(seed), round \(round)")
      let counts = try found.posts.counts(by: PostFields.source)
      #expect(Set(counts.values) == [Self.archived, Self.inFile], "seed \(seed), round \(round)")
      #expect(try found.posts.markedCount(PostFields.isRead) == Set(marked).count)
      let again = try fetch(folder)
      #expect(again.wait() == 0, "\(again.standardError)")
      let lines = again.standardOutput.split(separator: "\n")
      #expect(
        lines.count == 1 + Self.files && lines.allSatisfy { $0.hasPrefix("0 new, 0 changed") })
    }
  }
}
