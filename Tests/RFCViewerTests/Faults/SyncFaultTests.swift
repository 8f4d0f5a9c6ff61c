import Foundation
import HikidashiBase
import HikidashiLoading
import RFCKit
import TestSupport
import Testing

@testable import RFCViewer

/// A mirror that is wrong in every way that was thought of: what is here stays as it is, what was refused
/// is told of, and a sync from a mirror that is right brings everything.
struct SyncFaultTests {
  /// Each fault once, of the index or of the documents, into a folder that is full or new; what nobody
  /// can tell in a new one into both.
  @Test func noFaultHarmsAFolder() async throws {
    #expect(Set(SyncFault.all.map(\.name)).count == SyncFault.all.count)
    let course = try FaultCourse { mirror, folder, isSlow in
      try await Self.sync(mirror, folder, isSlow: isSlow)
    }
    try await course.prepare()
    for (place, fault) in SyncFault.all.enumerated() {
      if fault.isUntold(.documents) {
        for isNew in [false, true] { try await course.run(fault, .documents, isNew: isNew) }
      } else {
        let target = FaultyMirror.Target.allCases[place % 2]
        try await course.run(fault, target, isNew: place / 2 % 2 == 1)
      }
    }
    print("noFaultHarmsAFolder: \(SyncFault.all.count) faults")
  }

  private typealias Trial = (fault: SyncFault, target: FaultyMirror.Target, isNew: Bool)

  /// Each fault of both, into both, by the program, in a random order; `make test` takes the first few.
  @Test(.enabled(if: BuiltProgram.path != nil, "rfcviewer is not built beside the tests"))
  func noFaultHarmsAFolderOfTheProgram() async throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let trials = SyncFault.all.flatMap { fault in
      FaultyMirror.Target.allCases.flatMap { target in
        [false, true].map { Trial(fault, target, $0) }
      }
    }.shuffled(using: &random).prefix(testSteps(6))
    let course = try FaultCourse { mirror, folder, isSlow in
      try await onOwnThread {
        let run = try Self.start(mirror, folder, isSlow: isSlow)
        return run.wait(within: 600)
      }
    }
    let start = ContinuousClock.now
    try await course.prepare()
    for trial in trials {
      try await course.run(trial.fault, trial.target, isNew: trial.isNew)
    }
    print(
      "noFaultHarmsAFolderOfTheProgram: HIKIDASHI_SEED=\(seed), \(trials.count) faults in "
        + "\(ContinuousClock.now - start)")
  }

  /// Killed at random over the table, the program leaves what is here as it was, and whole files only.
  @Test(.enabled(if: BuiltProgram.path != nil, "rfcviewer is not built beside the tests"))
  func killedOverTheTableNothingIsHarmed() async throws {
    let seed = testSeed()
    let kills = testSteps(5)
    print("killedOverTheTableNothingIsHarmed: HIKIDASHI_SEED=\(seed)")
    try await onOwnThread {
      var random = SeededGenerator(seed: seed)
      let mirror = try FaultyMirror()
      let folder = try ScratchFolder()
      let library = folder.url.appendingPathComponent("library").path
      let bring = { @Sendable (path: String) throws in
        mirror.set(nil, .index)
        let run = try Self.start(mirror, path, isSlow: false)
        #expect(run.wait() == 0, "\(run.standardError)")
        FaultCourse.expect(path, isLike: mirror.contents, "after a clean sync")
      }
      try bring(library)
      var killed = 0
      var step = 0
      // Some are over before.
      while killed < kills, step < 20 * kills {
        step += 1
        let fault = SyncFault.all[Int.random(in: 0..<SyncFault.all.count, using: &random)]
        let target = FaultyMirror.Target.allCases.randomElement(using: &random) ?? .index
        let more = Int.random(in: 1...10, using: &random)
        let isNew = step % 3 == 2
        let path = isNew ? library + "-\(step)" : library
        let what = "\(fault.name) of \(target), \(isNew ? "new" : "full"), killed"
        mirror.set(fault, target)
        let already = mirror.answers
        let run = try Self.start(mirror, path, isSlow: true)
        while mirror.answers < already + more, !run.isOver { usleep(500) }
        run.send(SIGKILL)
        if run.wait() == 128 + SIGKILL { killed += 1 }
        if !isNew {
          FaultCourse.expect(path, isLike: mirror.contents, what)
        } else if !fault.isUntold(target) {
          FaultCourse.expect(path, isPartOf: mirror.contents, what)
        }
        if isNew || step % 10 == 9 { try bring(path) }
      }
      try bring(library)
      print("killedOverTheTableNothingIsHarmed: \(killed) of \(step) were killed")
      #expect(killed == kills)
    }
  }

  private static func start(
    _ mirror: FaultyMirror, _ library: String, isSlow: Bool
  ) throws -> Run {
    try Run(
      try #require(BuiltProgram.path),
      ["sync", "--all", "--mirror", mirror.address, "--into", library]
        + (isSlow ? ["--timeout", "1"] : []),
      environment: ["LC_ALL": "C.UTF-8", "HOME": library])
  }

  /// Syncs in this process, with little patience for what is slow, and none for a second attempt.
  private static func sync(
    _ mirror: FaultyMirror, _ folder: String, isSlow: Bool
  ) async throws -> Int32 {
    let times =
      isSlow ? LoadTimeouts(idle: .milliseconds(200), total: .milliseconds(400)) : LoadTimeouts()
    let fetcher = RFCFetcher(
      try RFCMirror(mirror.address), into: try RFCFolder(folder),
      by: Connector(transports: [HTTPTransport()]),
      options: RFCFetchOptions(timeouts: times, retry: .never))
    do throws(RFCSyncError) {
      return try await RFCSync(fetcher).run(.all).failed > 0 ? 1 : 0
    } catch {
      return 1
    }
  }
}
