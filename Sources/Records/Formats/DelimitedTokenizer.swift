internal import CHikidashiScan
internal import Glibc

/// Finds records and their values one after another, also where quotes stand in wrong places: a quote opens in front
/// of a value alone, and closes behind one alone, so that a record with another one costs no record behind it.
struct DelimitedTokenizer: Sendable {
  /// One byte at least.
  let separator: [UInt8]
  /// Nil where quotes are text.
  let quote: UInt8?
  /// Has the byte behind it taken as it is; nil where quotes are doubled instead.
  var escape: UInt8?
  /// Whether blanks around a value are not a part of it.
  var trimsBlanks = false

  /// Whether values and records can be found by counting double quotes.
  var isPlain = true

  /// A value in the text.
  struct Value {
    /// Where it stands, its quotes counted on.
    var range: Range<Int>
    /// Whether quotes enclose it.
    var isQuoted = false
    /// The place of a quote that neither encloses the value nor is doubled.
    var strayQuote: Int?
    /// Whether it begins with a quote that is never closed.
    var isOpen = false
    /// Whether a byte of it is escaped.
    var hasEscapes = false
    /// The place behind it, and behind blanks that are not a part of it.
    var end = 0

    mutating func move(by offset: Int) {
      range = range.lowerBound + offset..<range.upperBound + offset
      end += offset
      if let strayQuote { self.strayQuote = strayQuote + offset }
    }
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Reads one record.
  ///
  /// - Parameters:
  ///   - start: Where it begins.
  ///   - isWhole: Whether nothing follows the text.
  ///   - values: Is filled with its values, one at least.
  /// - Returns: The place of its line end, or the end of the text; nil where it goes on behind a text that is not whole.
  func record(
    in text: UnsafeBufferPointer<UInt8>, at start: Int, isWhole: Bool, into values: inout [Value]
  ) -> Int? {
    values.removeAll(keepingCapacity: true)
    var place = start
    while true {
      guard let value = value(in: text, at: place, isWhole: isWhole) else { return nil }
      values.append(value)
      place = value.end
      guard isSeparator(place, in: text) else { break }
      place += separator.count
    }
    if place < text.count, text[place] != Self.lineFeed { place += 1 }
    return place < text.count || isWhole ? place : nil
  }

  private func value(
    in text: UnsafeBufferPointer<UInt8>, at start: Int, isWhole: Bool
  ) -> Value? {
    let first = trimsBlanks ? skipBlanks(from: start, in: text) : start
    guard let quote, first < text.count, text[first] == quote else {
      return plain(in: text, at: first, isWhole: isWhole)
    }
    var stray: Int?
    var place = first + 1
    while let found = findQuote(quote, in: text, from: place) {
      // Where a quote stands within the value, another one of the same line closes it.
      if let stray, find(Self.lineFeed, in: text, from: stray, to: found) != nil { break }
      let behind = found + 1
      guard behind < text.count || isWhole else { return nil }
      if escape == nil, behind < text.count, text[behind] == quote {
        place = behind + 1
        continue
      }
      if let end = endOfValue(behind, in: text) {
        return Value(
          range: first..<behind, isQuoted: true, strayQuote: stray,
          hasEscapes: escape.map { find($0, in: text, from: first, to: behind) != nil } ?? false,
          end: end)
      }
      // One that opens another value of the line, or of a further one, tells that the first is text.
      if text[found - 1] == separator.last
        || find(Self.lineFeed, in: text, from: first, to: found) != nil
      {
        break
      }
      stray = stray ?? found
      place = behind
    }
    let isClosed = find(quote, in: text, from: place) != nil
    let isDecided =
      isWhole || isClosed || stray.map { find(Self.lineFeed, in: text, from: $0) != nil } ?? false
    guard isDecided, var value = plain(in: text, at: first, isWhole: isWhole) else { return nil }
    value.isOpen = !isClosed && stray == nil
    value.strayQuote = stray ?? first
    return value
  }

  /// Returns the place behind a closing quote and the blanks that follow, where a value may end there.
  private func endOfValue(_ place: Int, in text: UnsafeBufferPointer<UInt8>) -> Int? {
    let place = trimsBlanks ? skipBlanks(from: place, in: text) : place
    guard place < text.count, text[place] != Self.lineFeed, !isSeparator(place, in: text) else {
      return place
    }
    let isReturn = text[place] == Self.carriageReturn
    let isLast = place + 1 == text.count || text[place + 1] == Self.lineFeed
    return isReturn && isLast ? place : nil
  }

  /// A value in which quotes are text.
  private func plain(
    in text: UnsafeBufferPointer<UInt8>, at start: Int, isWhole: Bool
  ) -> Value? {
    var end = start
    var value = Value(range: start..<start)
    while end < text.count, text[end] != Self.lineFeed, !isSeparator(end, in: text) {
      if text[end] == escape, end + 1 < text.count {
        value.hasEscapes = true
        end += 1
      } else if text[end] == quote, value.strayQuote == nil {
        value.strayQuote = end
      }
      end += 1
    }
    guard end < text.count || isWhole else { return nil }
    let isLast = end == text.count || text[end] == Self.lineFeed
    let hasReturn =
      isLast && end > start && text[end - 1] == Self.carriageReturn
    value.end = hasReturn ? end - 1 : end
    var last = value.end
    while trimsBlanks, last > start, Self.isBlank(text[last - 1]) { last -= 1 }
    value.range = start..<last
    return value
  }

  @inline(__always)
  private func isSeparator(_ place: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard place < text.count, text[place] == separator[0] else { return false }
    if separator.count == 1 { return true }
    return text[place...].starts(with: separator)
  }

  private func skipBlanks(from start: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    var place = start
    while place < text.count, Self.isBlank(text[place]), !isSeparator(place, in: text) {
      place += 1
    }
    return place
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// Finds a quote that is not escaped.
  private func findQuote(
    _ quote: UInt8, in text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    guard let escape else { return find(quote, in: text, from: start) }
    var place = start
    while place < text.count {
      if text[place] == escape {
        place += 1
      } else if text[place] == quote {
        return place
      }
      place += 1
    }
    return nil
  }

  /// Gives each byte of a value, without the quotes that enclose it, those that double others, and escapes.
  func decode(_ value: Value, of text: UnsafeBufferPointer<UInt8>, _ body: (UInt8) -> Void) {
    var place = value.range.lowerBound + (value.isQuoted ? 1 : 0)
    let end = value.range.upperBound - (value.isQuoted ? 1 : 0)
    while place < end {
      let isMark =
        text[place] == escape || value.isQuoted && escape == nil && text[place] == quote
      let isPair = isMark && place + 1 < end && (escape != nil || text[place + 1] == quote)
      if isPair { place += 1 }
      body(text[place])
      place += 1
    }
  }

  private func find(
    _ byte: UInt8, in text: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int? = nil
  ) -> Int? {
    let end = end ?? text.count
    guard let base = text.baseAddress, start < end,
      let found = memchr(base + start, Int32(byte), end - start)
    else { return nil }
    return found - UnsafeMutableRawPointer(mutating: base)
  }
}
