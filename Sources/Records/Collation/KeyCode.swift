/// A code for primary weights in which frequent ones are short, and whose order as bits is the
/// order of the weights.
///
/// A weight is one unit of 16 bits, or two; no weight is the beginning of another. Units are leaves
/// of a binary tree in their order, cut each time where the halves weigh about the same; so the
/// depth of a unit of probability *p* is at most log₂(1/*p*) + 2. With the code of a sample of the
/// strings, 64 bits hold the ten or so first letters of a string, and are spread evenly.
///
/// - Source: Knuth, "The Art of Computer Programming", volume 3, 6.2.2 (optimum and nearly optimum
///   search trees); Mehlhorn, "A best possible bound for the weighted path length of binary search
///   trees", SIAM Journal on Computing 6, 1977.
// @unchecked: the tables are written in init only.
final class KeyCode: @unchecked Sendable {
  /// The code in the highest bits, its length in the lowest six.
  typealias Word = UInt32

  static let lengthMask: Word = 63
  /// The greatest length of a code, in bits.
  static let mostBits = 26

  /// Codes of first units, by unit. Unit 0 is the end of a string, as no weight begins with it.
  let first: UnsafeMutablePointer<Word>
  /// Codes of second units.
  let second: UnsafeMutablePointer<Word>

  /// Makes the code for units of these frequencies.
  init(_ frequencies: UnitFrequencies) {
    first = Self.table(frequencies.first)
    second = Self.table(frequencies.second)
  }

  deinit {
    first.deallocate()
    second.deallocate()
  }

  static let allocatedBytes = 2 << 18

  private static func table(_ frequencies: [UInt32]) -> UnsafeMutablePointer<Word> {
    let table = UnsafeMutablePointer<Word>.allocate(capacity: 1 << 16)
    // Without a better one, 16 bits each are a code.
    for unit in 0..<1 << 16 { table[unit] = Word(unit) << 16 | 16 }
    var tree = CodeTree(frequencies)
    tree.write(to: table)
    return table
  }
}

/// How often the units of primary weights occur in some strings.
struct UnitFrequencies: ElementSink {
  fileprivate(set) var first = [UInt32](repeating: 0, count: 1 << 16)
  fileprivate(set) var second = [UInt32](repeating: 0, count: 1 << 16)

  @inline(__always)
  mutating func take(primary: UInt32, secondary: UInt32) -> Bool {
    if primary != 0 {
      first[Int(primary >> 16)] &+= 1
      if primary & 0xFFFF != 0 { second[Int(primary & 0xFFFF)] &+= 1 }
    }
    return true
  }

  mutating func endString() { first[0] &+= 1 }
}
