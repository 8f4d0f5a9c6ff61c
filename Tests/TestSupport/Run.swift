package import Foundation

/// A program that a test starts, with what it wrote.
package final class Run {
  private let process: ChildProcess
  private let output: Collector
  private let errors: Collector

  /// Starts `program`; `environment` replaces the test's own where it is given.
  ///
  /// - Throws: `POSIXError` when the program cannot be started.
  package init(
    _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    in folder: URL = Checkout.root
  ) throws {
    let pipes = (output: try ChildPipe(), errors: try ChildPipe())
    process = try ChildProcess(
      program, arguments, environment: environment, in: folder,
      output: pipes.output.writing.fileDescriptor, errors: pipes.errors.writing.fileDescriptor)
    output = Collector(pipes.output.reading)
    errors = Collector(pipes.errors.reading)
  }

  /// The program's process number.
  package var identifier: Int32 { process.identifier }

  package var isOver: Bool { !process.isRunning }

  /// Waits for the end, which comes by SIGKILL after so many seconds; the exit status, or 128 and the
  /// signal's number as a shell has it.
  package func wait(within seconds: Double = 300) -> Int32 { process.wait(within: seconds) }

  /// Everything that was written to standard output; waits for its end.
  package var standardOutput: String { output.text() }

  /// Everything that was written to standard error; waits for its end.
  package var standardError: String { errors.text() }

  /// What was written to standard output when it held `text`; waits up to `seconds` for that.
  package func standardOutput(until text: String, seconds: Double = 60) -> String {
    output.text(until: text, seconds: seconds)
  }

  /// What was written to standard error when it held `text`; waits up to `seconds` for that.
  package func standardError(until text: String, seconds: Double = 60) -> String {
    errors.text(until: text, seconds: seconds)
  }

  package func send(_ signal: Int32) { process.send(signal) }
}
