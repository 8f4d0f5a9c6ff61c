import Glibc

/// Makes UTF-8 of another encoding, in pieces, with the C library's `iconv`.
// @unchecked: its owner uses it from one thread at a time, and the library keeps nothing of a thread.
final class TextConverter: @unchecked Sendable {
  private let descriptor: iconv_t
  /// The start of a character whose end has not come.
  private var carry: [UInt8] = []

  /// - Parameter encoding: A name that `iconv` knows; nil comes of one that it does not.
  init?(from encoding: String) {
    guard let descriptor = iconv_open("UTF-8", encoding), descriptor != iconv_t(bitPattern: -1)
    else { return nil }
    self.descriptor = descriptor
  }

  deinit { iconv_close(descriptor) }

  /// The text of the bytes, with U+FFFD for what is none, and whether all of it was text.
  func convert(_ bytes: [UInt8], isLast: Bool) -> ([UInt8], isExact: Bool) {
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
        // One byte at a time, so that what follows is found again.
        isExact = false
        text += [0xEF, 0xBF, 0xBD]
        next = next.map { $0 + 1 }
        left -= 1
      }
    }
    return (text, isExact)
  }

  /// Converts until something is in the way: its code or 0, and how much was written.
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
