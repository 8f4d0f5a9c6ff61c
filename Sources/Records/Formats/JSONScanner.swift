internal import CScan

/// Goes through JSON text (RFC 8259) without making anything of it.
///
/// It takes what the grammar says and nothing else, and goes no deeper than ``deepest`` levels, so
/// that no text can exhaust the stack.
package struct JSONScanner {
  /// Where a text is no JSON, and why.
  package struct Failure: Error, Equatable, CustomStringConvertible {
    package var offset: Int
    package var reason: String

    package var description: String { "it is not JSON: \(reason) at byte \(offset + 1)" }
  }

  static let deepest = 512

  let text: UnsafeBufferPointer<UInt8>
  var place = 0

  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// What keeps the text from being one JSON value, or nil. The text is known to be UTF-8.
  static func complaint(about text: UnsafeBufferPointer<UInt8>) -> Failure? {
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

  var isAtEnd: Bool { place >= text.count }

  /// The byte at the place, or 0 at the end, which is no part of JSON.
  @inline(__always)
  var next: UInt8 { place < text.count ? text[place] : 0 }

  func failure(_ reason: String) -> Failure { Failure(offset: place, reason: reason) }

  @inline(__always)
  mutating func skipSpace() {
    while place < text.count {
      switch text[place] {
      case 0x20, 0x09, 0x0A, 0x0D: place += 1
      default: return
      }
    }
  }

  @inline(__always)
  mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte, place < text.count else { return false }
    place += 1
    return true
  }

  mutating func expect(_ byte: UInt8, _ what: String) throws(Failure) {
    guard skip(byte) else { throw failure("\(what) is missing") }
  }

  /// Skips a value, which begins at the place.
  mutating func skipValue(depth: Int = 0) throws(Failure) {
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

  mutating func skipWord(_ word: StaticString) throws(Failure) {
    let isThere = word.withUTF8Buffer { bytes in
      text.count - place >= bytes.count
        && text[place..<place + bytes.count].elementsEqual(bytes)
    }
    guard isThere else { throw failure("a value is missing") }
    place += word.utf8CodeUnitCount
  }

  /// Skips a number; whether it is a whole one.
  @discardableResult
  mutating func skipNumber() throws(Failure) -> Bool {
    guard place < text.count else { throw failure("a value is missing") }
    let start = place
    _ = skip(UInt8(ascii: "-"))
    let first = place
    guard skipDigits() > 0 else {
      place = start
      throw failure("a value is missing")
    }
    guard text[first] != NumberText.zero || place == first + 1 else {
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
    while next &- NumberText.zero < 10, place < text.count { place += 1 }
    return place - start
  }
}
