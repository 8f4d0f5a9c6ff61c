internal import HikidashiBase

/// The attributes of a tag of XML, as far as there are too many of them or they are too long.
///
/// libxml2 compares each attribute with all others, and looks for the end of a tag from its beginning
/// whenever more of it arrives.
struct TagSize {
  /// The most attributes of an element that are kept.
  static let mostAttributes = 256
  /// So many bytes of a tag are kept at least.
  static let mostBytes = 1 << 20

  /// A hash of each name, in the order of the tag.
  private var names: [UInt64] = []
  /// Those whose names are not known, as they are written oddly.
  private var unknown = 0
  private var count = 0
  private var surplusCount = 0
  /// The bytes of the tag in earlier texts, and its place in the current one.
  private var bytes = 0
  private var start = 0
  /// The bytes that were left out of values.
  var leftOut = 0
  /// Whether a value was cut.
  var isCut = false

  mutating func begin(at place: Int) {
    if count > 0 { names.removeAll(keepingCapacity: true) }
    (count, unknown, surplusCount, bytes, start, leftOut) = (0, 0, 0, 0, place, 0)
    isCut = false
  }

  /// The place from which on a text that ends within a tag is kept for the next: so that a name is whole.
  static func startOfName(_ text: [UInt8], from: Int, to end: Int) -> Int {
    var place = end
    while place > max(from, end - 512), !FeedText.isBlank(text[place - 1]) { place -= 1 }
    return place > from && FeedText.isBlank(text[place - 1]) ? place : end
  }

  /// Counts an attribute, and returns the place of its name where it is to be left out.
  ///
  /// - Parameters:
  ///   - from: The place in the text that the name cannot begin before.
  ///   - quote: The place of the quote before its value.
  mutating func surplus(_ text: [UInt8], from: Int, quote: Int) -> Int? {
    count += 1
    // The name lies before a sign of equality, in the text unless it began in an earlier one.
    var end = quote
    while end > from, FeedText.isBlank(text[end - 1]) { end -= 1 }
    guard end > from, text[end - 1] == UInt8(ascii: "=") else {
      unknown += 1
      return nil
    }
    end -= 1
    while end > from, FeedText.isBlank(text[end - 1]) { end -= 1 }
    var name = end
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    while name > from, !FeedText.isBlank(text[name - 1]), text[name - 1] != 0x22,
      text[name - 1] != 0x27, text[name - 1] != UInt8(ascii: "<")
    {
      name -= 1
      hash = (hash ^ UInt64(text[name])) &* 0x100_0000_01B3
    }
    guard name > 0, name < end else {
      unknown += 1
      return nil
    }
    // With the blanks before it.
    var left = name
    while left - 1 > from, FeedText.isBlank(text[left - 1]) { left -= 1 }
    let isFull = names.count + unknown >= Self.mostAttributes
    guard !isCut, !(isFull && count > Self.mostAttributes) else {
      surplusCount += 1
      return left
    }
    let isKnown = names.contains(hash)
    guard isKnown ? count <= Self.mostAttributes : !isFull else {
      surplusCount += 1
      return left
    }
    if !isKnown { names.append(hash) }
    return nil
  }

  /// Whether the tag, which goes on behind the text that ends here, is longer than is kept.
  mutating func isTooLong(behind end: Int) -> Bool {
    bytes += end - start
    start = 0
    return bytes > Self.mostBytes
  }

  /// What was left out, in words; nil where it is whole.
  var complaint: String? {
    if isCut {
      return trn(
        "a tag is longer than {} bytes: {} byte and what followed are left out",
        "a tag is longer than {} bytes: {} bytes and what followed are left out", leftOut,
        Self.mostBytes, leftOut)
    }
    guard surplusCount > 0 else { return nil }
    return tr(
      "an element with {} attributes, of which {} are kept", count, count - surplusCount)
  }
}
