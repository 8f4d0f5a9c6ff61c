extension RecordTable {
  /// What changed since an older snapshot of this table; the other way round, too, as after an undo.
  ///
  /// Nothing is logged for it: what was not edited is the same object in both, and only chunks of
  /// 8,192 values that are not are compared, bit for bit (0 and -0 differ, equal NaN do not). Any two
  /// tables of one schema can be compared; where they share nothing, all of it is read.
  ///
  /// - Precondition: Both tables have the same schema.
  /// - Complexity: O(*n* / 8192) for each field, and 8,192 comparisons for each chunk that was
  ///   edited.
  public func changes(since older: RecordTable) -> RecordChanges {
    precondition(
      schema == older.schema,
      "tables of different schemas cannot be compared; convert one to the other's schema first")
    var inserted = ChangedBits()
    var removed = ChangedBits()
    let liveCount =
      live.isSameArray(as: older.live) ? 0 : Swift.max(live.count, older.live.count)
    for index in 0..<liveCount {
      let new = index < live.count ? live[index] : nil
      let old = index < older.live.count ? older.live[index] : nil
      guard new !== old else { continue }
      inserted.add(chunk: index) { word in (new?.words[word] ?? 0) & ~(old?.words[word] ?? 0) }
      removed.add(chunk: index) { word in (old?.words[word] ?? 0) & ~(new?.words[word] ?? 0) }
    }
    let updated = columns.indices.map { updatedRecords(since: older, inField: $0) }
    return RecordChanges(
      inserted: inserted.set, removed: removed.set, updatedByField: updated, schema: schema)
  }

  /// The records that both tables have, with another value in a field.
  private func updatedRecords(since older: RecordTable, inField index: Int) -> RecordSet {
    switch (columns[index], older.columns[index]) {
    case (.integers(let new), .integers(let old)): updatedRecords(since: older, new, old)
    case (.doubles(let new), .doubles(let old)): updatedRecords(since: older, new, old)
    case (.booleans(let new), .booleans(let old)): updatedRecords(since: older, new, old)
    case (.texts(let new), .texts(let old)): updatedRecords(since: older, new, old)
    // Columns of one schema are kept in one way.
    default: RecordSet()
    }
  }

  private func updatedRecords<Chunk: ComparableChunk>(
    since older: RecordTable, _ new: [Chunk], _ old: [Chunk]
  ) -> RecordSet {
    var updated = ChangedBits()
    guard !new.isSameArray(as: old) else { return updated.set }
    for index in 0..<Swift.min(new.count, old.count, live.count, older.live.count)
    where new[index] !== old[index] {
      let live = live[index].words
      let oldLive = older.live[index].words
      let comparison = new[index].comparison(with: old[index])
      updated.add(chunk: index) { word in
        let both = live[word] & oldLive[word]
        guard both != 0 else { return 0 }
        let presence =
          (new[index].present?.words[word] ?? ~0) ^ (old[index].present?.words[word] ?? ~0)
        return (presence | new[index].differences(from: old[index], word: word, comparison)) & both
      }
    }
    return updated.set
  }
}

extension Array where Element: AnyObject {
  /// Whether both are one array in memory, as copies are of which neither was edited.
  fileprivate func isSameArray(as other: [Element]) -> Bool {
    count == other.count
      && withUnsafeBufferPointer { array in
        other.withUnsafeBufferPointer { $0.baseAddress == array.baseAddress }
      }
  }
}

/// Collects the bits of a set chunk by chunk.
private struct ChangedBits {
  private var chunks: [BitChunk?] = []
  private var count = 0

  /// Adds the bits that `bits` gives for each word of a chunk.
  mutating func add(chunk index: Int, _ bits: (_ word: Int) -> UInt64) {
    var chunk: BitChunk?
    for word in 0..<ChunkLayout.words {
      let bits = bits(word)
      guard bits != 0 else { continue }
      let target = chunk ?? BitChunk()
      target.words[word] = bits
      count += bits.nonzeroBitCount
      chunk = target
    }
    guard let chunk else { return }
    chunk.count = ChunkLayout.size
    while chunks.count < index { chunks.append(nil) }
    chunks.append(chunk)
  }

  var set: RecordSet { RecordSet(chunks: chunks, count: count) }
}
