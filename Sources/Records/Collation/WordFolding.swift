/// Folds texts as a ``WordIndex`` and a ``WordFilter`` compare them.
struct WordFolding {
  private let letters = Folding.shared(for: .localized(accents: .ignored))
  /// Voicing marks are letters' own, though Unicode has them as accents.
  private let kana = Folding.shared(for: .localized())

  /// The folded UTF-8 of a text.
  func folded(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return bytes
  }

  /// Appends the folded UTF-8 of a text.
  ///
  /// - Complexity: O(*n*)
  func append(_ text: String, to result: inout [UInt8]) {
    var text = text
    text.withUTF8 { bytes in
      guard let letters, let kana else { return result.append(contentsOf: bytes) }
      if bytes.allSatisfy({ $0 < 0x80 && $0 != 0 }) {
        for byte in bytes { result.append(0x41...0x5A ~= byte ? byte | 0x20 : byte) }
        return
      }
      // Runs with and without kana are folded apart.
      let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
      var rest = scalars[...]
      while let first = rest.first {
        let isKana = Self.isKana(first)
        let run = rest.prefix { Self.isKana($0) == isKana }
        let folded = (isKana ? kana : letters).fold(String(run))
        for scalar in String(decoding: folded, as: UTF8.self).unicodeScalars {
          Self.append(scalar, to: &result)
        }
        rest = rest[run.endIndex...]
      }
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
