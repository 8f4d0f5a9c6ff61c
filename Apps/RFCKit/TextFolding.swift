/// Makes texts comparable whatever their case, width and accents.
///
/// Covers the letters of European languages and Vietnamese and full-width forms, which is what names
/// and titles in the index use; other scripts are compared without regard to case.
///
/// - Source: decompositions of the Unicode Character Database, version 15.
enum TextFolding {
  /// Appends the folded UTF-8 of `text`.
  ///
  /// - Complexity: O(*n*)
  static func append(_ text: String, to result: inout [UInt8]) {
    var text = text
    text.withUTF8 { bytes in
      if bytes.allSatisfy({ $0 < 0x80 }) {
        for byte in bytes { result.append(isCapital(byte) ? byte | 0x20 : byte) }
      } else {
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
          append(scalar, to: &result)
        }
      }
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout [UInt8]) {
    switch scalar.value {
    case ..<0x80:
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      result.append(isCapital(byte) ? byte | 0x20 : byte)
    case 0xA0, 0x3000:
      result.append(0x20)
    case 0x300...0x36F:
      break
    case 0xB5:
      // The sign for a millionth is the Greek letter.
      result.append(contentsOf: "μ".utf8)
    case 0xC0...0x17F:
      append(scalar, letter: latin[Int(scalar.value) - 0xC0], to: &result)
    case 0x1E00...0x1EFF:
      append(scalar, letter: latinAdditional[Int(scalar.value) - 0x1E00], to: &result)
    case 0xFF01...0xFF5E:
      if let plain = Unicode.Scalar(scalar.value - 0xFEE0) { append(plain, to: &result) }
    default:
      result.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
    }
  }

  private static func append(_ scalar: Unicode.Scalar, letter: UInt8, to result: inout [UInt8]) {
    if letter != UInt8(ascii: "_") { return result.append(letter) }
    switch scalar {
    case "Æ", "æ": result.append(contentsOf: "ae".utf8)
    case "Þ", "þ": result.append(contentsOf: "th".utf8)
    case "ß", "ẞ": result.append(contentsOf: "ss".utf8)
    case "Ĳ", "ĳ": result.append(contentsOf: "ij".utf8)
    case "Œ", "œ": result.append(contentsOf: "oe".utf8)
    case "\u{1E9A}": result.append(UInt8(ascii: "a"))
    default: result.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
    }
  }

  /// The letter under each of U+00C0 to U+017F; `_` where there is none or more than one.
  private static let latin = Array(
    """
    aaaaaa_ceeeeiiiidnooooo_ouuuuy__aaaaaa_ceeeeiiiidnooooo_ouuuuy_yaaaaaaccccccccddddeeeeee\
    eeeegggggggghhhhiiiiiiiiii__jjkkkllllllllllnnnnnnnnnoooooo__rrrrrrssssssssttttttuuuuuuuu\
    uuuuwwyyyzzzzzzs
    """.utf8)

  /// The letter under each of U+1E00 to U+1EFF; `_` where there is none or more than one.
  private static let latinAdditional = Array(
    """
    aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmmmmmmnnnnnnnnooooooooppppr\
    rrrrrrrssssssssssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwy_s____aaaaaaaaaaaaaaaaaa\
    aaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy______
    """.utf8)
}
