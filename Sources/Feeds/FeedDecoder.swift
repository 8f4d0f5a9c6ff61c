import HikidashiBase
internal import HikidashiLoading

/// Decodes a feed's bytes, piece by piece, to valid UTF-8 without characters that XML forbids.
struct FeedDecoder {
  private var charset: FeedCharset
  private var mark: Int
  private var converter: TextConverter?
  /// The first bytes of a character that is not complete yet.
  private var carry: [UInt8] = []
  private var line = 1
  /// The number of bytes of the current line in text that was already returned.
  private var lineBytes = 0

  /// - Parameters:
  ///   - start: The first bytes of the body, which are also to be decoded.
  ///   - charset: The encoding that the response's head names.
  init(start: ArraySlice<UInt8>, charset: String?) {
    (self.charset, mark) = FeedCharset.detect(start, charset: charset)
  }

  /// Returns the text up to the last complete character; the rest waits for the next piece.
  mutating func decode(
    _ bytes: ArraySlice<UInt8>, isLast: Bool, note: (Feed.Problem) -> Void
  ) -> [UInt8] {
    var bytes = carry + bytes.dropFirst(mark)
    mark = 0
    carry = []
    if case .guessed(let other, let label) = charset,
      let first = bytes.firstIndex(where: { $0 >= 0x80 })
    {
      switch UTF8Character(bytes[first...]) {
      case .whole:
        charset = .utf8
        if let label { note(Feed.Problem(tr("it is labelled {}, and is UTF-8", label))) }
      case .cut where !isLast:
        carry = Array(bytes[first...])
        bytes.removeSubrange(first...)
      case .cut, .wrong: charset = .other(other)
      }
    }
    guard case .other(let encoding) = charset else {
      return clean(bytes, isLast: isLast, note: note)
    }
    return clean(convert(bytes, encoding, isLast: isLast, note: note), isLast: true, note: note)
  }

  private mutating func convert(
    _ bytes: [UInt8], _ encoding: TextEncoding, isLast: Bool, note: (Feed.Problem) -> Void
  ) -> [UInt8] {
    let name = encoding.iconv
    if converter == nil { converter = TextConverter(from: encoding) }
    guard let converter else {
      charset = .other(.windows1252)
      note(Feed.Problem(tr("this system does not know the encoding {}", name)))
      return Windows1252.utf8(bytes)
    }
    let (text, isExact) = converter.convert(bytes, isLast: isLast)
    if !isExact { note(Feed.Problem(tr("bytes that are not {}", name), line: line)) }
    return text
  }

  /// Reads invalid UTF-8 as Windows-1252, and leaves out characters that XML forbids.
  private mutating func clean(
    _ bytes: [UInt8], isLast: Bool, note: (Feed.Problem) -> Void
  ) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + 16)
    var (line, start, column) = (line, 0, lineBytes)
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      /// Keeps the valid bytes before `end`, and skips the `count` bytes that follow.
      func cut(_ end: Int, _ count: Int) {
        text.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<end]))
        start = end + count
        index = start
      }
      while index < bytes.count {
        let byte = bytes[index]
        if byte == 0x0A {
          line += 1
          column = -index - 1
        }
        if byte >= 0x20 && byte < 0x80 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
          index += 1
          continue
        }
        guard byte >= 0x80 else {
          note(Feed.Problem(tr("a control character"), line: line, column: column + index + 1))
          cut(index, 1)
          continue
        }
        switch UTF8Character(bytes[index...]) {
        case .whole(let count):
          // U+FFFE and U+FFFF are no characters.
          if byte == 0xEF, bytes[index + 1] == 0xBF, bytes[index + 2] >= 0xBE {
            note(
              Feed.Problem(tr("a character that is none"), line: line, column: column + index + 1))
            cut(index, count)
          } else {
            index += count
          }
        case .cut where !isLast:
          carry = Array(bytes[index...])
          cut(index, bytes.count - index)
        case .cut, .wrong:
          note(
            Feed.Problem(tr("a byte that is not UTF-8"), line: line, column: column + index + 1))
          cut(index, 1)
          text.append(contentsOf: String(Windows1252.scalar(byte)).utf8)
        }
      }
      cut(index, 0)
    }
    self.line = line
    lineBytes = column + bytes.count - carry.count
    return text
  }
}

/// The state of the character at the start of bytes that should be UTF-8.
///
/// - Source: The Unicode Standard, table 3-7.
enum UTF8Character {
  case whole(Int)
  /// The bytes end within the character.
  case cut
  case wrong

  init<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) where Bytes.Index == Int {
    guard let first = bytes.first else {
      self = .cut
      return
    }
    let (count, second): (Int, ClosedRange<UInt8>)
    switch first {
    case 0x00...0x7F: (count, second) = (1, 0x80...0xBF)
    case 0xC2...0xDF: (count, second) = (2, 0x80...0xBF)
    case 0xE0: (count, second) = (3, 0xA0...0xBF)
    case 0xED: (count, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (count, second) = (3, 0x80...0xBF)
    case 0xF0: (count, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (count, second) = (4, 0x80...0xBF)
    case 0xF4: (count, second) = (4, 0x80...0x8F)
    default:
      self = .wrong
      return
    }
    for place in 1..<max(1, count) where place < bytes.count {
      let range = place == 1 ? second : 0x80...0xBF
      guard range.contains(bytes[bytes.startIndex + place]) else {
        self = .wrong
        return
      }
    }
    self = bytes.count >= count ? .whole(count) : .cut
  }
}
