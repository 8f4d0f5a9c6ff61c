import Glibc

/// Writes one line to standard error, whole, so that lines of several threads do not mix.
package func writeError(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
