import Foundation
import HikidashiBase
import TestSupport
import Testing

/// An app that is killed and started again, and whose file may be torn meanwhile.
@Suite(
  .serialized,
  .enabled(if: ProcessInfo.processInfo.environment["DISPLAY"] != nil, "there is no display"))
struct KeepingProcessTests {
  private let home: ScratchFolder

  init() throws { home = try ScratchFolder() }

  private var file: URL {
    home.url.appendingPathComponent("io.github.hikidashi.KeepingApp/state.json")
  }

  /// Starts the app; returns what came back: the count, the divider, the row.
  private func start() throws -> (run: Run, back: [Int]) {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let app = URL(fileURLWithPath: tests).deletingLastPathComponent()
      .appendingPathComponent("KeepingApp")
    var environment = ProcessInfo.processInfo.environment
    environment["XDG_STATE_HOME"] = home.url.path
    // A second is what is promised and what `make prove` holds the app to, on a machine that is not busy.
    if environment["HIKIDASHI_STEPS"] == nil { environment["KEEPING_SECONDS"] = "8" }
    let run = try Run(app.path, environment: environment)
    let first = run.standardOutput(until: "\nold").split(separator: "\n").first ?? ""
    let numbers = first.split(separator: " ").dropFirst().compactMap { Int($0) }
    try #require(first.hasPrefix("back ") && numbers.count == 3, "it said: \(first)")
    return (run, numbers)
  }

  /// Whatever was done a while before the kill is there after it, and what is there was done at one
  /// moment.
  @Test func whatWasDoneAWhileAgoOutlivesAKill() throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    var least = 0
    for round in 0..<testSteps(4, scale: 0.2) {
      let (run, back) = try start()
      let place = "seed \(seed), round \(round), \(back), done before: \(least)"
      #expect(back[0] >= least, "\(place)")
      #expect(back[1] == 200 + back[0] % 100, "\(place)")
      if back[0] > 0 { #expect(back[2] == back[0] % 50, "\(place)") }
      // At some moment between two changes, or while the file is written.
      let wanted = back[0] + Int.random(in: 1...20, using: &random)
      _ = run.standardOutput(until: "\nold \(wanted)\n")
      run.send(SIGKILL)
      #expect(run.wait() == 128 + SIGKILL)
      let said = run.standardOutput.split(separator: "\n").filter { $0.hasPrefix("old ") }
      least = said.compactMap { Int($0.dropFirst(4)) }.max() ?? 0
      if Int.random(in: 0..<4, using: &random) == 0 {
        try tear(&random)
        least = 0
      }
    }
  }

  /// Cuts the file somewhere, as a disk that lost its power may have.
  private func tear(_ random: inout SeededGenerator) throws {
    let bytes = try Data(contentsOf: file)
    let rest = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))
    try rest.write(to: file)
  }

  @Test func aTornFileIsPutAsideAndToldOf() throws {
    try home.write("{\"values\": {\"count\": ", to: "io.github.hikidashi.KeepingApp/state.json")
    let (run, back) = try start()
    #expect(back == [0, 200, -1])
    run.send(SIGTERM)
    #expect(run.wait() == 0, "\(run.standardError)")
    let folder = "io.github.hikidashi.KeepingApp/"
    #expect(home.read(folder + "state.json.damaged") == "{\"values\": {\"count\": ")
    #expect(home.read(folder + "log")?.contains("state.json is damaged") == true)
    #expect(home.read(folder + "state.json")?.contains("\"count\"") == true)
  }

  /// What is left at an end in order is there, however short ago it was done.
  @Test func everythingOutlivesAnEndInOrder() throws {
    let (first, _) = try start()
    first.send(SIGTERM)
    #expect(first.wait() == 0)
    let text = try String(contentsOf: file, encoding: .utf8)
    let (second, back) = try start()
    #expect(text.contains("\"count\": {\"value\": \(back[0])}"), "\(text)")
    #expect(back[0] > 0)
    second.send(SIGKILL)
    _ = second.wait()
  }

  /// The sizes of windows that versions before kept in a file of their own.
  @Test func sizesOfEarlierVersionsAreTakenOver() throws {
    try home.write(
      "[main]\nwidth=777\nheight=555\nmaximized=false\n",
      to: "io.github.hikidashi.KeepingApp/windows.ini")
    let (run, _) = try start()
    run.send(SIGTERM)
    #expect(run.wait() == 0)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("\"width\":777"), "\(text)")
    #expect(text.contains("\"height\":555"), "\(text)")
  }
}
