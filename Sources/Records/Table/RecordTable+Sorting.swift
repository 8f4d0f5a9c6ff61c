// MARK: - Sorting

// MARK: - Sort

extension RecordTable {
  /// Returns the numbers of all records, or of those in a set, sorted by a field.
  ///
  /// ```swift
  /// cards.sorted(by: name)                          // in the reader's language
  /// cards.sorted(by: rate, descending: true)
  /// cards.sorted(by: rate, in: cards.search(passed))
  /// ```
  ///
  /// Text is compared by its field's collation, and sorted by the field's reading, where a record has
  /// one that is not empty; records that are read alike, by the text itself. Records that are equal
  /// in all this come in order of their numbers. Descending is the exact reverse of ascending. NaN
  /// comes behind all other numbers.
  ///
  /// The order is kept, and repaired after a few edits.
  ///
  /// - Parameters:
  ///   - field: A field whose values have an order. Booleans have none: see `groups(by:)`.
  ///   - descending: Whether the greatest value comes first.
  ///   - nulls: Where records without a value come; nil is last when ascending, first when descending.
  ///   - numbers: The records to sort; numbers that no record has are ignored.
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*) for numbers; for text, in proportion to its bytes at most.
  public func sorted<Value: SortableValue>(
    by field: Field<Value>, descending: Bool = false, nulls: SortKey.Nulls? = nil,
    in numbers: RecordSet? = nil
  ) -> [RecordNumber] {
    let key: SortKey =
      descending ? .descending(field, nulls: nulls) : .ascending(field, nulls: nulls)
    return sorted(by: [key], in: numbers)
  }

  /// Returns the numbers of all records, or of those in a set, sorted by the field of this name.
  ///
  /// - Throws: ``RecordError/unknownField(name:known:)``; ``RecordError/notSortable(field:type:)`` for
  ///   booleans, data and JSON.
  public func sorted(
    byName name: String, descending: Bool = false, nulls: SortKey.Nulls? = nil,
    in numbers: RecordSet? = nil
  ) throws(RecordError) -> [RecordNumber] {
    let key = try SortKey(named: name, of: schema, descending: descending, nulls: nulls)
    return sorted(by: [key], in: numbers)
  }

  /// Returns the numbers of all records, or of those in a set, sorted by several fields.
  ///
  /// ```swift
  /// cards.sorted(by: .descending(rate), .ascending(name))
  /// ```
  ///
  /// Records that are equal in all fields come in order of their numbers, in the direction of the
  /// first key.
  ///
  /// - Precondition: The fields belong to the table's schema.
  public func sorted(by keys: SortKey..., in numbers: RecordSet? = nil) -> [RecordNumber] {
    sorted(by: keys, in: numbers)
  }

  /// Returns the numbers of all records, or of those in a set, sorted by fields that are only known
  /// at run time; in ascending order if there are no fields.
  ///
  /// - Precondition: The fields belong to the table's schema.
  public func sorted(by keys: [SortKey], in numbers: RecordSet? = nil) -> [RecordNumber] {
    guard let first = keys.first else { return (taken(numbers) ?? self.numbers).numbers }
    let steps = keys.flatMap { self.steps(of: $0) }
    let order = order(of: steps[0], in: numbers)
    guard steps.count > 1 else {
      return order.numbers(descending: first.isDescending, nullsFirst: first.nullsComeFirst)
    }
    return sorted(by: steps[0], order, then: steps.dropFirst())
      .numbers(descending: first.isDescending, nullsFirst: false)
  }

  /// A part of a key by which one sort is made.
  private struct SortStep {
    let field: Int
    let aspect: SortAspect
    let isDescending: Bool
    let nullsFirst: Bool
  }

  /// The steps of sorting by a key: the field, or first its reading and then its text where null
  /// texts come at another place than in the kept order.
  private func steps(of key: SortKey) -> [SortStep] {
    let field = schema.requiredIndex(of: key.definition)
    let isUsual = key.nullsComeFirst == key.isDescending
    let aspects: [SortAspect] =
      isUsual || readingIndex(ofField: field) == nil ? [.whole] : [.reading, .text]
    return aspects.map { aspect in
      SortStep(
        field: field, aspect: aspect, isDescending: key.isDescending,
        nullsFirst: key.nullsComeFirst)
    }
  }

  private func order(of step: SortStep, in numbers: RecordSet?) -> SortedPositions {
    step.aspect == .whole
      ? order(ofField: step.field, in: numbers)
      : sorted(field: step.field, step.aspect, in: numbers)
  }

  /// Sorts by further steps, which only examine values where the steps before leave ties.
  ///
  /// When the first key descends, all of it is done in reverse, as then the numbers of equal records
  /// descend, too.
  private func sorted(
    by first: SortStep, _ order: SortedPositions, then rest: ArraySlice<SortStep>
  ) -> SortedPositions {
    func arranged(_ order: SortedPositions, _ step: SortStep) -> SortedPositions {
      order.arranged(
        descending: step.isDescending != first.isDescending,
        nullsFirst: step.nullsFirst != first.isDescending)
    }
    var sorted = arranged(order, first)
    for step in rest {
      let tied = sorted.tiedPositions(below: nextPosition)
      guard !tied.isEmpty else { break }
      let next = self.order(of: step, in: tied.count == count ? nil : tied)
      sorted = sorted.refined(by: arranged(next, step), below: nextPosition)
    }
    return sorted
  }
}

// MARK: - Order

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

  /// The index of the field by which records are sorted in place of this one, its reading.
  func readingIndex(ofField index: Int) -> Int? {
    guard let name = schema.fields[index].reading else { return nil }
    return schema.fields.firstIndex { $0.name == name }
  }

  /// The kept order, updated to the present state of the table; nil when that would take longer
  /// than sorting.
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

/// The part of a field that records are sorted by.
enum SortAspect {
  /// The reading where there is one, then the text itself.
  case whole
  /// The reading where there is one, otherwise the text.
  case reading
  /// The text, whatever its reading.
  case text
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

// MARK: - Sources

extension RecordTable {
  /// The records of a set that exist; all, if there is no set.
  ///
  /// Nil stands for every position below ``nextPosition``, which is cheaper to go through.
  func taken(_ numbers: RecordSet?) -> RecordSet? {
    if let numbers { return numbers.intersection(self.numbers) }
    return count == nextPosition ? nil : self.numbers
  }

  /// The source with the positions of all records, or of those in a set, in a column.
  func source<Chunk: ColumnChunk>(
    _ chunks: [Chunk], in numbers: RecordSet? = nil
  ) -> ColumnSource<Chunk> {
    ColumnSource(chunks: chunks, count: nextPosition, taken: taken(numbers))
  }

  /// How text of a field is compared; nil compares bytes.
  func collator(ofField index: Int) -> Collator? {
    schema.fields[index].type == .string
      ? Collator.shared(for: schema.fields[index].collation) : nil
  }
}

/// A type of numbers, whose fields have a sum and a mean.
public protocol NumberValue: SortableValue {}

/// A whole number, optional or not.
public protocol IntegerValue: NumberValue {}

/// A floating-point number, optional or not.
public protocol DoubleValue: NumberValue {}

extension Int: IntegerValue {}
extension Double: DoubleValue {}
extension Optional: NumberValue where Wrapped: NumberValue {}
extension Optional: IntegerValue where Wrapped: IntegerValue {}
extension Optional: DoubleValue where Wrapped: DoubleValue {}
