internal import Support

/// How many bits are set in each block of 64: sums and changes in O(log n).
struct BlockCounts: Sendable {
  private var tree: FenwickTree

  /// Counts `words`, leaving out bits that `mask` has not. O(words).
  init(_ words: [UInt64], mask: [UInt64]?) {
    tree = FenwickTree(blocks: words.count) { word in
      (mask.map { words[word] & $0[word] } ?? words[word]).nonzeroBitCount
    }
  }

  mutating func add(_ delta: Int, toBlock block: Int) { tree.add(delta, toBlock: block) }

  /// The sum of the blocks before `block`.
  func sum(before block: Int) -> Int { tree.sum(before: block) }
}

extension BlockCounts {
  /// How many bits of `words & mask` are set in `range`; `self` must be their counts.
  func count(of words: [UInt64], mask: [UInt64]?, in range: Range<Int>) -> Int {
    sum(of: words, mask: mask, before: range.upperBound)
      - sum(of: words, mask: mask, before: range.lowerBound)
  }

  private func sum(of words: [UInt64], mask: [UInt64]?, before index: Int) -> Int {
    let block = index &>> 6
    guard index & 63 != 0 else { return sum(before: block) }
    var bits = words[block] & lowBits(index & 63)
    if let mask { bits &= mask[block] }
    return sum(before: block) + bits.nonzeroBitCount
  }
}
