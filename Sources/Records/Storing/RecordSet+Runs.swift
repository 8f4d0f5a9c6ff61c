extension RecordSet {
  /// The numbers as runs of neighbours, in ascending order; nil when there are more than `limit`.
  ///
  /// - Complexity: O(*n* / 64) in the greatest number, and O(1) for each run
  package func runs(limit: Int) -> [ClosedRange<Int>]? {
    var runs: [ClosedRange<Int>] = []
    /// The first number of the run at hand; nil between two.
    var start: Int?
    for (index, chunk) in chunks.enumerated() {
      for place in 0..<ChunkLayout.words {
        let first = index << ChunkLayout.shift | place << 6
        let word = chunk?.words[place] ?? 0
        var bit = 0
        while bit < 64 {
          // Up to where the bits are as they must be for the run, or the gap, to go on.
          let rest = (start == nil ? word : ~word) >> UInt64(bit)
          guard rest != 0 else { break }
          bit += rest.trailingZeroBitCount
          if let lower = start {
            guard runs.count < limit else { return nil }
            runs.append(lower...first + bit - 1)
            start = nil
          } else {
            start = first + bit
          }
        }
      }
    }
    if let start {
      guard runs.count < limit else { return nil }
      runs.append(start...chunks.count << ChunkLayout.shift - 1)
    }
    return runs
  }
}
