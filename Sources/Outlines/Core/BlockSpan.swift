/// A range of slots, cut at the borders of blocks.
struct BlockSpan {
  var first: Int
  var last: Int
  /// The slots in a first block that is covered partly.
  var head: Range<Int>?
  /// The blocks that are covered as a whole.
  var whole: Range<Int>?
  /// The slots in a last block that is covered partly.
  var tail: Range<Int>?

  init(_ range: Range<Int>) {
    first = range.lowerBound &>> 6
    last = (range.upperBound - 1) &>> 6
    var low = first
    var high = last + 1
    if range.lowerBound & 63 != 0 {
      head = range.lowerBound..<min(range.upperBound, low * 64 + 64)
      low += 1
    }
    if range.upperBound & 63 != 0, low < high {
      tail = max(range.lowerBound, last * 64)..<range.upperBound
      high -= 1
    }
    if low < high { whole = low..<high }
  }
}
