internal import Glibc

/// Converts text of another encoding to UTF-8, piece by piece, with the C library's `iconv`.
// @unchecked: its owner uses it from one thread at a time, and the library keeps nothing of a thread.
package final class TextConverter: @unchecked Sendable {
  /// Nil for Windows-1252, in which the web has a meaning for each byte.
  private let descriptor: iconv_t?
  /// The first bytes of a character that is not complete yet.
  private var carry: [UInt8] = []

  /// Makes a converter; nil where this system does not know the encoding.
  package init?(from encoding: TextEncoding) {
    guard encoding != .windows1252 else {
      descriptor = nil
      return
    }
    guard let descriptor = iconv_open("UTF-8", encoding.iconv),
      descriptor != iconv_t(bitPattern: -1)
    else { return nil }
    self.descriptor = descriptor
  }

  deinit { if let descriptor { iconv_close(descriptor) } }

  /// Returns the text and whether all bytes were valid.
  ///
  /// - Parameters:
  ///   - isLast: Whether nothing follows, so that a character that is cut off is none.
  ///   - replacement: The bytes in place of each invalid byte: U+FFFD, if not given.
  package func convert(
    _ bytes: [UInt8], isLast: Bool, replacement: [UInt8] = [0xEF, 0xBF, 0xBD]
  ) -> ([UInt8], isExact: Bool) {
    guard descriptor != nil else { return (Windows1252.utf8(bytes), true) }
    var input = (carry + bytes).map { CChar(bitPattern: $0) }
    carry = []
    var text: [UInt8] = []
    var isExact = true
    var output = [CChar](repeating: 0, count: 4096)
    input.withUnsafeMutableBufferPointer { input in
      var next = input.baseAddress
      var left = input.count
      while left > 0 {
        let (result, written) = step(&next, &left, &output)
        text.append(contentsOf: output[..<written].lazy.map { UInt8(bitPattern: $0) })
        guard result != 0, result != E2BIG else { continue }
        if result == EINVAL, !isLast {
          carry = input[(input.count - left)...].map { UInt8(bitPattern: $0) }
          return
        }
        // One byte at a time: the next character is found again.
        isExact = false
        text += replacement
        next = next.map { $0 + 1 }
        left -= 1
      }
    }
    return (text, isExact)
  }

  /// Converts until `iconv` stops; returns its error code or 0, and the number of bytes written.
  private func step(
    _ next: inout UnsafeMutablePointer<CChar>?, _ left: inout Int, _ output: inout [CChar]
  ) -> (Int32, Int) {
    output.withUnsafeMutableBufferPointer { output in
      var end = output.baseAddress
      var room = output.count
      let result = iconv(descriptor, &next, &left, &end, &room)
      return (result == -1 ? errno : 0, output.count - room)
    }
  }
}
