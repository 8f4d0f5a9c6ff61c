extension Collator {
  /// A hash that is equal for strings that are equal under the collation.
  ///
  /// - Complexity: O(length).
  func hash(_ text: UTF8Bytes, seed: UInt64) -> UInt64 {
    withTable { hash(text, seed: seed, $0) }
  }

  func hash(_ text: String, seed: UInt64) -> UInt64 {
    withBytes(of: text) { hash($0, seed: seed) }
  }

  @inline(__always)
  fileprivate func hash(_ text: UTF8Bytes, seed: UInt64, _ table: ElementTable?) -> UInt64 {
    var sink = HashSink(seed: seed)
    if let table {
      table.walk(text, into: &sink)
    } else {
      for byte in key(for: text) { _ = sink.take(primary: UInt32(byte) | 256, secondary: 0) }
    }
    return sink.value(accents: !ignoresAccents)
  }
}

extension PositionGroups {
  /// Groups the values of a column of strings that are equal under a localized collation; O(total
  /// length) on all processors.
  static func grouping(
    _ source: TextSource, by collator: Collator, membership: Bool = false
  ) -> Self {
    let counts = source.counts(inChunks: 0..<source.chunkCount)
    let nulls = counts.nulls > 0 ? source.nullPositions() : []
    let seed = UInt64.random(in: 0 ... .max)
    let hashes = TextWords(source, by: collator) { collator.hash($0, seed: seed, $1) }
    let pointers = TextPointers(source)
    let texts = pointers.lookup
    return HashGrouping(hashes.stream(count: counts.values)) { first, second in
      collator.areEqual(texts.bytes(at: first), texts.bytes(at: second))
    }.groups(below: source.count, nulls: nulls, membership: membership)
  }
}
