import Foundation
import HikidashiBase
import HikidashiWidgetTesting
import TestSupport
import XCTest

/// Random sequences of what happens to a list, some of which kill the process.
final class PlaceWalkTests: XCTestCase {
  private static let place = "HIKIDASHI_WALKS"

  /// Walks in processes of their own, of which each takes over where the last was killed.
  ///
  /// To go on with a proof, or to repeat a walk, name its seed: `HIKIDASHI_SEED=1 HIKIDASHI_STEPS=100` takes
  /// those with the seeds 1 to 100.
  func testThePlaceIsKeptThroughAnySequence() throws {
    if let path = Environment.value(Self.place) { return try walk(URL(fileURLWithPath: path)) }
    let seed = testSeed()
    print("testThePlaceIsKeptThroughAnySequence: HIKIDASHI_SEED=\(seed)")
    let folder = try ScratchFolder()
    let environment = ProcessInfo.processInfo.environment
      .merging([Self.place: folder.url.path, "HIKIDASHI_SEED": "\(seed)"]) { $1 }
    let test = "TimelineTests.PlaceWalkTests/testThePlaceIsKeptThroughAnySequence"
    var kills = 0
    while true {
      let run = try Run(executablePath(), [test], environment: environment)
      let status = run.wait(within: 30_000)
      if status == 128 + SIGKILL {
        kills += 1
        continue
      }
      XCTAssertEqual(status, 0, run.standardOutput + run.standardError)
      break
    }
    XCTAssertEqual(folder.read("failures") ?? "", "")
    XCTAssertEqual(folder.read("number"), "\(testSteps(2))")
    print("\(testSteps(2)) sequences, from seed \(seed) on; \(kills) kills")
  }

  private func walk(_ root: URL) throws {
    let seed = testSeed()
    let numbers = root.appendingPathComponent("number")
    var number = (try? String(contentsOf: numbers, encoding: .utf8)).flatMap { Int($0) } ?? 0
    while number < testSteps(2) {
      let folder = root.appendingPathComponent("\(number)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let this = seed &+ UInt64(number)
      try onLoop {
        let walk = try PlaceWalk(seed: this, in: folder) { Self.report($0, root) }
        do { try await walk.run() } catch { Self.report("\(error), \(walk.told)", root) }
      }
      try FileManager.default.removeItem(at: folder)
      number += 1
      try "\(number)".write(to: numbers, atomically: true, encoding: .utf8)
    }
  }

  /// Notes a failure where a kill does not take it away.
  private nonisolated static func report(_ failure: String, _ root: URL) {
    let file = root.appendingPathComponent("failures").path
    guard let failures = fopen(file, "a") else { return XCTFail(failure) }
    fputs(failure + "\n", failures)
    fclose(failures)
    print(failure)
  }
}
