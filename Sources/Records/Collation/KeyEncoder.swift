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
