internal import CHikidashiScan
internal import HikidashiValues

/// Decodes the escapes or quotes of a text.
struct TextMarks {
  let style: DelimitedFormat.Style

  /// Whether the text has escapes or quotes that must be decoded.
  @inline(__always)
  func occur(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = text.baseAddress else { return false }
    let mark = style == .quotes ? UInt8(ascii: "\"") : UInt8(ascii: "\\")
    if text.count < 16 { return text.contains(mark) }
    return hk_scan_find(start, text.count, hk_scan_wanted(mark, mark, mark, mark)) < text.count
  }

  /// Writes what the text stands for, which has no more bytes; how many, or nil when marks are
  /// wrong.
  func decode(
    _ text: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>
  ) -> Int? {
    var count = 0
    let failure = decode(text) { byte in
      target[count] = byte
      count += 1
    }
    return failure == nil ? count : nil
  }

  /// Replaces `result` by what the text stands for; whether the marks are right.
  func decode(_ text: UnsafeBufferPointer<UInt8>, into result: inout [UInt8]) -> Bool {
    result.removeAll(keepingCapacity: true)
    return decode(text) { result.append($0) } == nil
  }

  /// An error in escapes or quotes, and its place.
  struct Failure {
    var problem: RecordProblem
    var offset: Int
  }

  /// Calls `body` with each byte that the text stands for, up to the first thing wrong.
  @inline(__always)
  func decode(_ text: UnsafeBufferPointer<UInt8>, _ body: (UInt8) -> Void) -> Failure? {
    switch style {
    case .quotes: decodeQuotes(text, body)
    case .escapes: decodeEscapes(text, body)
    }
  }

  @inline(__always)
  private func decodeQuotes(
    _ text: UnsafeBufferPointer<UInt8>, _ body: (UInt8) -> Void
  ) -> Failure? {
    let quote = UInt8(ascii: "\"")
    guard text.first == quote else {
      for (place, byte) in text.enumerated() {
        if byte == quote { return Failure(problem: .strayQuote, offset: place) }
        body(byte)
      }
      return nil
    }
    var place = 1
    while place < text.count {
      if text[place] == quote {
        if place + 1 == text.count { return nil }
        guard text[place + 1] == quote else {
          return Failure(problem: .strayQuote, offset: place + 1)
        }
        place += 1
      }
      body(text[place])
      place += 1
    }
    return Failure(problem: .openQuote, offset: 0)
  }

  @inline(__always)
  private func decodeEscapes(
    _ text: UnsafeBufferPointer<UInt8>, _ body: (UInt8) -> Void
  ) -> Failure? {
    var place = 0
    while place < text.count {
      guard text[place] == UInt8(ascii: "\\") else {
        body(text[place])
        place += 1
        continue
      }
      let next = place + 1 < text.count ? text[place + 1] : 0
      switch next {
      case UInt8(ascii: "t"): body(0x09)
      case UInt8(ascii: "n"): body(0x0A)
      case UInt8(ascii: "r"): body(0x0D)
      case UInt8(ascii: "\\"): body(next)
      case UInt8(ascii: "x"):
        // Bytes from 80 on would be parts of characters.
        guard place + 3 < text.count, let high = hexadecimalDigit(text[place + 2]), high < 8,
          let low = hexadecimalDigit(text[place + 3])
        else { return badEscape(text, at: place) }
        body(high << 4 | low)
        place += 2
      default: return badEscape(text, at: place)
      }
      place += 2
    }
    return nil
  }

  private func badEscape(_ text: UnsafeBufferPointer<UInt8>, at place: Int) -> Failure {
    // The backslash and the character behind it.
    let shown = String(decoding: text[place...].prefix(6), as: UTF8.self).prefix(2)
    return Failure(problem: .badEscape(text: String(shown)), offset: place)
  }
}
