/// A run of up to ``ChunkLayout/size`` values of one column.
///
/// A chunk is edited in place only while one table holds it; whoever else wants to keep what it
/// says (a snapshot, a cache) holds a reference, and the next edit then works on a copy. What was
/// derived from a chunk is right for as long as the column holds the same object.
protocol ColumnChunk: AnyObject, Sendable {
  /// An empty chunk with room for at least `capacity` values, at most ``ChunkLayout/size``.
  init(capacity: Int)

  /// Values in use: places from this on hold nothing.
  var count: Int { get }

  /// How many values fit before the chunk must grow.
  var capacity: Int { get }

  /// The same values in a chunk of its own with room for `capacity` values.
  func copy(capacity: Int) -> Self

  /// Bits of the places that hold a value, or nil when all do.
  var present: PresenceBits? { get }

  /// Adds places that hold no value until `count` is reached.
  func fill(to count: Int)

  /// Bytes that the chunk has allocated.
  var allocatedBytes: Int { get }
}

extension ColumnChunk {
  /// Whether the place holds a value and not null.
  @inline(__always)
  func holdsValue(at place: Int) -> Bool { present?[place] ?? true }
}
