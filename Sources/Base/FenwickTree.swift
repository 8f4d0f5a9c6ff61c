/// A Fenwick tree: stores a count for each block, and sums and changes counts in O(log *n*).
///
/// - Source: Fenwick, "A new data structure for cumulative frequency tables", 1994.
package struct FenwickTree: Sendable {
  /// `sums[i]` covers the `i & -i` blocks that end with block `i - 1`.
  @usableFromInline var sums: [Int32]

  /// - Parameter count: How much is in each block.
  /// - Complexity: O(`blocks`)
  @inlinable
  package init(blocks: Int, _ count: (Int) -> Int) {
    sums = Array(repeating: 0, count: blocks + 1)
    sums.withUnsafeMutableBufferPointer { sums in
      for block in 0..<blocks {
        sums[block + 1] += Int32(truncatingIfNeeded: count(block))
        let next = (block + 1) + ((block + 1) & -(block + 1))
        if next <= blocks { sums[next] += sums[block + 1] }
      }
    }
  }

  @inlinable
  package mutating func add(_ delta: Int, toBlock block: Int) {
    var index = block + 1
    while index < sums.count {
      sums[index] += Int32(truncatingIfNeeded: delta)
      index += index & -index
    }
  }

  /// The sum of the blocks before `block`.
  @inlinable
  package func sum(before block: Int) -> Int {
    var index = block
    var sum = 0
    while index > 0 {
      sum += Int(sums[index])
      index &= index - 1
    }
    return sum
  }

  /// The block in which element `index` of all lies, and its place there.
  ///
  /// - Precondition: There are more than `index` elements.
  @inlinable
  package func block(of index: Int) -> (block: Int, offset: Int) {
    var block = 0
    var rest = index
    var step = 1 << (Int.bitWidth - 1 - max(1, sums.count - 1).leadingZeroBitCount)
    while step > 0 {
      let next = block + step
      if next < sums.count, Int(sums[next]) <= rest {
        block = next
        rest -= Int(sums[next])
      }
      step >>= 1
    }
    return (block, rest)
  }
}
