import Foundation
import HikidashiBase

/// Runs this bench and that of another build in turn, and tells which cases got slower.
///
/// A machine drifts by more than a change costs. Two builds in turn drift together, so that their ratio says
/// something where two figures of two days do not.
struct PairRun {
  /// The bench of the other build.
  var other: URL
  var pairs: Int

  enum Failure: Error, CustomStringConvertible {
    case ended(program: String, status: Int32)

    var description: String {
      switch self {
      case .ended(let program, let status): "\(program) ended with status \(status)"
      }
    }
  }

  /// Measures the groups one after the other, printing a table of each; the status to exit with, which is
  /// 1 where a case got slower or could not be measured.
  func run(_ groups: [String]) -> Int32 {
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    var status: Int32 = 0
    for group in groups {
      var reports: [(own: JSONReport, other: JSONReport)] = []
      do {
        for pair in 0..<pairs {
          writeError("bench: \(group), pair \(pair + 1) of \(pairs) …")
          // Whoever comes second may find the machine warmer, or throttled.
          if pair.isMultiple(of: 2) {
            let first = try report(of: own, group)
            reports.append((first, try report(of: other, group)))
          } else {
            let first = try report(of: other, group)
            reports.append((try report(of: own, group), first))
          }
        }
      } catch {
        writeError("bench: \(group) could not be measured: \(error)")
        status = 1
      }
      let ratios = PairedRatio.all(of: reports)
      if ratios.contains(where: { $0.verdict == .slower }) { status = 1 }
      if !ratios.isEmpty { print(Table(ratios).text + "\n") }
    }
    return status
  }

  private func report(of program: URL, _ group: String) throws -> JSONReport {
    let process = Process()
    let output = Pipe()
    process.executableURL = program
    process.arguments = [group, "--json"]
    process.environment = Peers.leftOut(of: ProcessInfo.processInfo.environment)
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure.ended(program: program.path, status: process.terminationStatus)
    }
    return try JSONDecoder().decode(JSONReport.self, from: text)
  }
}

extension Table {
  /// A table of cases in two builds.
  init(_ ratios: [PairedRatio]) {
    self.init([
      ("group", .left), ("case", .left), ("ratio", .right), ("95 %", .left), ("pairs", .right),
      ("", .left),
    ])
    for ratio in ratios {
      append([
        ratio.group, ratio.name, readable(ratio.mean),
        readable(ratio.interval.lowerBound) + "–" + readable(ratio.interval.upperBound),
        "\(ratio.pairs)", ratio.verdict.rawValue,
      ])
    }
  }
}
