extension RecordTable {
  /// The ascending order of a field of all records, or of those of a set.
  ///
  /// The order of all is kept. After edits it is repaired, if they are few.
  func order(ofField index: Int, in numbers: RecordSet? = nil) -> SortedPositions {
    let kept = caches.entry(ColumnOrder.purpose, field: index, as: ColumnOrder.self)
    // Sorting a small set is cheaper than going through the order of all.
    if let numbers, kept == nil || numbers.count < count / 16 {
      return sorted(field: index, in: numbers)
    }
    let snapshot = orderSnapshot(ofField: index)
    let all = kept.flatMap { repaired($0, field: index, to: snapshot) }
    let order = all ?? ColumnOrder(sorted: sorted(field: index, in: nil), table: snapshot)
    caches.keep(order, ColumnOrder.purpose, field: index)
    return numbers.map { order.sorted.filtered(by: $0, below: nextPosition) } ?? order.sorted
  }

  private func orderSnapshot(ofField index: Int) -> ColumnOrder.Snapshot {
    ColumnOrder.Snapshot(
      live: live, column: columns[index],
      reading: readingIndex(ofField: index).map { columns[$0] }, count: nextPosition)
  }

  /// The field that is read in place of this one when sorting.
  func readingIndex(ofField index: Int) -> Int? {
    guard let name = schema.fields[index].reading else { return nil }
    return schema.fields.firstIndex { $0.name == name }
  }

  /// What was kept, brought to the present state of the table; nil when that would take longer than
  /// sorting.
  private func repaired(
    _ order: ColumnOrder, field index: Int, to snapshot: ColumnOrder.Snapshot
  ) -> ColumnOrder? {
    guard let changed = ColumnOrder.changes(from: order.table, to: snapshot) else { return nil }
    guard !changed.isEmpty else { return order }
    let key = RecordOrder.Key(
      field: index, reading: readingIndex(ofField: index), collator: collator(ofField: index))
    let column = KeyColumn(key, of: self)
    let sorted = order.sorted.repaired(
      changed: changed, current: sorted(field: index, in: changed),
      below: Swift.max(order.table.count, nextPosition)
    ) { column.compare(Int($0), with: column, Int($1)) }
    return ColumnOrder(sorted: sorted, table: snapshot)
  }

  /// Sorts the records, or those of a set, by a field.
  func sorted(
    field index: Int, _ aspect: SortAspect = .whole, in numbers: RecordSet?
  ) -> SortedPositions {
    switch columns[index] {
    case .integers(let chunks): return .ascending(source(chunks, in: numbers))
    case .doubles(let chunks): return .ascending(source(chunks, in: numbers))
    case .booleans:
      // Typed fields of this kind do not compile, and names are checked: there is no order to give.
      return SortedPositions(positions: [], runStarts: PositionBits(count: 0))
    case .texts(let chunks):
      let collator = collator(ofField: index)
      let source = source(chunks, in: numbers)
      guard aspect != .text, let reading = readingIndex(ofField: index),
        case .texts(let readings) = columns[reading]
      else { return .ascending(source, collator) }
      let read = SortedPositions.ascending(source.read(as: readings), collator)
      return aspect == .reading ? read : .ascending(source, collator, within: read)
    }
  }
}

/// What of a field is sorted by.
enum SortAspect {
  /// The reading where there is one, then the text itself.
  case whole
  /// The reading where there is one, otherwise the text.
  case reading
  /// The text, whatever its reading.
  case text
}

extension SortedPositions {
  /// The ascending order of text by a collator, or by its bytes if there is none.
  static func ascending(_ source: TextSource, _ collator: Collator?) -> SortedPositions {
    collator?.sorted(source) ?? .ascending(source)
  }

  /// The order of text by readings, and by the text itself where these are equal.
  fileprivate static func ascending(
    _ source: TextSource, _ collator: Collator?, within read: SortedPositions
  ) -> SortedPositions {
    let byReading = read.arranged(descending: false, nullsFirst: false)
    let tied = byReading.tiedPositions(below: source.count)
    guard !tied.isEmpty else { return read }
    let texts = TextSource(chunks: source.chunks, count: source.count, taken: tied)
    let byText = ascending(texts, collator).arranged(descending: false, nullsFirst: false)
    var order = byReading.refined(by: byText, below: source.count)
    // Those without reading and text are equal to each other and come last.
    let nulls = read.nulls.count
    order.nulls = Array(order.positions.suffix(nulls))
    order.positions.removeLast(nulls)
    order.runStarts = PositionBits(words: order.runStarts.words, count: order.positions.count)
    return order
  }
}

extension ColumnSource<TextChunk> {
  /// The same positions with their readings as values, where these are not null or empty.
  fileprivate func read(as readings: [TextChunk]) -> TextSource {
    let read = (0..<chunkCount).map { index in
      let chunk = TextChunk(capacity: ChunkLayout.size)
      let reading = index < readings.count ? readings[index] : nil
      let text = index < chunks.count ? chunks[index] : nil
      for place in 0..<min(ChunkLayout.size, count - index << ChunkLayout.shift) {
        if let reading, place < reading.count, !reading.bytes(at: place).isEmpty {
          chunk.set(reading.bytes(at: place), at: place)
        } else if let text, place < text.count, text.holdsValue(at: place) {
          chunk.set(text.bytes(at: place), at: place)
        } else {
          chunk.set(nil, at: place)
        }
      }
      return chunk
    }
    return TextSource(chunks: read, count: count, taken: taken)
  }
}
