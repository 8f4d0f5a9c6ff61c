import Glibc

/// Reads tweets as archives have them in a tenth of the time of a decoder; whatever is not as usual is left to
/// ``Tweet/init(from:)``, which says what is wrong.
///
/// - Source: RFC 8259.
struct TweetReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0
  /// Whether something was found that a decoder is to look at.
  private var isOdd = false

  /// The tweet of an element; nil where a decoder is to read it.
  static func read(_ element: ArraySlice<UInt8>) -> Tweet? {
    element.withUnsafeBufferPointer { bytes in
      var reader = TweetReader(bytes)
      let tweet = reader.outer()
      return reader.isOdd ? nil : tweet
    }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private mutating func outer() -> Tweet? {
    var (found, fields) = (nil as Fields?, Fields())
    members { reader, key in
      if "tweet" ~= key { found = reader.fields() } else { reader.take(key, &fields) }
    }
    return (found ?? fields).tweet
  }

  /// What is read of a tweet.
  private struct Fields {
    var id: String?
    var text: String?
    var fullText: String?
    var created: String?
    var repliesTo: String?
    var isSensitive: Bool?
    var entities: Tweet.Entities?

    var tweet: Tweet? {
      guard let id, let text = fullText ?? text, let created else { return nil }
      return Tweet(
        id: id, text: text, createdAt: created, repliesTo: repliesTo, entities: entities,
        isSensitive: isSensitive)
    }
  }

  private mutating func fields() -> Fields {
    var fields = Fields()
    members { $0.take($1, &fields) }
    return fields
  }

  private mutating func take(_ key: Key, _ fields: inout Fields) {
    switch key {
    case "id_str": fields.id = text()
    case "text": fields.text = text()
    case "full_text": fields.fullText = text()
    case "created_at": fields.created = text()
    case "in_reply_to_status_id_str": fields.repliesTo = text()
    case "possibly_sensitive": fields.isSensitive = boolean()
    case "entities": fields.entities = entities()
    // Older archives say who has written each, and pictures have their kinds here.
    case "user", "extended_entities": isOdd = true
    default: skip()
    }
  }

  private mutating func entities() -> Tweet.Entities {
    var entities = Tweet.Entities()
    members { reader, key in
      switch key {
      case "urls":
        var all: [Tweet.Entities.Link] = []
        reader.elements { if let link = $0.link() { all.append(link) } }
        entities.urls = ReadableList(all)
      case "hashtags":
        var all: [Tweet.Entities.Tag] = []
        reader.elements { reader in
          var text: String?
          reader.members { if "text" ~= $1 { text = $0.text() } else { $0.skip() } }
          if let text { all.append(Tweet.Entities.Tag(text: text)) } else { reader.isOdd = true }
        }
        entities.hashtags = ReadableList(all)
      case "media": reader.isOdd = true
      default: reader.skip()
      }
    }
    return entities
  }

  private mutating func link() -> Tweet.Entities.Link? {
    var (url, expanded, display): (String?, String?, String?)
    members { reader, key in
      switch key {
      case "url": url = reader.text()
      case "expanded_url": expanded = reader.text()
      case "display_url": display = reader.text()
      default: reader.skip()
      }
    }
    guard let url else {
      isOdd = true
      return nil
    }
    return Tweet.Entities.Link(url: url, expandedUrl: expanded, displayUrl: display)
  }
}

// MARK: - JSON

extension TweetReader {
  /// The next byte that is no blank, which stays.
  private mutating func next() -> UInt8 {
    while place < bytes.count {
      let byte = bytes[place]
      if byte > 0x20 { return byte }
      place += 1
    }
    isOdd = true
    return 0
  }

  private mutating func passes(_ byte: UInt8) -> Bool {
    guard next() == byte else { return false }
    place += 1
    return true
  }

  /// Calls `take` with each key of an object, behind which it is to read the value.
  private mutating func members(_ take: (inout TweetReader, Key) -> Void) {
    guard passes(UInt8(ascii: "{")) else {
      isOdd = true
      return
    }
    if passes(UInt8(ascii: "}")) { return }
    while !isOdd {
      guard let key = key(), passes(UInt8(ascii: ":")) else {
        isOdd = true
        return
      }
      take(&self, key)
      if passes(UInt8(ascii: "}")) { return }
      guard passes(UInt8(ascii: ",")) else {
        isOdd = true
        return
      }
    }
  }

