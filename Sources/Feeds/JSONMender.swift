/// Repairs texts of JSON that hold what they must not: ends of lines and tabs as they are, and one half of
/// a sign that is written as two.
///
/// - Source: RFC 8259, 7 "Strings".
enum JSONMender {
  /// The text without them, how many there were, and the line of the first, from 1.
  static func mend(_ text: [UInt8]) -> (text: [UInt8], count: Int, line: Int) {
    var mended: [UInt8] = []
    mended.reserveCapacity(text.count + 64)
    var (count, line, first) = (0, 1, 0)
    var isText = false
    var index = 0
    func found() {
      count += 1
      if first == 0 { first = line }
    }
    while index < text.count {
      let byte = text[index]
      if isText, byte < 0x20 {
        found()
        mended += (byte == 0x09 ? "\\t" : byte == 0x0D ? "\\r" : "\\n").utf8
        index += 1
      } else if isText, byte == backslash {
        let length = min(text.count - index, 2)
        if let half = surrogate(text, at: index) {
          if half < 0xDC00, let other = surrogate(text, at: index + 6), other >= 0xDC00 {
            mended += text[index..<(index + 12)]
            index += 12
          } else {
            found()
            mended += "\\ufffd".utf8
            index += 6
          }
        } else {
          mended += text[index..<(index + length)]
          index += length
        }
      } else {
        if byte == UInt8(ascii: "\"") { isText.toggle() }
        mended.append(byte)
        index += 1
      }
      if byte == 0x0A { line += 1 }
    }
    return (mended, count, first)
  }

  private static let backslash = UInt8(ascii: "\\")

  /// The half of a sign that is written as `\ud83d` here; nil for anything else.
  private static func surrogate(_ text: [UInt8], at index: Int) -> Int? {
    guard index + 6 <= text.count, text[index] == backslash, text[index + 1] | 0x20 == 0x75,
      let value = Int(String(decoding: text[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16),
      0xD800...0xDFFF ~= value
    else { return nil }
    return value
  }
}
