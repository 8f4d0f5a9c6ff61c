/// How many bits are set in each block of 64, as a Fenwick tree: sums and changes in O(log n).
///
/// - Source: Fenwick, "A new data structure for cumulative frequency tables", 1994.
struct BlockCounts: Sendable {
  /// `sums[i]` covers the `i & -i` blocks that end with block `i - 1`.
  private var sums: [Int32]

  /// Counts `words`, leaving out bits that `mask` has not. O(words).
  init(_ words: [UInt64], mask: [UInt64]?) {
    sums = Array(repeating: 0, count: words.count + 1)
    sums.withUnsafeMutableBufferPointer { sums in
      for word in words.indices {
        let bits = mask.map { words[word] & $0[word] } ?? words[word]
        sums[word + 1] += Int32(truncatingIfNeeded: bits.nonzeroBitCount)
        let next = (word + 1) + ((word + 1) & -(word + 1))
        if next < sums.count { sums[next] += sums[word + 1] }
      }
    }
  }

  mutating func add(_ delta: Int, toBlock block: Int) {
    var index = block + 1
    while index < sums.count {
      sums[index] += Int32(truncatingIfNeeded: delta)
      index += index & -index
    }
  }

  /// The sum of the blocks before `block`.
  func sum(before block: Int) -> Int {
    var index = block
    var sum = 0
    while index > 0 {
      sum += Int(sums[index])
      index &= index - 1
    }
    return sum
  }
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
