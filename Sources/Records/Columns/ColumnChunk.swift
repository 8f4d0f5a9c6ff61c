/// A run of up to ``ChunkLayout/size`` values of one column.
///
/// A chunk is edited in place only while one table holds it; whoever else wants to keep what it
/// says (a snapshot, a cache) holds a reference, and the next edit then works on a copy. What was
/// derived from a chunk is right for as long as the column holds the same object.
protocol ColumnChunk: AnyObject, Sendable {
  /// An empty chunk with room for at least `capacity` values, at most ``ChunkLayout/size``.
  init(capacity: Int)

  /// The number of places in use.
  var count: Int { get }

  /// The number of values that fit before the chunk must grow.
  var capacity: Int { get }

  /// The same values in a chunk of its own with room for `capacity` values.
  func copy(capacity: Int) -> Self

  /// A bit for each place that has a value, or nil when all places do.
  var present: PresenceBits? { get set }

  /// Adds places that hold no value until `count` is reached.
  func fill(to count: Int)

  /// The number of bytes that the chunk has allocated.
  var allocatedBytes: Int { get }
}

extension ColumnChunk {
  /// Whether the place holds a value and not null.
  @inline(__always)
  func holdsValue(at place: Int) -> Bool { present?[place] ?? true }

  /// The bits that say which places hold a value, made on first use.
  func presence() -> PresenceBits {
    if let present { return present }
    let bits = PresenceBits()
    present = bits
    return bits
  }
}

/// The division of a table's positions into chunks.
///
/// Record number *n* lies at place `n & mask` of chunk `n >> shift` in every column: a number is a
/// position, so that it stays valid whatever else is edited. A chunk is what is copied when a
/// table that has a snapshot is edited, so its size weighs the cost of an edit (64 KiB of numbers,
/// a few microseconds) against the cost of a snapshot's list of chunks (eight bytes for each).
enum ChunkLayout {
  static let shift = 13
  static let size = 1 << shift
  static let mask = size - 1
  /// 64-bit words that hold a bit for every place of a chunk.
  static let words = size / 64

  /// How many chunks hold the positions below `count`.
  static func chunks(for count: Int) -> Int { (count + mask) >> shift }
}

/// One bit for every place of a chunk: whether it holds a value.
///
/// A chunk in which nothing is null has none.
final class PresenceBits: @unchecked Sendable {
  // @unchecked: owned by one chunk, which is edited only while one table holds it.
  let words: UnsafeMutablePointer<UInt64>

  /// Makes the bits of a chunk in which all places have a value.
  init() {
    words = .allocate(capacity: ChunkLayout.words)
    words.initialize(repeating: ~0, count: ChunkLayout.words)
  }

  init(copying other: PresenceBits) {
    words = .allocate(capacity: ChunkLayout.words)
    words.initialize(from: other.words, count: ChunkLayout.words)
  }

  deinit { words.deallocate() }

  @inline(__always)
  subscript(place: Int) -> Bool {
    get { words[place >> 6] >> UInt64(place & 63) & 1 != 0 }
    set {
      let bit = UInt64(1) << UInt64(place & 63)
      if newValue { words[place >> 6] |= bit } else { words[place >> 6] &= ~bit }
    }
  }
}
