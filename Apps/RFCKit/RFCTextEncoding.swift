/// How the bytes of a document become text, and text becomes the same bytes again.
public enum RFCTextEncoding: String, Sendable, Hashable, CaseIterable {
  case utf8
  /// UTF-8 behind a byte order mark, as RFCs from 8650 on are published.
  case utf8WithBOM
  /// One byte a character; the code page of Windows for Western Europe.
  case windows1252
  /// One byte a character, every byte its own code point, so that it never fails.
  case latin1

  /// Decodes `bytes`, taking the first encoding in which all of them have a meaning.
  ///
  /// - Complexity: O(*n*)
  static func decode(_ bytes: [UInt8]) -> (RFCTextEncoding, String) {
    if bytes.starts(with: mark),
      let text = String(validating: bytes[mark.count...], as: UTF8.self)
    {
      return (.utf8WithBOM, text)
    }
    if let text = String(validating: bytes, as: UTF8.self) { return (.utf8, text) }
    let controls = bytes.lazy.filter { 0x80...0x9F ~= $0 }
    let isWindows = !controls.isEmpty && controls.allSatisfy { windows[Int($0) - 0x80] != 0 }
    var scalars = String.UnicodeScalarView()
    for byte in bytes {
      let code = isWindows && 0x80...0x9F ~= byte ? windows[Int(byte) - 0x80] : UInt16(byte)
      scalars.append(Unicode.Scalar(code) ?? Unicode.Scalar(byte))
    }
    return (isWindows ? .windows1252 : .latin1, String(scalars))
  }

  /// The bytes of a text that ``decode(_:)`` made; what the encoding lacks becomes `?`.
  ///
  /// - Complexity: O(*n*)
  func encode(_ text: String) -> [UInt8] {
    switch self {
    case .utf8: Array(text.utf8)
    case .utf8WithBOM: Self.mark + Array(text.utf8)
    case .latin1:
      text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
    case .windows1252:
      text.unicodeScalars.map { scalar in
        if let byte = UInt8(exactly: scalar.value), !(0x80...0x9F ~= byte) { return byte }
        let position = Self.windows.firstIndex { UInt32($0) == scalar.value && $0 != 0 }
        return position.map { UInt8($0 + 0x80) } ?? UInt8(ascii: "?")
      }
    }
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The code points of the bytes 80 to 9F in Windows-1252; 0 where it has none.
  ///
  /// - Source: the mapping that the Unicode Consortium publishes as `CP1252.TXT`.
  private static let windows: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
    0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]
}
