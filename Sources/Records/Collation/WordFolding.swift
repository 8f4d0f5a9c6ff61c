internal import CHikidashiScan

/// Folds texts as a ``WordIndex``, a ``WordFilter`` and a ``TextFinder`` compare them.
enum WordFolding {
  private static let letters = Folding.shared(for: .localized(accents: .ignored))
  /// Voicing marks are letters' own, though Unicode has them as accents.
  private static let kana = Folding.shared(for: .localized())

  /// The folded UTF-8 of a text.
  static func folded(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return bytes
  }

  /// Appends the folded UTF-8 of a text.
  ///
  /// - Complexity: O(*n*)
  static func append(_ text: String, to result: inout [UInt8]) {
    withBytes(of: text) { bytes in
      guard let start = bytes.baseAddress else { return }
      guard let letters, let kana else { return result.append(contentsOf: bytes) }
      if hk_text_is_ascii(start, bytes.count), !bytes.contains(0) {
        appendASCII(bytes, to: &result)
      } else {
        append(String(decoding: bytes, as: UTF8.self).unicodeScalars, letters, kana, to: &result)
      }
    }
  }

  private static func appendASCII(_ bytes: UTF8Bytes, to result: inout [UInt8]) {
    let start = result.count
    result.append(contentsOf: bytes)
    result.withUnsafeMutableBufferPointer { result in
      for place in start..<result.count {
        let byte = result[place]
        result[place] = byte &- 0x41 < 26 ? byte | 0x20 : byte
      }
    }
  }

  /// Whether a scalar may become one with what stands before it, as an accent does.
  static func joins(_ scalar: UInt32) -> Bool {
    letters.map { $0.entry(scalar) & Folding.joins != 0 } ?? false
  }

  /// Folds runs with and without kana apart.
  private static func append(
    _ scalars: String.UnicodeScalarView, _ letters: Folding, _ kana: Folding,
    to result: inout [UInt8]
  ) {
    var rest = scalars[...]
    while let first = rest.first {
      let isKana = isKana(first)
      let run = rest.prefix { Self.isKana($0) == isKana }
      let folded = (isKana ? kana : letters).fold(String(run))
      for scalar in String(decoding: folded, as: UTF8.self).unicodeScalars {
        append(scalar, to: &result)
      }
      rest = rest[run.endIndex...]
    }
  }

  private static func isKana(_ scalar: Unicode.Scalar) -> Bool {
    0x3040...0x30FF ~= scalar.value || 0xFF61...0xFF9F ~= scalar.value
  }

  /// What is no accent to Unicode, and one to a reader: strokes, ligatures, modifiers.
  private static func append(_ scalar: Unicode.Scalar, to result: inout [UInt8]) {
    switch scalar {
    case "æ": result.append(contentsOf: "ae".utf8)
    case "œ": result.append(contentsOf: "oe".utf8)
    case "þ": result.append(contentsOf: "th".utf8)
    case "ø": result.append(0x6F)
    case "đ", "ð": result.append(0x64)
    case "ł": result.append(0x6C)
    case "ħ": result.append(0x68)
    case "ı": result.append(0x69)
    case "ŋ": result.append(0x6E)
    case "ŧ": result.append(0x74)
    case "ĸ": result.append(0x6B)
    // Between two l of Catalan, before an n of Afrikaans, behind an a; and what separates texts.
    case "\u{B7}", "\u{2BC}", "\u{2BE}", "\u{0}": break
    default: result.append(contentsOf: String(scalar).utf8)
    }
  }
}
