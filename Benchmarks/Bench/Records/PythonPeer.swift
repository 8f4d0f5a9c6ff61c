import Foundation

/// A peer in Python, which runs in a process of its own on the same file.
struct PythonPeer {
  /// As its module is called, `duckdb`.
  let name: String
  /// As it is called in reports.
  let title: String

  static let all = [
    PythonPeer(name: "polars", title: "polars"), PythonPeer(name: "duckdb", title: "DuckDB"),
    PythonPeer(name: "pandas", title: "pandas"),
  ]

  /// Everything that it measures; nil when `make bench-peers` has not installed it.
  func measure(_ task: RecordsTask) throws -> (footprint: Footprint?, findings: [Finding])? {
    guard isInstalled else { return nil }
    let process = Process()
    process.executableURL = Self.python
    process.arguments = ["-B", Self.script.path, name, try Self.text(of: task)]
    process.standardInput = FileHandle.nullDevice
    let (output, errors) = (Pipe(), task.folder + "/\(name).errors")
    try Data().write(to: URL(fileURLWithPath: errors))
    process.standardOutput = output
    process.standardError = FileHandle(forWritingAtPath: errors)
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let last = try String(contentsOfFile: errors, encoding: .utf8).split(separator: "\n").last
      throw RecordsFailure.peerFailed(
        peer: name, status: process.terminationStatus, said: String(last ?? ""))
    }
    return try read(said)
  }

  private func read(_ said: String) throws -> (footprint: Footprint?, findings: [Finding]) {
    var footprint: Footprint?
    var findings: [Finding] = []
    for line in said.split(separator: "\n") {
      switch try PeerLine(String(line), of: name) {
      case .loaded(_, _, let bytes): footprint = Footprint(side: title, bytes: bytes)
      case .measured(let result):
        findings.append(
          Finding(
            side: title, note: result.note, work: result.row, measured: Measured(result.ms),
            check: result.check, order: try result.order.map(Self.numbers(inFile:))))
      }
    }
    return (footprint, findings)
  }

  private var isInstalled: Bool {
    let process = Process()
    process.executableURL = Self.python
    process.arguments = ["-c", "import \(name)"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let script = root.appendingPathComponent("Benchmarks/records/run.py")

  /// Where `scripts/bench-peers` has installed them.
  private static let python: URL = {
    let build = ProcessInfo.processInfo.environment["SWIFTPM_BUILD_DIR"]
    let folder = build.map { URL(fileURLWithPath: $0) } ?? root.appendingPathComponent(".build")
    return folder.appendingPathComponent("bench-peers/bin/python")
  }()

  private static func text(of task: RecordsTask) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return String(decoding: try encoder.encode(task), as: UTF8.self)
  }

  private static func numbers(inFile path: String) throws -> [UInt32] {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    return bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map {
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self))
      }
    }
  }
}
