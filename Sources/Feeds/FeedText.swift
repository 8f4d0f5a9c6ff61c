internal import FoundationEssentials

/// Functions for text and addresses that the readers of all formats share.
enum FeedText {
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Appends a text as HTML, for elements and for attributes in quotation marks.
  static func escape(_ text: some Sequence<UInt8>, into bytes: inout [UInt8]) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      default: bytes.append(byte)
      }
    }
  }

  static func trimmed(_ text: some StringProtocol) -> String {
    let bytes = text.utf8.drop(while: isBlank)
    return String(decoding: trimmedEnd(Array(bytes)[...]), as: UTF8.self)
  }

  static func trimmed(_ bytes: [UInt8]) -> String {
    String(decoding: trimmedEnd(bytes.drop(while: isBlank)), as: UTF8.self)
  }

  private static func trimmedEnd(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    bytes[..<(bytes.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? bytes.startIndex)]
  }

  /// The address, resolved against `base` where it is relative; nil where there is none.
  static func address(_ text: String?, from base: URL?) -> URL? {
    text.flatMap { FeedAddress.url($0, from: base) }
  }

  /// The seconds of a duration: `3661`, `61:01`, `1:01:01` or `1:01:01.5`; nil for other text.
  static func seconds(_ text: String) -> Double? {
    let parts = trimmed(text).split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 3 else { return nil }
    var seconds = 0.0
    for part in parts {
      let digits = part.utf8.drop(while: isBlank)
      guard digits.first.map({ 0x30...0x39 ~= $0 }) == true,
        digits.allSatisfy({ 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }),
        let value = Double(Substring(digits))
      else { return nil }
      seconds = seconds * 60 + value
    }
    return seconds > 0 && seconds < 1e8 ? seconds : nil
  }
}
