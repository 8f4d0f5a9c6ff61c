internal import HikidashiBase
internal import HikidashiLoading

/// Repairs, piece by piece, markup that would make libxml2 lose text: wrong references, and `<`
/// that begins no tag.
///
/// A reference to what XML itself does not define becomes a number where HTML defines it, and text
/// where nobody does. That holds for what the feed's own DTD defines, too: no entity is ever
/// expanded, and so none can grow.
struct FeedMender {
  private enum Mode: Equatable {
    case content
    case tag
    /// The value of an attribute, in quotes of this kind.
    case value(UInt8)
    /// The rest of the value of an attribute that is left out, in quotes of this kind.
    case leftOut(UInt8)
    /// A section that is passed on unchanged up to its end: `]]>`, `-->` or `?>`.
    case cdata, comment, instruction
  }

  private var mode = Mode.content
  private var tag = TagSize()
  private var line: Int
  /// The number to add to an index in the current text for its column.
  private var column: Int
  /// Bytes that cannot be judged before more arrive.
  private var carry: [UInt8] = []

  /// The number of bytes that a decision needs at most, for the longest reference.
  private static let lookahead = HTMLReferences.longestName + 3

  init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  mutating func mend(
    _ bytes: [UInt8], isLast: Bool, note: (Feed.Problem) -> Void
  ) -> [UInt8] {
    let text = carry + bytes
    carry = []
    var mended: [UInt8] = []
    mended.reserveCapacity(text.count + 64)
    var index = 0
    var start = 0
    while index < text.count {
      let byte = text[index]
      if byte == 0x0A {
        line += 1
        column = -index
      }
      guard isSpecial(byte) else {
        index += 1
        continue
      }
      if text.count - index < Self.lookahead, !isLast { break }
      if case .leftOut = mode {
        tag.leftOut += index - start
        mode = .tag
        index += 1
        start = index
        continue
      }
      if mode == .tag, byte == 0x22 || byte == 0x27,
        let name = tag.surplus(text, from: start, quote: index)
      {
        mended += text[start..<name]
        mode = .leftOut(byte)
        index += 1
        continue
      }
      let (length, other) = step(text[index...], at: index + column, note)
      if let other {
        mended += text[start..<index]
        mended += other
        start = index + length
      }
      index += length
    }
    if mode == .tag, !isLast { index = TagSize.startOfName(text, from: start, to: index) }
    if case .leftOut = mode {
      tag.leftOut += index - start
    } else {
      mended += text[start..<index]
    }
    carry = Array(text[index...])
    column += index
    if mode == .tag || isInValue, tag.isTooLong(behind: index), case .value(let quote) = mode {
      // What is in memory must end: libxml2 looks for the end of a tag from its beginning each time.
      mended.append(quote)
      tag.isCut = true
      mode = .leftOut(quote)
    }
    return mended
  }

  private var isInValue: Bool { if case .value = mode { true } else { false } }

  private func isSpecial(_ byte: UInt8) -> Bool {
    switch mode {
    case .content: byte == Self.less || byte == Self.ampersand
    case .tag: byte == Self.less || byte == Self.greater || byte == 0x22 || byte == 0x27
    case .value(let quote): byte == quote || byte == Self.less || byte == Self.ampersand
    case .leftOut(let quote): byte == quote
    case .cdata: byte == UInt8(ascii: "]")
    case .comment: byte == UInt8(ascii: "-")
    case .instruction: byte == UInt8(ascii: "?")
    }
  }

  /// Handles a special byte; returns the number of bytes used and their replacement, if any.
  private mutating func step(
    _ text: ArraySlice<UInt8>, at column: Int, _ note: (Feed.Problem) -> Void
  ) -> (Int, [UInt8]?) {
    let byte = text[text.startIndex]
    switch mode {
    case .cdata, .comment, .instruction:
      let end: StaticString = mode == .cdata ? "]]>" : mode == .comment ? "-->" : "?>"
      guard Self.begins(text, end) else { return (1, nil) }
      mode = .content
      return (end.utf8CodeUnitCount, nil)
    case .tag where byte == Self.greater:
      mode = .content
      if let reason = tag.complaint { note(Feed.Problem(reason, line: line, column: column)) }
    case .tag where byte != Self.less: mode = .value(byte)
    case .value(byte): mode = .tag
    default:
      if byte == Self.ampersand { return reference(text, at: column, note) }
      return markup(text, at: column, note)
    }
    return (1, nil)
  }

