internal import FoundationEssentials

/// Data as base64 with padding (RFC 4648, section 4).
enum Base64Text {
  private static let alphabet: StaticString =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

  /// Bytes of text for so many bytes of data.
  static func textCount(_ count: Int) -> Int { (count + 2) / 3 * 4 }

  /// Writes the text; there must be room for ``textCount(_:)`` bytes, which is how many it returns.
  static func write(
    _ data: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let letters = alphabet.utf8Start
    var next = target
    for first in stride(from: 0, to: data.count, by: 3) {
      let count = min(3, data.count - first)
      var bits = UInt32(data[first]) << 16
      if count > 1 { bits |= UInt32(data[first + 1]) << 8 }
      if count > 2 { bits |= UInt32(data[first + 2]) }
      for place in 0..<4 {
        next[place] =
          place <= count ? letters[Int(bits >> UInt32(18 - 6 * place) & 63)] : UInt8(ascii: "=")
      }
      next += 4
    }
    return next - target
  }

  /// Reads the text into memory with room for three quarters of it; how many bytes, or nil when the
  /// text is not base64.
  static func read(
    _ text: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>
  ) -> Int? {
    guard text.count.isMultiple(of: 4) else { return nil }
    var count = 0
    for first in stride(from: 0, to: text.count, by: 4) {
      var bits: UInt32 = 0
      var padding = 0
      for place in first..<first + 4 {
        if text[place] == UInt8(ascii: "="), place >= text.count - 2 {
          padding += 1
          bits <<= 6
        } else {
          guard padding == 0, let value = value(of: text[place]) else { return nil }
          bits = bits << 6 | value
        }
      }
      // Bits that belong to no byte are zero.
      guard bits & (1 << UInt32(8 * padding) - 1) == 0 else { return nil }
      for place in 0..<3 - padding {
        target[count + place] = UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * place))
      }
      count += 3 - padding
    }
    return count
  }

  /// The data that the text stands for, or nil when the text is not base64.
  static func data(_ text: UnsafeBufferPointer<UInt8>) -> Data? {
    guard text.count >= 4 else { return text.isEmpty ? Data() : nil }
    var isRead = true
    let bytes = [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3) { buffer, count in
      guard let start = buffer.baseAddress, let read = read(text, to: start) else {
        isRead = false
        return
      }
      count = read
    }
    return isRead ? Data(bytes) : nil
  }

  @inline(__always)
  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case 0x41...0x5A: UInt32(letter - 0x41)
    case 0x61...0x7A: UInt32(letter - 0x61 + 26)
    case 0x30...0x39: UInt32(letter - 0x30 + 52)
    case 0x2B: 62
    case 0x2F: 63
    default: nil
    }
  }
}