  /// The name of a member, of which no text is made, as most are passed over.
  private struct Key {
    let bytes: UnsafeBufferPointer<UInt8>

    static func ~= (name: StaticString, key: Key) -> Bool {
      guard name.utf8CodeUnitCount == key.bytes.count, let start = key.bytes.baseAddress else {
        return false
      }
      return memcmp(name.utf8Start, start, key.bytes.count) == 0
    }
  }

  private mutating func key() -> Key? {
    guard next() == UInt8(ascii: "\"") else { return nil }
    let start = place + 1
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      guard bytes[end] >= 0x20, bytes[end] != UInt8(ascii: "\\") else { return nil }
      end += 1
    }
    guard end < bytes.count else { return nil }
    place = end + 1
    return Key(bytes: UnsafeBufferPointer(rebasing: bytes[start..<end]))
  }

  private mutating func elements(_ take: (inout TweetReader) -> Void) {
    guard passes(UInt8(ascii: "[")) else {
      isOdd = true
      return
    }
    if passes(UInt8(ascii: "]")) { return }
    while !isOdd {
      take(&self)
      if passes(UInt8(ascii: "]")) { return }
      guard passes(UInt8(ascii: ",")) else {
        isOdd = true
        return
      }
    }
  }

  private mutating func boolean() -> Bool? {
    for (word, value) in [("true" as StaticString, true), ("false", false)]
    where next() == word.utf8Start[0] {
      guard place + word.utf8CodeUnitCount <= bytes.count else { break }
      place += word.utf8CodeUnitCount
      return value
    }
    isOdd = true
    return nil
  }

  /// Passes over a value without a look at what is in it.
  private mutating func skip() {
    var depth = 0
    while !isOdd {
      switch next() {
      case UInt8(ascii: "\""): passString()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        place += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        // A closing bracket of what the value stands in.
        guard depth >= 0 else { return }
        place += 1
      case UInt8(ascii: ",") where depth == 0: return
      case UInt8(ascii: ","), UInt8(ascii: ":"): place += 1
      default:
        while place < bytes.count, bytes[place] > 0x20, !Self.isMark(bytes[place]) { place += 1 }
      }
      if depth == 0 { return }
    }
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    [0x2C, 0x3A, 0x5B, 0x5D, 0x7B, 0x7D, 0x22].contains(byte)
  }

  private mutating func passString() {
    place += 1
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    place += 1
    if place > bytes.count { isOdd = true }
  }

  /// A text; nil and odd for anything else.
  private mutating func text() -> String? {
    guard next() == UInt8(ascii: "\"") else {
      isOdd = true
      return nil
    }
    let start = place + 1
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      // What is escaped is rare, but for the slash, quotation mark and end of a line.
      if bytes[end] == UInt8(ascii: "\\") { return escaped(start) }
      if bytes[end] < 0x20 { break }
      end += 1
    }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else {
      isOdd = true
      return nil
    }
    place = end + 1
    return string(bytes[start..<end])
  }

  private mutating func string(_ bytes: some Sequence<UInt8>) -> String? {
    let text = String(validating: bytes, as: UTF8.self)
    if text == nil { isOdd = true }
    return text
  }

  private mutating func escaped(_ start: Int) -> String? {
    var (plain, from): ([UInt8], Int) = ([], start)
    while from < bytes.count, bytes[from] != UInt8(ascii: "\""), bytes[from] >= 0x20 {
      guard bytes[from] == UInt8(ascii: "\\") else {
        plain.append(bytes[from])
        from += 1
        continue
      }
      guard from + 1 < bytes.count, let byte = Self.plain(bytes[from + 1]) else {
        isOdd = true
        return nil
      }
      plain.append(byte)
      from += 2
    }
    guard from < bytes.count, bytes[from] == UInt8(ascii: "\"") else {
      isOdd = true
      return nil
    }
    place = from + 1
    return string(plain)
  }

  /// What stands behind a backslash, as it is meant; nil for numbers of characters, which are left to a decoder.
  private static func plain(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    default: nil
    }
  }
}
