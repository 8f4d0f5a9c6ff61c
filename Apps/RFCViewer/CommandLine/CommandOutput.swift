import Glibc
import RFCKit

/// Where a command writes, so that tests can read it without a process.
struct CommandOutput {
  /// Takes text for standard output.
  var write: (String) throws(CommandError) -> Void
  /// Takes one line for standard error, without its end.
  var complain: (String) -> Void
  /// Takes text that tells how far a command is, on any thread.
  var report: @Sendable (String) -> Void = { _ in }
  /// Whether what is reported can be written over.
  var reportsToTerminal = false
  /// Whether a person sees the output at once, so that control characters must not reach it.
  var isTerminal = false
  /// Gives everything from standard input.
  var readInput: () throws(CommandError) -> [UInt8]

  /// The process's own streams.
  ///
  /// The signal of a closed pipe is turned off, so that `rfcviewer list | head` ends quietly by the
  /// error of the write.
  static func process() -> CommandOutput {
    signal(SIGPIPE, SIG_IGN)
    return CommandOutput(
      write: { text throws(CommandError) in try writeAll(text, to: STDOUT_FILENO) },
      complain: { line in try? writeAll(line + "\n", to: STDERR_FILENO) },
      report: { text in try? writeAll(text, to: STDERR_FILENO) },
      reportsToTerminal: isatty(STDERR_FILENO) == 1,
      isTerminal: isatty(STDOUT_FILENO) == 1,
      readInput: { () throws(CommandError) in try readStandardInput() })
  }
}

extension CommandOutput {
  /// Writes texts one after another, without holding the whole at once.
  func write(all texts: some Sequence<String>) throws(CommandError) {
    var text = ""
    for next in texts {
      text += next
      if text.utf8.count > 1 << 16 {
        try write(text)
        text = ""
      }
    }
    try write(text)
  }

  private static func readStandardInput() throws(CommandError) -> [UInt8] {
    do throws(RFCLibraryError) {
      return try FileReader.readToEnd(STDIN_FILENO, path: "-")
    } catch {
      throw .library(error)
    }
  }

  private static func writeAll(_ text: String, to descriptor: Int32) throws(CommandError) {
    var failure: Int32 = 0
    var text = text
    text.withUTF8 { bytes in
      var written = 0
      while written < bytes.count {
        let count = Glibc.write(
          descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        if count < 0 && errno == EINTR { continue }
        if count < 0 { failure = errno }
        if count <= 0 { return }
        written += count
      }
    }
    if failure == EPIPE { throw .closedPipe }
    if failure != 0 { throw .output(reason: String(cString: strerror(failure))) }
  }
}
