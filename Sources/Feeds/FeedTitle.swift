internal import HikidashiLoading

/// Takes the markup out of what should be plain text, such as the titles of RSS.
///
/// Publishers write HTML there as often as text. References are read once more, so that `R&uuml;be` is
/// a word. Tags are taken out only where they are of a short list of inline markup, so that
/// “A guide to <head>” and “a < b” stay.
///
/// - Source: HTML Living Standard, 13.1.2 "Elements", 13.1.4 "Character references".
enum FeedTitle {
  /// The text without inline markup, and with the letters that references mean.
  ///
  /// - Complexity: O(*n*) in its bytes; two searches where it has no markup.
  static func plain(_ text: String) -> String {
    var text = text
    let mended: [UInt8]? = text.withUTF8 { bytes in
      guard bytes.contains(where: { $0 == less || $0 == ampersand }) else { return nil }
      return mend(bytes)
    }
    guard let mended else { return text }
    return FeedText.trimmed(mended)
  }

  /// Whether a text that may be plain or HTML is HTML: it has a tag of a paragraph, link or the like.
  static func hasMarkup(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var index = bytes.startIndex
      while let sign = bytes[index...].firstIndex(of: less) {
        if let tag = Tag(bytes, at: sign), inline.contains(tag.name) || blocks.contains(tag.name) {
          return true
        }
        index = sign + 1
      }
      return false
    }
  }

  private static let less = UInt8(ascii: "<")
  private static let ampersand = UInt8(ascii: "&")

  private static func mend(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var mended: [UInt8] = []
    mended.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == less, let tag = Tag(bytes, at: index), inline.contains(tag.name),
        tag.name != "img" || tag.hasAttributes
      {
        if tag.name == "br" || tag.name == "p" {
          if mended.last.map(FeedText.isBlank) == false { mended.append(0x20) }
        } else if tag.name == "img" {
          mended += decoded(tag.alternative)
        }
        index = tag.end
      } else if byte == ampersand, let (letters, length) = reference(bytes, at: index) {
        mended += letters.utf8
        index += length
      } else {
        mended.append(byte)
        index += 1
      }
    }
    return mended
  }

  private static func decoded(_ text: String) -> [UInt8] {
    var text = text
    return text.withUTF8 { bytes in
      var letters: [UInt8] = []
      var index = 0
      while index < bytes.count {
        if bytes[index] == ampersand, let (text, length) = reference(bytes, at: index) {
          letters += text.utf8
          index += length
        } else {
          letters.append(bytes[index])
          index += 1
        }
      }
      return letters
    }
  }

  /// The letters that the reference at a `&` means, and its length; nil where it is not one.
  private static func reference(
    _ bytes: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> (String, Int)? {
    let body = bytes[(start + 1)...].prefix(HTMLReferences.longestName + 1).prefix {
      0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20 || $0 == UInt8(ascii: "#")
    }
    guard body.endIndex < bytes.count, bytes[body.endIndex] == UInt8(ascii: ";") else { return nil }
    let name = String(decoding: body, as: UTF8.self)
    guard name.hasPrefix("#") else {
      return HTMLReferences.text(named: name).map { ($0, body.count + 2) }
    }
    let isHex = name.dropFirst().first.map { "xX".contains($0) } ?? false
    guard let number = UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10),
      Unicode.Scalar(number) != nil, number >= 0x20 || number == 9 || number == 10
    else { return nil }
    return (String(HTMLReferences.scalar(numbered: number)), body.count + 2)
  }

  /// Markup of words.
  private static let inline: Set<String> = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "br", "cite", "code", "del", "dfn", "em",
    "font", "i", "img", "ins", "kbd", "mark", "nobr", "p", "q", "s", "samp", "small", "span",
    "strike", "strong", "sub", "sup", "tt", "u", "var", "wbr",
  ]
  private static let blocks: Set<String> = [
    "blockquote", "div", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "pre",
    "table", "ul",
  ]
}

/// A tag of HTML within a text.
private struct Tag {
  /// The name in lower case.
  let name: String
  let hasAttributes: Bool
  /// The words of a picture.
  private(set) var alternative = ""
  /// The place behind it.
  let end: Int

  /// The tag that begins at a `<`; nil where there is none, or where it could be words.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
    var index = start + 1
    let isEnd = index < bytes.count && bytes[index] == UInt8(ascii: "/")
    if isEnd { index += 1 }
    let first = index
    while index < bytes.count, Self.isNameByte(bytes[index]), index - first < 12 { index += 1 }
    guard index > first, index < bytes.count else { return nil }
    name = String(decoding: bytes[first..<index], as: UTF8.self).lowercased()
    var hasAttributes = false
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ">"):
        self.hasAttributes = hasAttributes
        end = index + 1
        return
      case UInt8(ascii: "/"): index += 1
      case let byte where FeedText.isBlank(byte): index += 1
      default:
        // Only `name=value` is an attribute: “<b and c>” is not a tag.
        guard !isEnd,
          FeedText.isBlank(bytes[index - 1]) || hasAttributes || bytes[index - 1] == 0x2F,
          let next = Self.attribute(bytes, at: index, &alternative)
        else { return nil }
        hasAttributes = true
        index = next
      }
    }
    return nil
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    0x61...0x7A ~= byte | 0x20 || 0x30...0x39 ~= byte
  }

  /// The place behind the attribute that begins here; nil where there is none.
  private static func attribute(
    _ bytes: UnsafeBufferPointer<UInt8>, at start: Int, _ alternative: inout String
  ) -> Int? {
    var index = start
    while index < bytes.count, isNameByte(bytes[index]) || "-_:".utf8.contains(bytes[index]) {
      index += 1
    }
    let name = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
    guard !name.isEmpty, index < bytes.count, bytes[index] == UInt8(ascii: "=") else { return nil }
    index += 1
    guard index < bytes.count else { return nil }
    let quote = bytes[index]
    var value = bytes[index..<index]
    if quote == 0x22 || quote == 0x27 {
      guard let close = bytes[(index + 1)...].firstIndex(of: quote) else { return nil }
      value = bytes[(index + 1)..<close]
      index = close + 1
    } else {
      let begin = index
      while index < bytes.count, !FeedText.isBlank(bytes[index]), bytes[index] != 0x3E {
        index += 1
      }
      value = bytes[begin..<index]
    }
    if name == "alt" { alternative = String(decoding: value, as: UTF8.self) }
    return index
  }
}
