internal import CHikidashiICU

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
  private let secondaries = SecondaryWeights()

  init(_ collator: Collator, _ table: ElementTable?, _ code: KeyCode) {
    self.collator = collator
    self.table = table
    self.code = code
    takesAccents = !collator.ignoresAccents
    backward = collator.traits.backward_accents
    end = code.first[0]
  }

  /// The first 63 bits of the key, zeros behind a shorter one, and a last bit that is set when the
  /// key goes on.
  @inline(__always)
  func prefix(of text: UTF8Bytes) -> UInt64 {
    guard let table else { return slowPrefix(of: text) }
    var sink = PrefixSink(code)
    table.walk(text, into: &sink)
    if sink.used < 64 {
      sink.append(end)
      if takesAccents {
        if !sink.isPlain, sink.used < 64 { return slowPrefix(of: text) }
        sink.append(bits: SecondaryCode.plain, count: 2)
      }
    }
    return Self.prefix(word: sink.bits >> 1, continues: sink.used > 63)
  }

  @inline(__always)
  private static func prefix(word: UInt64, continues: Bool) -> UInt64 {
    word << 1 | (continues ? 1 : 0)
  }

  @inline(never)
  private func slowPrefix(of text: UTF8Bytes) -> UInt64 {
    var word: UInt64 = 0
    let bits = words(of: text, from: 0, count: 1, into: &word)
    return Self.prefix(word: word, continues: bits > 64)
  }

  /// Writes the words of the key from number `from` on, zeros behind its end. The first word begins
  /// with a zero bit.
  ///
  /// - Returns: How many bits the whole key has, or more than the words hold when it goes on.
  func words(
    of text: UTF8Bytes, from: Int, count: Int, into words: UnsafeMutablePointer<UInt64>
  ) -> Int {
    var window = BitWindow(words, from: from, count: count)
    guard let table else { return sortKey(of: text, &window) }
    secondaries.removeAll()
    var sink = KeySink(code, window, secondaries)
    table.walk(text, into: &sink)
    sink.window.append(end)
    window = sink.window
    if takesAccents, !window.isFull {
      var level = SecondaryCode(window)
      if backward {
        appendBackward(text, table, letters: sink.letters, &level)
      } else {
        level.append(secondaries.odd, rest: sink.run, letters: sink.letters)
      }
      window = level.window
    }
    let length = window.isFull ? max(window.count, (from + count) * 64 + 1) : window.count
    window.finish()
    return length
  }

  private func appendBackward(
    _ text: UTF8Bytes, _ table: ElementTable, letters: Int, _ level: inout SecondaryCode
  ) {
    var sink = WeightSink()
    table.walk(text, into: &sink)
    sink.weights.append(0)
    sink.weights.withUnsafeBufferPointer { level.append(reversing: $0, letters: letters) }
  }

  private func sortKey(of text: UTF8Bytes, _ window: inout BitWindow) -> Int {
    let key = collator.key(for: text)
    for byte in key { window.append(UInt64(byte) << 56, 8) }
    let count = window.count
    window.finish()
    return count
  }
}

/// Receives the first 64 bits of a key.
struct PrefixSink: ElementSink {
  private let first: UnsafePointer<KeyCode.Word>
  private let second: UnsafePointer<KeyCode.Word>
  private(set) var bits: UInt64 = 0
  /// How many bits were offered, of which the first 64 are held.
  private(set) var used: UInt64 = 0
  /// Whether all elements have a primary weight and the common secondary one, and none ends a part.
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
    if secondary != ElementTable.commonSecondary || primary == WeightSink.partEnd {
      isPlain = false
    }
    append(first[Int(primary >> 16)])
    if primary & 0xFFFF != 0 { append(second[Int(primary & 0xFFFF)]) }
    return used < 64
  }

  @inline(__always)
  mutating func append(_ word: KeyCode.Word) {
    append(
      bits: UInt64(word & ~KeyCode.lengthMask) << 32, count: UInt64(word & KeyCode.lengthMask))
  }

  @inline(__always)
  mutating func append(bits left: UInt64, count: UInt64) {
    if used < 64 { bits |= left &>> used }
    used &+= count
  }
}

