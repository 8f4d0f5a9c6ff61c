/// Turns a text of JSON into UTF-8 while its bytes arrive: what is UTF-16, with or without a mark, as Windows programs
/// write it. Other letters are ``JSONMender``'s.
///
/// - Source: RFC 8259, 8.1; RFC 4627, 3 (which zeros tell UTF-16 from UTF-8).
struct JSONText {
  private enum Form {
    case unknown
    case utf8
    case utf16(isBig: Bool)
  }

  private var form = Form.unknown
  /// The first bytes, until they tell the form.
  private var held: [UInt8] = []
  /// The first half of a unit, and of a pair.
  private var byte: UInt8?
  private var high: UInt16?

  /// The next bytes in UTF-8, which are the same where it is UTF-8 already.
  mutating func utf8(_ bytes: [UInt8]) -> [UInt8] {
    switch form {
    case .utf8: return bytes
    case .utf16(let isBig): return converted(bytes, isBig)
    case .unknown:
      held += bytes
      guard held.count >= (held.first == 0xEF ? 3 : 2) else { return [] }
      let start = held
      held = []
      let mark = detect(start)
      return utf8(mark == 0 ? start : Array(start[mark...]))
    }
  }

  /// Sets the form; how long the mark is.
  private mutating func detect(_ start: [UInt8]) -> Int {
    switch (start[0], start[1]) {
    case (0xFE, 0xFF): form = .utf16(isBig: true)
    case (0xFF, 0xFE): form = .utf16(isBig: false)
    case (0, 1...):
      form = .utf16(isBig: true)
      return 0
    case (1..., 0):
      form = .utf16(isBig: false)
      return 0
    default:
      form = .utf8
      return start.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }
    return 2
  }

  private mutating func converted(_ bytes: [UInt8], _ isBig: Bool) -> [UInt8] {
    var text = ""
    for next in bytes {
      guard let first = byte else {
        byte = next
        continue
      }
      byte = nil
      take(isBig ? UInt16(first) << 8 | UInt16(next) : UInt16(next) << 8 | UInt16(first), &text)
    }
    return Array(text.utf8)
  }

  private mutating func take(_ unit: UInt16, _ text: inout String) {
    if let first = high {
      high = nil
      if UTF16.isTrailSurrogate(unit) {
        text.unicodeScalars.append(
          UTF16.decode(UTF16.EncodedScalar(containing: first, unit)))
        return
      }
      text.unicodeScalars.append("\u{FFFD}")
    }
    if UTF16.isLeadSurrogate(unit) {
      high = unit
    } else {
      text.unicodeScalars.append(Unicode.Scalar(unit) ?? "\u{FFFD}")
    }
  }
}

extension UTF16.EncodedScalar {
  fileprivate init(containing high: UInt16, _ low: UInt16) {
    self.init()
    append(high)
    append(low)
  }
}