  /// Handles a `<`.
  private mutating func markup(
    _ text: ArraySlice<UInt8>, at column: Int, _ note: (Feed.Problem) -> Void
  ) -> (Int, [UInt8]?) {
    let isValue = isInValue
    let next = text.dropFirst().first ?? 0
    let isClosing = next == UInt8(ascii: "/")
    if Self.isNameStart(isClosing ? text.dropFirst(2).first ?? 0 : next) {
      mode = isClosing ? .content : .tag
      tag.begin(at: text.startIndex)
    } else if !isValue, Self.begins(text, "<![CDATA[") {
      mode = .cdata
      return (9, nil)
    } else if !isValue, Self.begins(text, "<!--") {
      mode = .comment
      return (4, nil)
    } else if !isValue, next == UInt8(ascii: "?") {
      mode = .instruction
      return (2, nil)
    } else if isValue || next != UInt8(ascii: "!") {
      note(Feed.Problem(tr("a “<” that begins nothing"), line: line, column: column))
      return (1, Array("&#60;".utf8))
    }
    return (1, nil)
  }

  private static let less = UInt8(ascii: "<")
  private static let greater = UInt8(ascii: ">")
  private static let ampersand = UInt8(ascii: "&")

  private static func begins(_ text: ArraySlice<UInt8>, _ word: StaticString) -> Bool {
    text.starts(with: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F || byte == 0x3A || byte >= 0x80
  }
}

// References, which begin with `&`.
extension FeedMender {
  private mutating func reference(
    _ text: ArraySlice<UInt8>, at column: Int, _ note: (Feed.Problem) -> Void
  ) -> (Int, [UInt8]?) {
    let body = text.dropFirst().prefix(Self.lookahead - 1).prefix {
      (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x23
    }
    let end = body.endIndex
    if end < text.endIndex, text[end] == UInt8(ascii: ";") {
      let name = String(decoding: body, as: UTF8.self)
      // As numbers too: the library drops those with names once anything was wrong.
      if let scalar = Self.predefined[name] {
        return (body.count + 2, Array("&#\(scalar.value);".utf8))
      }
      if let scalar = Self.number(name) {
        return (body.count + 2, Array("&#\(scalar.value);".utf8))
      }
      if let text = HTMLReferences.text(named: name) {
        note(Feed.Problem(tr("the entity &{}; of HTML", name), line: line, column: column))
        return (body.count + 2, text.unicodeScalars.flatMap { Array("&#\($0.value);".utf8) })
      }
      note(Feed.Problem(tr("&{};, which nobody defines", name), line: line, column: column))
    } else {
      note(Feed.Problem(tr("a “&” that begins nothing"), line: line, column: column))
    }
    return (1, Array("&#38;".utf8))
  }

  private static let predefined: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
  ]

  /// The character of `#38` or `#x26`.
  private static func number(_ name: String) -> Unicode.Scalar? {
    guard name.hasPrefix("#") else { return nil }
    let isHex = name.dropFirst().first.map { "xX".contains($0) } ?? false
    let digits = name.dropFirst(isHex ? 2 : 1)
    guard let value = UInt32(digits, radix: isHex ? 16 : 10), Unicode.Scalar(value) != nil
    else { return nil }
    switch value {
    case 0x09, 0x0A, 0x0D: return Unicode.Scalar(value)
    case 0..<0x20, 0xFFFE, 0xFFFF: return "\u{FFFD}"
    default: return HTMLReferences.scalar(numbered: value)
    }
  }
}
