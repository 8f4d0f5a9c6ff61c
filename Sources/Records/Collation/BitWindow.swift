/// A bit string of which only some words are stored, so that a long key need not be in memory as a
/// whole.
///
/// It begins with a zero bit, which leaves room in the first word for a flag.
struct BitWindow {
  private let words: UnsafeMutablePointer<UInt64>
  private let from: Int
  private let end: Int
  private var word = 0
  private var bits: UInt64 = 0
  private var offset = 1

  /// Keeps the `count` words from number `from` on.
  init(_ words: UnsafeMutablePointer<UInt64>, from: Int, count: Int) {
    self.words = words
    self.from = from
    end = from + count
  }

  /// Whether all stored words have been written.
  @inline(__always)
  var isFull: Bool { word >= end }

  /// The number of bits.
  var count: Int { word * 64 + offset }

  /// Appends the `count` highest of 64 bits, of which the others are zero.
  @inline(__always)
  mutating func append(_ left: UInt64, _ count: Int) {
    guard count > 0 else { return }
    bits |= left &>> UInt64(offset)
    offset &+= count
    guard offset >= 64 else { return }
    keep()
    offset &-= 64
    bits = offset == 0 ? 0 : left &<< UInt64(count &- offset)
  }

  /// Appends a code word.
  @inline(__always)
  mutating func append(_ word: KeyCode.Word) {
    append(UInt64(word & ~KeyCode.lengthMask) << 32, Int(word & KeyCode.lengthMask))
  }

  private mutating func keep() {
    if word >= from, word < end { words[word - from] = bits }
    word += 1
  }

  /// Writes the last bits, padded with zeros.
  mutating func finish() {
    let count = count
    if offset > 0 { keep() }
    bits = 0
    while word < end { keep() }
    word = count / 64
    offset = count % 64
  }
}
