internal import CHikidashiScan
internal import Glibc

/// Scans and checks JSON text (RFC 8259) without building values.
///
/// It accepts only what the grammar allows, nested at most ``deepest`` levels, so that no text can
/// exhaust the stack.
package struct JSONScanner {
  /// The place where a text is not valid JSON, and the reason.
  package struct Failure: Error, Equatable, CustomStringConvertible {
    package var offset: Int
    package var reason: String

    package var description: String { "it is not JSON: \(reason) at byte \(offset + 1)" }
  }

  package static let deepest = 512

  package let text: UnsafeBufferPointer<UInt8>
  package var place = 0

  @inlinable package init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// Returns the first fault in a text that should be one JSON value; nil where there is none.
  ///
  /// The text must be valid UTF-8, which is not checked.
  package static func complaint(about text: UnsafeBufferPointer<UInt8>) -> Failure? {
    var scanner = JSONScanner(text)
    do throws(Failure) {
      scanner.skipSpace()
      try scanner.skipValue()
      scanner.skipSpace()
      if !scanner.isAtEnd { throw scanner.failure("something follows the value") }
    } catch {
      return error
    }
    return nil
  }

  @inlinable package var isAtEnd: Bool { place >= text.count }

  /// The byte at ``place``; 0 at the end, as valid JSON contains no such byte.
  @inlinable @inline(__always)
  package var next: UInt8 { place < text.count ? text[place] : 0 }

  package func failure(_ reason: String) -> Failure { Failure(offset: place, reason: reason) }

  @inlinable @inline(__always)
  package mutating func skipSpace() {
    while place < text.count {
      switch text[place] {
      case 0x20, 0x09, 0x0A, 0x0D: place += 1
      default: return
      }
    }
  }

  @inlinable @inline(__always)
  package mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte, place < text.count else { return false }
    place += 1
    return true
  }

  @inlinable @inline(__always)
  package mutating func expect(_ byte: UInt8, _ what: StaticString) throws(Failure) {
    guard skip(byte) else { throw missing(what) }
  }

  @usableFromInline
  package func missing(_ what: StaticString) -> Failure { failure("\(what) is missing") }

  /// Skips the value that begins at ``place``.
  package mutating func skipValue(depth: Int = 0) throws(Failure) {
    guard depth < Self.deepest else { throw failure("more than \(Self.deepest) levels") }
    switch next {
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "{"): try skipObject(depth: depth)
    case UInt8(ascii: "["): try skipArray(depth: depth)
    case UInt8(ascii: "t"): try skipWord("true")
    case UInt8(ascii: "f"): try skipWord("false")
    case UInt8(ascii: "n"): try skipWord("null")
    default: try skipNumber()
    }
  }

  private mutating func skipObject(depth: Int) throws(Failure) {
    place += 1
    skipSpace()
    if skip(UInt8(ascii: "}")) { return }
    repeat {
      skipSpace()
      try skipString()
      skipSpace()
      try expect(UInt8(ascii: ":"), "a colon")
      skipSpace()
      try skipValue(depth: depth + 1)
      skipSpace()
    } while skip(UInt8(ascii: ","))
    try expect(UInt8(ascii: "}"), "a comma or closing brace")
  }

  private mutating func skipArray(depth: Int) throws(Failure) {
    place += 1
    skipSpace()
    if skip(UInt8(ascii: "]")) { return }
    repeat {
      skipSpace()
      try skipValue(depth: depth + 1)
      skipSpace()
    } while skip(UInt8(ascii: ","))
    try expect(UInt8(ascii: "]"), "a comma or closing bracket")
  }

  package mutating func skipWord(_ word: StaticString) throws(Failure) {
    let count = word.utf8CodeUnitCount
    guard text.count - place >= count, let start = text.baseAddress,
      memcmp(start + place, word.utf8Start, count) == 0
    else { throw failure("a value is missing") }
    place += count
  }

  /// Skips a number, and returns whether it has neither fraction nor exponent.
  @discardableResult
  package mutating func skipNumber() throws(Failure) -> Bool {
    guard place < text.count else { throw failure("a value is missing") }
    let start = place
    _ = skip(UInt8(ascii: "-"))
    let first = place
    guard skipDigits() > 0 else {
      place = start
      throw failure("a value is missing")
    }
    guard text[first] != 0x30 || place == first + 1 else {
      place = first
      throw failure("a number begins with 0")
    }
    var isWhole = true
    if skip(UInt8(ascii: ".")) {
      isWhole = false
      guard skipDigits() > 0 else { throw failure("a digit is missing") }
    }
    if next | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      place += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { place += 1 }
      guard skipDigits() > 0 else { throw failure("a digit is missing") }
    }
    return isWhole
  }

  private mutating func skipDigits() -> Int {
    let start = place
    while next &- 0x30 < 10, place < text.count { place += 1 }
    return place - start
  }
}

