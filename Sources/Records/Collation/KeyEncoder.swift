internal import CICU

/// Turns strings into keys: rows of bits whose order is that of the strings under a collation, and
/// which are equal for equal strings.
///
/// A key is the code of the primary weights, the code of the end, and (unless accents are ignored)
/// the second level. No key is the beginning of another. Where the collation is not one of elements
/// alone, the key is ICU's sort key.
///
/// It is used by one thread at a time.
final class KeyEncoder {
  private let collator: Collator
  private let table: ElementTable?
  private let code: KeyCode
  private let takesAccents: Bool
  private let backward: Bool
  private let end: KeyCode.Word
  private var secondaries: UnsafeMutableBufferPointer<UInt16> = .allocate(capacity: 256)

  init(_ collator: Collator, _ table: ElementTable?, _ code: KeyCode) {
    self.collator = collator
    self.table = table
    self.code = code
    takesAccents = !collator.ignoresAccents
    backward = collator.traits.backward_accents
    end = code.first[0]
  }

  deinit { secondaries.deallocate() }

  /// The first 64 bits of the key, zeros behind a shorter one.
  @inline(__always)
  func prefix(of text: UTF8Bytes) -> UInt64 {
    guard let table else { return slowPrefix(of: text) }
    var sink = PrefixSink(code)
    table.walk(text, into: &sink)
    guard sink.used < 64 else { return sink.bits }
    sink.append(end)
    if !takesAccents || sink.used >= 64 { return sink.bits }
    if sink.isPlain { return sink.bits | SecondaryCode.plain &>> sink.used }
    return slowPrefix(of: text)
  }

  @inline(never)
  private func slowPrefix(of text: UTF8Bytes) -> UInt64 {
    var word: UInt64 = 0
    _ = words(of: text, from: 0, count: 1, into: &word)
    return word
  }

  /// Writes the words of the key from number `from` on, zeros behind its end.
  ///
  /// - Returns: How many bits the whole key has, or more than the words hold when it goes on.
  func words(
    of text: UTF8Bytes, from: Int, count: Int, into words: UnsafeMutablePointer<UInt64>
  ) -> Int {
    var window = BitWindow(words, from: from, count: count)
    guard let table else { return sortKey(of: text, &window) }
    var sink = KeySink(code, window, secondaries, keeps: takesAccents, parts: backward)
    table.walk(text, into: &sink)
    secondaries = sink.secondaries
    sink.window.append(end)
    window = sink.window
    if takesAccents, !window.isFull { appendAccents(sink, &window) }
    let whole = window.isFull
    window.finish()
    return whole ? max(window.count, (from + count) * 64 + 1) : window.count
  }

  private func appendAccents(_ sink: KeySink, _ window: inout BitWindow) {
    var level = SecondaryCode(window)
    var weights = UnsafeMutableBufferPointer(rebasing: sink.secondaries[..<sink.count])
    if sink.partCount > 0 {
      level.append(reversedParts: sink.closingPart())
    } else {
      if backward { weights.reverse() }
      level.append(UnsafeBufferPointer(weights), letters: sink.letters)
    }
    window = level.window
  }

  private func sortKey(of text: UTF8Bytes, _ window: inout BitWindow) -> Int {
    let key = collator.key(for: text)
    for byte in key { window.append(UInt64(byte) << 56, 8) }
    let count = window.count
    window.finish()
    return count
  }
}

/// Takes the first 64 bits of a key.
struct PrefixSink: ElementSink {
  private let first: UnsafePointer<KeyCode.Word>
  private let second: UnsafePointer<KeyCode.Word>
  private(set) var bits: UInt64 = 0
  private(set) var used: UInt64 = 0
  /// Whether all elements have a primary weight and the common secondary one, and none stands for
  /// the end of a part.
  private(set) var isPlain = true

  @inline(__always)
  init(_ code: KeyCode) {
    first = UnsafePointer(code.first)
    second = UnsafePointer(code.second)
  }

  @inline(__always)
  mutating func take(primary: UInt32, secondary: UInt32) -> Bool {
    guard primary != 0 else {
      if secondary != 0 { isPlain = false }
      return true
    }
    if secondary != ElementTable.commonSecondary || primary == KeySink.partEnd { isPlain = false }
    append(first[Int(primary >> 16)])
    if primary & 0xFFFF != 0, used < 64 { append(second[Int(primary & 0xFFFF)]) }
    return used < 64
  }

  @inline(__always)
  mutating func append(_ word: KeyCode.Word) {
    bits |= (UInt64(word & ~KeyCode.lengthMask) << 32) &>> used
    used &+= UInt64(word & KeyCode.lengthMask)
  }
}

/// Writes primary weights to a window and keeps secondary ones for later.
struct KeySink: ElementSink {
  /// The primary weight of U+FFFE, which ends parts of a string that are compared one by one.
  ///
  /// - Source: UTS #35, part 5, "U+FFFE".
  static let partEnd: UInt32 = 0x0200_0000

  private let code: KeyCode
  var window: BitWindow
  private(set) var secondaries: UnsafeMutableBufferPointer<UInt16>
  private(set) var count = 0
  /// Elements with a primary weight.
  private(set) var letters = 0
  /// How often a part ended, where parts count.
  private(set) var partCount = 0
  private let keeps: Bool
  private let parts: Bool

  init(
    _ code: KeyCode, _ window: BitWindow, _ secondaries: UnsafeMutableBufferPointer<UInt16>,
    keeps: Bool, parts: Bool
  ) {
    self.code = code
    self.window = window
    self.secondaries = secondaries
    self.keeps = keeps
    self.parts = parts
  }

  @inline(__always)
  mutating func take(primary: UInt32, secondary: UInt32) -> Bool {
    if keeps, secondary != 0, !(parts && primary == Self.partEnd) {
      keep(UInt16(truncatingIfNeeded: secondary))
    }
    guard primary != 0 else { return true }
    letters &+= 1
    if keeps, parts, primary == Self.partEnd {
      keep(0)
      partCount += 1
    }
    window.append(code.first[Int(primary >> 16)])
    if primary & 0xFFFF != 0 { window.append(code.second[Int(primary & 0xFFFF)]) }
    return !window.isFull
  }

  private mutating func keep(_ weight: UInt16) {
    if count + 1 >= secondaries.count {
      let larger = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: secondaries.count * 2)
      _ = larger.update(fromContentsOf: secondaries[..<count])
      secondaries.deallocate()
      secondaries = larger
    }
    secondaries[count] = weight
    count += 1
  }

  /// The weights with a zero behind the last part too.
  func closingPart() -> UnsafeMutableBufferPointer<UInt16> {
    secondaries[count] = 0
    return UnsafeMutableBufferPointer(rebasing: secondaries[...count])
  }
}
