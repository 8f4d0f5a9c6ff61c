package import Foundation
import Glibc

/// A program that a test starts, with what it wrote.
package final class Run {
  private let process = Process()
  private let output: Collector
  private let errors: Collector

  /// Starts `program`; `environment` replaces the test's own where it is given.
  ///
  /// - Throws: An error of Foundation when the program cannot be started.
  package init(
    _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    in folder: URL = Checkout.root
  ) throws {
    let pipes = (output: Pipe(), errors: Pipe())
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    if let environment { process.environment = environment }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipes.output
    process.standardError = pipes.errors
    try process.run()
    output = Collector(pipes.output.fileHandleForReading)
    errors = Collector(pipes.errors.fileHandleForReading)
  }

  /// The program's process number.
  package var identifier: Int32 { process.processIdentifier }

  package var isOver: Bool { !process.isRunning }

  /// Waits for the end; the exit status, or 128 and the signal's number as a shell has it.
  package func wait() -> Int32 {
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    return process.terminationStatus + (isSignal ? 128 : 0)
  }

  /// Everything that was written to standard output; waits for its end.
  package var standardOutput: String { output.text() }

  /// Everything that was written to standard error; waits for its end.
  package var standardError: String { errors.text() }

  /// What was written to standard output when it held `text`; waits up to `seconds` for that.
  package func standardOutput(until text: String, seconds: Double = 60) -> String {
    output.text(until: text, seconds: seconds)
  }

  package func send(_ signal: Int32) { kill(identifier, signal) }
}
