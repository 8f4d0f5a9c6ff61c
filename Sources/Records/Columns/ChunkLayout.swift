/// How the positions of a table are cut into chunks.
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
