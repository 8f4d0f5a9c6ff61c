internal import Glibc

/// The system's words for an error: for its last one, if none is given.
///
/// Any thread may ask, unlike with `strerror`, whose text lies in memory that threads share.
package func systemMessage(_ code: Int32 = errno) -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
    buffer.initialize(repeating: 0)
    guard let start = buffer.baseAddress, strerror_r(code, start, buffer.count) == 0 else {
      return "error \(code)"
    }
    return String(cString: start)
  }
}