/// Writes primary weights to a window and keeps the secondary ones that are not common.
struct KeySink: ElementSink {
  private let first: UnsafePointer<KeyCode.Word>
  private let second: UnsafePointer<KeyCode.Word>
  var window: BitWindow
  private let secondaries: SecondaryWeights
  /// Common secondary weights since the last that was not.
  private(set) var run = 0
  /// Elements with a primary weight.
  private(set) var letters = 0

  init(_ code: KeyCode, _ window: BitWindow, _ secondaries: SecondaryWeights) {
    first = UnsafePointer(code.first)
    second = UnsafePointer(code.second)
    self.window = window
    self.secondaries = secondaries
  }

  @inline(__always)
  mutating func take(primary: UInt32, secondary: UInt32) -> Bool {
    if secondary == ElementTable.commonSecondary {
      run &+= 1
    } else if secondary != 0 {
      secondaries.add(.init(run: UInt32(truncatingIfNeeded: run), weight: UInt16(secondary)))
      run = 0
    }
    guard primary != 0 else { return true }
    letters &+= 1
    window.append(first[Int(primary >> 16)])
    if primary & 0xFFFF != 0 { window.append(second[Int(primary & 0xFFFF)]) }
    return !window.isFull
  }
}

/// Secondary weights that are not the common one, in memory that is used again and again.
final class SecondaryWeights {
  private var items: UnsafeMutableBufferPointer<SecondaryCode.Odd> = .allocate(capacity: 64)
  private var count = 0

  deinit { items.deallocate() }

  var odd: UnsafeBufferPointer<SecondaryCode.Odd> {
    UnsafeBufferPointer(rebasing: UnsafeBufferPointer(items)[..<count])
  }

  func removeAll() { count = 0 }

  func add(_ item: SecondaryCode.Odd) {
    if count == items.count {
      let larger = UnsafeMutableBufferPointer<SecondaryCode.Odd>.allocate(capacity: count * 2)
      _ = larger.update(fromContentsOf: items)
      items.deallocate()
      items = larger
    }
    items[count] = item
    count += 1
  }
}

/// Receives all secondary weights, with a zero at the end of each part.
struct WeightSink: ElementSink {
  /// The primary weight of U+FFFE, which ends parts of a string that are compared one by one.
  ///
  /// - Source: UTS #35, part 5, "U+FFFE".
  static let partEnd: UInt32 = 0x0200_0000

  var weights: [UInt16] = []

  mutating func take(primary: UInt32, secondary: UInt32) -> Bool {
    if primary == Self.partEnd {
      weights.append(0)
    } else if secondary != 0 {
      weights.append(UInt16(secondary))
    }
    return true
  }
}

/// Hashes the collation elements of a string: equal for strings that are equal under the collation.
struct HashSink: ElementSink {
  private var primaries: UInt64
  private var secondaries: UInt64 = 0
  private var run: UInt64 = 0

  private static let first: UInt64 = 0x9E37_79B9_7F4A_7C15
  private static let second: UInt64 = 0xD6E8_FEB8_6659_FD93

  @inline(__always)
  init(seed: UInt64) { primaries = seed }

  @inline(__always)
  mutating func take(primary: UInt32, secondary: UInt32) -> Bool {
    if primary != 0 { primaries = TextHash.fold(primaries ^ UInt64(primary), Self.first) }
    if secondary == ElementTable.commonSecondary {
      run &+= 1
    } else if secondary != 0 {
      secondaries = TextHash.fold(
        secondaries ^ run << 16 ^ UInt64(secondary) ^ Self.first, Self.second)
      run = 0
    }
    return true
  }

  /// The hash, with the secondary weights or without.
  @inline(__always)
  func value(accents: Bool) -> UInt64 {
    guard accents else { return TextHash.fold(primaries ^ Self.second, Self.first) }
    return TextHash.fold(primaries ^ Self.second, secondaries ^ run &* Self.second ^ Self.first)
  }
}
