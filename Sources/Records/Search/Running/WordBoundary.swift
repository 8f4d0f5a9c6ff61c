/// Tells whether a piece of text stands as a word: no letter, mark or digit right before or behind
/// it, where it begins or ends with one itself.
enum WordBoundary {
  /// - Parameter text: UTF-8 that `start` and `end` cut between scalars.
  static func isWord(_ text: UTF8Bytes, from start: Int, to end: Int) -> Bool {
    guard start < end else { return false }
    if start > 0, isPart(scalar(before: start, text)), isPart(scalar(at: start, text)) {
      return false
    }
    return !(end < text.count && isPart(scalar(before: end, text)) && isPart(scalar(at: end, text)))
  }

  private static func scalar(at place: Int, _ text: UTF8Bytes) -> UInt32 {
    guard let start = text.baseAddress else { return 0 }
    var at = place
    return ScalarReader.next(start, &at, text.count)
  }

  private static func scalar(before place: Int, _ text: UTF8Bytes) -> UInt32 {
    var at = place - 1
    while at > 0, text[at] & 0xC0 == 0x80 { at -= 1 }
    return scalar(at: at, text)
  }

  static func isPart(_ value: UInt32) -> Bool {
    if value < 0x80 {
      return (0x30...0x39).contains(value) || (0x41...0x5A).contains(value)
        || (0x61...0x7A).contains(value)
    }
    guard let properties = Unicode.Scalar(value)?.properties else { return false }
    if properties.isAlphabetic || properties.numericType != nil { return true }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }
}
