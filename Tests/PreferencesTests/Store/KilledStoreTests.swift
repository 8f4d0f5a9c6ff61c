import Foundation
import Glibc
import HikidashiPreferences
import HikidashiStorage
import TestSupport
import Testing

/// Processes that are killed while they save settings.
@Suite struct KilledStoreTests {
  private let writerPath = TestProgram.path("PreferencesWriter")

  private func numbers(_ path: String) throws -> [String: Int] {
    let object = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(fileURLWithPath: path)))
    return try #require(object as? [String: Any]).compactMapValues { $0 as? Int }
  }

  @Test func everyAcknowledgedSaveIsThere() throws {
    let folder = try ScratchFolder()
    let path = folder.url.appendingPathComponent("preferences.json").path
    try #"{"mine": 7}"#.write(toFile: path, atomically: true, encoding: .utf8)
    var last = 0
    let seed = testSeed()
    for round in 0..<testSteps(6) {
      let count = Int((seed &+ UInt64(round) &* 7) & 15) + 1
      let run = try Run(writerPath, [path, "n0", "\(last + 1)"])
      _ = run.standardOutput(until: "\(last + count)\n")
      run.send(SIGKILL)
      #expect(run.wait() == 128 + SIGKILL, "\(run.standardError)")
      let said = run.standardOutput.split(separator: "\n").compactMap { Int($0) }.max() ?? last
      let found = try numbers(path)
      // The one that was under way when the signal came may be there, too.
      #expect([said, said + 1].contains(found["n0"]), "HIKIDASHI_SEED=\(seed), round \(round)")
      #expect(found["mine"] == 7)
      last = found["n0"] ?? said
    }
  }

  @Test func twoProcessesLoseNothingOfEachOthers() throws {
    let folder = try ScratchFolder()
    let path = folder.url.appendingPathComponent("preferences.json").path
    let runs = [
      try Run(writerPath, [path, "n1", "0"]), try Run(writerPath, [path, "n2", "1000"]),
    ]
    _ = runs[0].standardOutput(until: "30\n")
    _ = runs[1].standardOutput(until: "1030\n")
    for run in runs { run.send(SIGKILL) }
    for run in runs { #expect(run.wait() == 128 + SIGKILL, "\(run.standardError)") }
    let found = try numbers(path)
    for (run, name) in zip(runs, ["n1", "n2"]) {
      let said = run.standardOutput.split(separator: "\n").compactMap { Int($0) }.max() ?? -1
      #expect([said, said + 1].contains(found[name]), "\(name) is \(found[name] ?? -1)")
    }
  }
}
