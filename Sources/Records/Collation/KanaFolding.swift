/// Folds kana, which Unicode's case folding leaves alone, and the letters i of Turkish.
enum KanaFolding {
  /// UTF-8 with small kana made large and, unless it is kept, katakana made hiragana.
  static func folded(_ text: [UInt8], keepsKatakana: Bool) -> [UInt8] {
    // Kana is U+3041 to U+31FF: three bytes that begin with E3.
    guard text.contains(0xE3) else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      append(large(scalar.value), keepsKatakana: keepsKatakana, to: &scalars)
    }
    return Array(String(scalars).utf8)
  }

  private static func append(
    _ scalar: UInt32, keepsKatakana: Bool, to scalars: inout String.UnicodeScalarView
  ) {
    switch scalar {
    case 0x30A1...0x30F6 where !keepsKatakana, 0x30FD...0x30FE where !keepsKatakana:
      append(scalar - 0x60, to: &scalars)
    case 0x30F7...0x30FA where !keepsKatakana:
      // ヷヸヹヺ have no hiragana of their own, but わゐゑを with the voicing mark.
      append(scalar - 0x30F7 + 0x308F, to: &scalars)
      append(0x3099, to: &scalars)
    default: append(scalar, to: &scalars)
    }
  }

  private static func append(_ value: UInt32, to scalars: inout String.UnicodeScalarView) {
    if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
  }

  /// The large letter of small kana.
  private static func large(_ scalar: UInt32) -> UInt32 {
    let hiragana = 0x3041...0x3096 ~= scalar
    let katakana = 0x30A1...0x30F6 ~= scalar
    if hiragana || katakana {
      switch scalar - (katakana ? 0x60 : 0) {
      case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E:
        return scalar + 1
      case 0x3095: return scalar - 0x3095 + 0x304B
      case 0x3096: return scalar - 0x3096 + 0x3051
      default: return scalar
      }
    }
    guard 0x31F0...0x31FF ~= scalar else { return scalar }
    return ainu[Int(scalar - 0x31F0)]
  }

  /// The large letters of ㇰ to ㇿ, the small katakana of Ainu.
  private static let ainu: [UInt32] = "クシストヌハヒフヘホムラリルレロ".unicodeScalars.map(\.value)

  /// I as ı and İ as i, nil when the text has neither.
  ///
  /// - Source: Unicode's CaseFolding.txt, the entries of status T.
  static func withTurkicLetters(_ text: UTF8Bytes) -> [UInt8]? {
    guard text.contains(where: { $0 == 0x49 || $0 == 0xC4 }) else { return nil }
    var scalars = String.UnicodeScalarView()
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "I": scalars.append("\u{131}")
      case "\u{130}": scalars.append("i")
      default: scalars.append(scalar)
      }
    }
    return Array(String(scalars).utf8)
  }
}
