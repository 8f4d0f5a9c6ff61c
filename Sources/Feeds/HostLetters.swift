/// The letters of the names of servers, which people write in several ways.
public enum HostLetters {
  /// Returns the name in small letters, each as one scalar, with the full stop of ASCII, so that every keyboard
  /// types the same name.
  ///
  /// - Source: RFC 5895, 2.
  public static func mapped(_ name: String) -> String {
    var mapped = ""
    for character in name.lowercased() {
      for scalar in composed(character).unicodeScalars {
        switch scalar.value {
        case 0x3002, 0xFF61, 0xFF0E: mapped += "."
        case 0xFF01...0xFF5E:
          mapped += String(Unicode.Scalar(scalar.value - 0xFEE0).map(Character.init) ?? "?")
            .lowercased()
        default: mapped.unicodeScalars.append(scalar)
        }
      }
    }
    return mapped
  }

  /// A letter with its marks as one of Unicode's, where there is such: files of other systems have them apart.
  private static func composed(_ character: Character) -> String {
    let letter = String(character)
    guard letter.unicodeScalars.count > 1, let first = letter.unicodeScalars.first else {
      return letter
    }
    let candidates: ClosedRange<UInt32> =
      switch first.value {
      case 0x1100...0x11FF: 0xAC00...0xD7A3
      case 0x3040...0x30FF: 0x3040...0x30FF
      default: 0xC0...0x1FFF
      }
    // Swift compares letters, however they are written.
    let found = candidates.lazy.compactMap { Unicode.Scalar($0) }.first { String($0) == letter }
    return found.map { String($0) } ?? letter
  }
}
