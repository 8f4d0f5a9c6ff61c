extension NumberSummary<Int> {
  /// Sums up a column of integers; O(*n*).
  static func of(_ source: ColumnSource<ValueChunk<Int>>) -> Self { summary(of: source) }

  /// Sums up the integers of every group; O(*n*).
  static func of(
    _ source: ColumnSource<ValueChunk<Int>>, by groups: PositionGroups
  ) -> [Self] {
    summaries(of: source, by: groups)
  }
}

extension NumberSummary<Double> {
  /// Sums up a column of doubles or dates; O(*n*).
  ///
  /// Chunk by chunk whatever the number of processors, so that a sum is the same every time.
  static func of(_ source: ColumnSource<ValueChunk<Double>>) -> Self { summary(of: source) }

  /// Sums up the doubles or dates of every group; O(*n*).
  static func of(
    _ source: ColumnSource<ValueChunk<Double>>, by groups: PositionGroups
  ) -> [Self] {
    summaries(of: source, by: groups)
  }
}

extension NumberSummary {
  @inline(__always)
  fileprivate static func summary(of source: ColumnSource<ValueChunk<Element>>) -> Self {
    let used = min(source.chunks.count, source.chunkCount)
    var chunks = [Self](repeating: Self(), count: used)
    chunks.withUnsafeMutableBufferPointer { summaries in
      let parts = min(Parallel.parts(for: source.count), max(1, used))
      Parallel.run(parts) { part in
        for index in Parallel.range(part, of: parts, count: used) {
          let values = source.chunks[index].values
          var summary = Self()
          source.forEachValue(inChunk: index) { summary.add(values[$0]) }
          summaries[index] = summary
        }
      }
    }
    return chunks.reduce(into: Self()) { $0.add($1) }
  }

  @inline(__always)
  fileprivate static func summaries(
    of source: ColumnSource<ValueChunk<Element>>, by groups: PositionGroups
  ) -> [Self] {
    var summaries = [Self](repeating: Self(), count: groups.counts.count)
    guard let membership = groups.membership else { return summaries }
    membership.withUnsafeBufferPointer { membership in
      summaries.withUnsafeMutableBufferPointer { summaries in
        for index in 0..<min(source.chunks.count, source.chunkCount) {
          let values = source.chunks[index].values
          let base = index << ChunkLayout.shift
          source.forEachValue(inChunk: index) { place in
            let group = membership[base + place]
            if group != PositionGroups.none { summaries[Int(group)].add(values[place]) }
          }
        }
      }
    }
    return summaries
  }
}
