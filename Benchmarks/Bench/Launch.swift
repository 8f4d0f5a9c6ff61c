import Foundation
import Glibc

/// A program started beside the bench, which says one thing on its standard output.
final class Launch {
  private let process = Process()
  private let output = Pipe()
  private let started: ContinuousClock.Instant

  enum Failure: Error, CustomStringConvertible {
    case silent(program: String, waited: Duration)
    case ended(program: String)

    var description: String {
      switch self {
      case .silent(let program, let waited): "\(program) said nothing for \(waited)"
      case .ended(let program): "\(program) ended before it said anything"
      }
    }
  }

  /// Starts `program` with `environment` on top of the bench's own.
  init(_ program: URL, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
    process.executableURL = program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardOutput = output
    started = .now
    try process.run()
  }

  /// The first line that begins with `prefix`, and how long after the start it came.
  func line(
    prefix: String = "", within limit: Duration = .seconds(60)
  ) throws -> (text: String, after: Duration) {
    let file = output.fileHandleForReading.fileDescriptor
    var text = ""
    while true {
      var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      let left = limit - started.duration(to: .now)
      guard poll(&waiting, 1, CInt(max(0, left / .milliseconds(1)))) > 0 else {
        throw Failure.silent(program: name, waited: limit)
      }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(file, &bytes, bytes.count)
      let after = started.duration(to: .now)
      guard count > 0 else { throw Failure.ended(program: name) }
      text += String(decoding: bytes[..<count], as: UTF8.self)
      let whole = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      if let line = whole.first(where: { $0.hasPrefix(prefix) }) { return (String(line), after) }
    }
  }

  var identifier: Int32 { process.processIdentifier }

  /// Waits until the program ends by itself.
  func wait() { process.waitUntilExit() }

  var isRunning: Bool { process.isRunning }

  /// Ends the program, by its process number, and waits until it has gone.
  func stop() {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
  }

  private var name: String { process.executableURL?.lastPathComponent ?? "" }

  /// Where `PATH` has `program`.
  static func find(_ program: String) -> URL? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return folders.split(separator: ":").lazy
      .map { URL(fileURLWithPath: String($0)).appendingPathComponent(program) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}
