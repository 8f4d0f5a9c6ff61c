/// The words that mention an RFC: `RFC 2119`, `RFC2119`, `RFC-2119`, `rfc2119` in an address.
///
/// A mention may go on in the next line.
struct RFCMention {
  /// The number that is mentioned.
  let number: Int
  /// Where the number is.
  let digits: Range<Int>
  /// Where the words end.
  var end: Int { digits.upperBound }
  /// Whether the numbers of others may follow: `RFCs 2119 and 8174`.
  let isPlural: Bool

  /// Reads the mention that begins at `start`.
  ///
  /// - Parameter flow: Where the text goes on behind a page that ends in the mention.
  init?(at start: Int, in bytes: ByteSlice, _ flow: TextFlow? = nil) {
    guard bytes.starts(with: "rfc", at: start),
      start == bytes.startIndex || !isAlphanumeric(bytes[start - 1])
    else { return nil }
    let isCapitals = bytes[start..<start + 3].elementsEqual("RFC".utf8)
    var position = start + 3
    isPlural = isCapitals && bytes.at(position) == UInt8(ascii: "s")
    if isPlural { position += 1 }
    var digits = Self.digits(at: position, in: bytes)
    if digits == nil, isCapitals, let next = Self.afterGap(position, bytes, flow) {
      digits = Self.digits(at: next, in: bytes)
      // The number of a section follows, as where a page ends in between.
      if let end = digits?.upperBound, bytes.at(end) == UInt8(ascii: "."),
        bytes.at(end + 1).map(isDigit) ?? false
      {
        return nil
      }
    }
    guard let digits, let number = bytes[digits].decimalNumber else { return nil }
    self.number = number
    self.digits = digits
  }

  /// The digits at `position`, if they are one to five with no letter behind.
  static func digits(at position: Int, in bytes: ByteSlice) -> Range<Int>? {
    var end = position
    while let byte = bytes.at(end), isDigit(byte) { end += 1 }
    guard 1...5 ~= end - position, bytes.at(end).map({ !isAlphanumeric($0) }) ?? true,
      bytes[position..<end].contains(where: { $0 != UInt8(ascii: "0") })
    else { return nil }
    return position..<end
  }

  /// What follows a hyphen or `#`, or blanks with at most one end of line among them.
  private static func afterGap(_ start: Int, _ bytes: ByteSlice, _ flow: TextFlow?) -> Int? {
    if let byte = bytes.at(start), byte == UInt8(ascii: "-") || byte == UInt8(ascii: "#") {
      return start + 1
    }
    let end = flow?.afterBlanks(start) ?? bytes.afterBlanks(start)
    return end > start ? end : nil
  }
}

extension ByteSlice {
  /// The byte at a position; nil outside.
  func at(_ position: Int) -> UInt8? {
    position >= startIndex && position < endIndex ? self[position] : nil
  }

  /// What follows blanks with at most one end of line among them, and one space that must not break.
  func afterBlanks(_ start: Int) -> Int {
    // A space that must not break, in UTF-8.
    if at(start) == 0xC2, at(start + 1) == 0xA0 { return start + 2 }
    var position = start
    var ends = 0
    while let byte = at(position), isBlank(byte) {
      if byte == 0x0A { ends += 1 }
      if ends > 1 { return start }
      position += 1
    }
    return position
  }
}
