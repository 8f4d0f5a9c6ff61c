internal import HikidashiBase

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

/// The tree of a ``KeyCode``: its leaves are the units that occur, and the gaps between them.
struct CodeTree {
  /// Units from `start` to the next leaf's start, which share the leaf.
  private struct Leaf {
    var start: UInt32
    /// The sum of the weights of all leaves before this one.
    var before: UInt64
  }

  private var leaves: [Leaf] = []
  private var total: UInt64 = 0
  private var fits = true

  init(_ frequencies: [UInt32]) {
    let sum = max(1, frequencies.reduce(0 as UInt64) { $0 + UInt64($1) })
    var unit = 0
    while unit < frequencies.count {
      let start = unit
      if frequencies[unit] > 0 {
        // Scaled so that the rarest unit is no deeper than a code is long.
        append(UInt32(start), weight: max(1, UInt64(frequencies[unit]) << 21 / sum))
        unit += 1
      } else {
        while unit < frequencies.count, frequencies[unit] == 0 { unit += 1 }
        append(UInt32(start), weight: UInt64(unit - start) * 2)
      }
    }
    leaves.append(Leaf(start: UInt32(frequencies.count), before: total))
  }

  private mutating func append(_ start: UInt32, weight: UInt64) {
    leaves.append(Leaf(start: start, before: total))
    total += weight
  }

  /// Writes the code of every unit, or nothing if one would be too long.
  mutating func write(to table: UnsafeMutablePointer<KeyCode.Word>) {
    var codes = [KeyCode.Word](repeating: 0, count: 1 << 16)
    codes.withUnsafeMutableBufferPointer { write(0..<leaves.count - 1, code: 0, depth: 0, to: $0) }
    guard fits else { return }
    for unit in codes.indices { table[unit] = codes[unit] }
  }

  /// `depth` bits of `code` lead to these leaves. The recursion is as deep as a code is long.
  private mutating func write(
    _ range: Range<Int>, code: UInt32, depth: Int,
    to codes: UnsafeMutableBufferPointer<KeyCode.Word>
  ) {
    guard depth <= KeyCode.mostBits else {
      fits = false
      return
    }
    guard range.count > 1 else { return write(leaf: range.lowerBound, code, depth, to: codes) }
    let middle = cut(range)
    write(range.lowerBound..<middle, code: code << 1, depth: depth + 1, to: codes)
    write(middle..<range.upperBound, code: code << 1 | 1, depth: depth + 1, to: codes)
  }

  /// The place that splits the leaves into two sides of the most similar weight.
  private func cut(_ range: Range<Int>) -> Int {
    let target = leaves[range.lowerBound].before + leaves[range.upperBound].before
    let inner = range.lowerBound + 1..<range.upperBound - 1
    let low = inner.partitioningIndex { leaves[$0].before * 2 >= target }
    guard low > range.lowerBound + 1 else { return low }
    let above = leaves[low].before * 2 &- target
    let below = target &- leaves[low - 1].before * 2
    return Int64(bitPattern: above) > Int64(bitPattern: below) ? low - 1 : low
  }

  /// The units of a gap have codes of one length behind the leaf's.
  private mutating func write(
    leaf: Int, _ code: UInt32, _ depth: Int, to codes: UnsafeMutableBufferPointer<KeyCode.Word>
  ) {
    let start = leaves[leaf].start
    let count = leaves[leaf + 1].start - start
    let width = 32 - (count - 1).leadingZeroBitCount
    let bits = depth + width
    guard bits <= KeyCode.mostBits else {
      fits = false
      return
    }
    for index in 0..<count {
      let full = code << UInt32(width) | index
      let aligned = bits == 0 ? 0 : full << UInt32(32 - bits)
      codes[Int(start + index)] = aligned | KeyCode.Word(bits)
    }
  }
}