// MARK: - Strings

extension JSONScanner {
  /// The place of a string in the text.
  package struct Span {
    /// The range of the bytes between the quotes.
    package var bytes: Range<Int>
    /// Whether the string contains escapes.
    package var hasEscapes: Bool
  }

  /// Skips a string with its quotes, and returns the span between them.
  @discardableResult
  package mutating func skipString() throws(Failure) -> Span {
    try expect(UInt8(ascii: "\""), "a double quote")
    let start = place
    var hasEscapes = false
    while place < text.count {
      skipPlain()
      guard place < text.count else { break }
      let byte = text[place]
      if byte == UInt8(ascii: "\"") {
        place += 1
        return Span(bytes: start..<place - 1, hasEscapes: hasEscapes)
      }
      guard byte >= 0x20 else { throw failure("a control character in a string") }
      place += 1
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        try skipEscape()
      }
    }
    throw failure("a string has no end")
  }

  /// Skips up to the next quote, escape or control character.
  @inline(__always)
  private mutating func skipPlain() {
    guard let start = text.baseAddress else { return }
    place += hk_scan_plain(start + place, text.count - place)
  }

  private mutating func skipEscape() throws(Failure) {
    switch next {
    case UInt8(ascii: "u"):
      let unit = try unit()
      if unit & 0xFC00 == 0xD800 {
        guard skip(UInt8(ascii: "\\")), next == UInt8(ascii: "u"),
          try self.unit() & 0xFC00 == 0xDC00
        else { throw failure("half of a surrogate pair") }
      } else if unit & 0xFC00 == 0xDC00 {
        throw failure("half of a surrogate pair")
      }
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      place += 1
    default: throw failure("an unknown escape")
    }
  }

  /// Reads the four hexadecimal digits after a `u`.
  private mutating func unit() throws(Failure) -> UInt32 {
    place += 1
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = hexadecimalDigit(next) else {
        throw failure("a hexadecimal digit is missing")
      }
      value = value << 4 | UInt32(digit)
      place += 1
    }
    return value
  }

  /// Appends the characters of a string, with its escapes decoded, as UTF-8.
  ///
  /// The span must come from ``skipString()``, which checks the escapes.
  package func unescape(_ span: Span, into result: inout [UInt8]) {
    var scanner = JSONScanner(UnsafeBufferPointer(rebasing: text[..<span.bytes.upperBound]))
    scanner.place = span.bytes.lowerBound
    while !scanner.isAtEnd {
      let start = scanner.place
      scanner.skipPlain()
      result += UnsafeBufferPointer(rebasing: text[start..<scanner.place])
      guard scanner.skip(UInt8(ascii: "\\")) else { continue }
      switch scanner.next {
      case UInt8(ascii: "u"): result += scanner.escapedScalar()
      case UInt8(ascii: "b"): scanner.take(0x08, into: &result)
      case UInt8(ascii: "f"): scanner.take(0x0C, into: &result)
      case UInt8(ascii: "n"): scanner.take(0x0A, into: &result)
      case UInt8(ascii: "r"): scanner.take(0x0D, into: &result)
      case UInt8(ascii: "t"): scanner.take(0x09, into: &result)
      case let other: scanner.take(other, into: &result)
      }
    }
  }

  private mutating func take(_ byte: UInt8, into result: inout [UInt8]) {
    place += 1
    result.append(byte)
  }

  /// The UTF-8 of `\uXXXX`, or of two of them that are a surrogate pair.
  private mutating func escapedScalar() -> [UInt8] {
    guard let high = try? unit() else { return [] }
    var code = high
    if high & 0xFC00 == 0xD800 {
      place += 1
      guard let low = try? unit() else { return [] }
      code = 0x10000 + (high & 0x3FF) << 10 + (low & 0x3FF)
    }
    return Unicode.Scalar(code).map { Array(String(Character($0)).utf8) } ?? []
  }

  /// Returns the characters of a string, with its escapes decoded.
  package func string(_ span: Span) -> String {
    guard span.hasEscapes else { return String(decoding: text[span.bytes], as: UTF8.self) }
    var bytes: [UInt8] = []
    unescape(span, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Returns the value of a hexadecimal digit; nil for any other byte.
package func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case 0x30...0x39: byte - 0x30
  case 0x41...0x46: byte - 0x41 + 10
  case 0x61...0x66: byte - 0x61 + 10
  default: nil
  }
}
