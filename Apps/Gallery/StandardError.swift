import Glibc

/// What the program tells beside its output.
enum StandardError {
  static let isTerminal = isatty(STDERR_FILENO) == 1

  static func write(_ text: String) {
    let bytes = Array(text.utf8)
    // Half a line is no harm.
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
