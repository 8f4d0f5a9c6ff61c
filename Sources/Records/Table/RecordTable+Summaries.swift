internal import FoundationEssentials

// MARK: - Groups

extension RecordTable {
  /// Groups all records, or those in a set, by their value in a field, in order of first
  /// appearance. Records without a value are a group, too.
  ///
  /// Text is compared by the field's collation. 0 and -0 are the same, and all NaN are the same.
  ///
  /// ```swift
  /// for group in cards.groups(by: passed) { print(group.value, group.count) }
  /// ```
  ///
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*); O(*n* / 64) for booleans.
  public func groups<Value: FieldValue>(
    by field: Field<Value>, in numbers: RecordSet? = nil
  ) -> RecordGroups<Value> {
    RecordGroups(self, field: schema.requiredIndex(of: field.definition), in: numbers)
  }

  /// Counts the records of each value of a field, among all records or those in a set. The most
  /// frequent value comes first, and of equally frequent ones the one that appears first.
  ///
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n* + *g* log *g*) for *g* different values
  public func counts<Value: FieldValue>(
    by field: Field<Value>, in numbers: RecordSet? = nil
  ) -> [RecordGroup<Value>] {
    let groups = groups(by: field, in: numbers)
    let counts = groups.counts
    let order = counts.indices.sorted {
      counts[$0] != counts[$1] ? counts[$0] > counts[$1] : $0 < $1
    }
    return order.map { groups[$0] }
  }

  /// Returns the distinct values of a field, among all records or those in a set, in order of first
  /// appearance.
  ///
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*)
  public func distinct<Value: FieldValue>(
    _ field: Field<Value>, in numbers: RecordSet? = nil
  ) -> [Value] {
    groups(by: field, in: numbers).values
  }

  /// Groups by a field of the schema, of all records or of those of a set.
  func positionGroups(
    ofField index: Int, in numbers: RecordSet?, membership: PositionGroups.Membership
  ) -> PositionGroups {
    switch columns[index] {
    case .integers(let chunks):
      return .grouping(source(chunks, in: numbers), membership: membership)
    case .doubles(let chunks):
      return .grouping(source(chunks, in: numbers), membership: membership)
    case .booleans(let chunks):
      return .grouping(source(chunks, in: numbers), membership: membership)
    case .texts(let chunks):
      guard let collator = collator(ofField: index) else {
        return .grouping(source(chunks, in: numbers), membership: membership)
      }
      return .grouping(source(chunks, in: numbers), by: collator, membership: membership)
    }
  }
}

// MARK: - Sums

extension RecordTable {
  /// Returns the sum of a field over all records, or those in a set; 0 when none has a value.
  ///
  /// ```swift
  /// let total = try cards.sum(amount, in: cards.search(paid))
  /// ```
  ///
  /// - Throws: ``RecordError/overflow(field:)`` when 64 bits do not hold the sum.
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*)
  public func sum<Value: IntegerValue>(
    _ field: Field<Value>, in numbers: RecordSet? = nil
  ) throws(RecordError) -> Int {
    guard let sum = integers(of: field, in: numbers).total.value else {
      throw .overflow(field: field.name)
    }
    return sum
  }

  /// Returns the sum of a field over all records, or those in a set; 0 when none has a value.
  ///
  /// Rounding errors are collected and added at the end, so that the result is nearly always the
  /// double nearest to the exact sum, and always the same.
  ///
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*)
  public func sum<Value: DoubleValue>(
    _ field: Field<Value>, in numbers: RecordSet? = nil
  ) -> Double {
    doubles(of: field, in: numbers).total.asDouble
  }

  /// Returns the mean of a field over all records, or those in a set; nil when none has a value.
  /// Records without a value are not counted.
  ///
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*)
  public func mean<Value: NumberValue>(
    _ field: Field<Value>, in numbers: RecordSet? = nil
  ) -> Double? {
    Value.fieldType == .integer
      ? integers(of: field, in: numbers).mean : doubles(of: field, in: numbers).mean
  }

  /// Returns the value of a field that sorts first among all records, or those in a set; nil when
  /// none has a value.
  ///
  /// Text is compared by its field's collation; of equal texts it is that of the first record.
  ///
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*)
  public func min<Value: SortableValue>(
    _ field: Field<Value>, in numbers: RecordSet? = nil
  ) -> Value? {
    extreme(of: field, last: false, in: numbers).flatMap { Value(cell: $0) }
  }

  /// Returns the value of a field that sorts first among all records, or those in a set; nil when
  /// none has a value.
  ///
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*)
  public func min<Value: SortableValue>(
    _ field: Field<Value?>, in numbers: RecordSet? = nil
  ) -> Value? {
    extreme(of: field, last: false, in: numbers).flatMap { Value(cell: $0) }
  }

  /// Returns the value of a field that sorts last among all records, or those in a set; nil when
  /// none has a value. For doubles it is NaN if one of the values is.
  ///
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*)
  public func max<Value: SortableValue>(
    _ field: Field<Value>, in numbers: RecordSet? = nil
  ) -> Value? {
    extreme(of: field, last: true, in: numbers).flatMap { Value(cell: $0) }
  }

  /// Returns the value of a field that sorts last among all records, or those in a set; nil when
  /// none has a value. For doubles it is NaN if one of the values is.
  ///
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*)
  public func max<Value: SortableValue>(
    _ field: Field<Value?>, in numbers: RecordSet? = nil
  ) -> Value? {
    extreme(of: field, last: true, in: numbers).flatMap { Value(cell: $0) }
  }

  private func integers(of field: some FieldHandle, in numbers: RecordSet?) -> NumberSummary<Int> {
    guard case .integers(let chunks) = columns[schema.requiredIndex(of: field.definition)] else {
      return NumberSummary()
    }
    return .of(source(chunks, in: numbers))
  }

  private func doubles(
    of field: some FieldHandle, in numbers: RecordSet?
  ) -> NumberSummary<Double> {
    guard case .doubles(let chunks) = columns[schema.requiredIndex(of: field.definition)] else {
      return NumberSummary()
    }
    return .of(source(chunks, in: numbers))
  }

  private func extreme(
    of field: some FieldHandle, last: Bool, in numbers: RecordSet?
  ) -> CellValue? {
    let index = schema.requiredIndex(of: field.definition)
    switch columns[index] {
    case .integers(let chunks):
      let summary = NumberSummary.of(source(chunks, in: numbers))
      return (last ? summary.greatest : summary.least).map { .integer($0) }
    case .doubles(let chunks):
      let summary = NumberSummary.of(source(chunks, in: numbers))
      guard let value = last ? summary.greatest : summary.least else { return nil }
      return schema.fields[index].type == .date
        ? .date(Date(timeIntervalSinceReferenceDate: value)) : .double(value)
    case .booleans: return nil
    case .texts(let chunks):
      let found = extremePosition(ofText: source(chunks, in: numbers), field: index, last: last)
      return found.map { cell(at: $0, field: index) }
    }
  }

  /// The first record of those whose text comes first, or last.
  private func extremePosition(ofText source: TextSource, field index: Int, last: Bool) -> Int? {
    let key = RecordOrder.Key(
      field: index, reading: readingIndex(ofField: index), isDescending: last,
      collator: collator(ofField: index))
    let column = KeyColumn(key, of: self)
    var found: [Int?] = Array(repeating: nil, count: source.chunkCount)
    found.withUnsafeMutableBufferPointer { found in
      let parts = Swift.min(Parallel.parts(for: source.count), Swift.max(1, found.count))
      Parallel.run(parts) { part in
        for chunk in Parallel.range(part, of: parts, count: found.count) {
          source.forEachValue(inChunk: chunk) { place in
            let position = chunk << ChunkLayout.shift + place
            let best = found[chunk] ?? position
            found[chunk] = column.compare(position, with: column, best) < 0 ? position : best
          }
        }
      }
    }
    return found.compactMap { $0 }.reduce(nil) { best, position in
      guard let best else { return position }
      return column.compare(position, with: column, best) < 0 ? position : best
    }
  }
}

// MARK: - Chunks

extension RecordTable {
  /// Calls `body` with each chunk that contains records of a set, or any records if no set is
  /// given, in ascending order.
  ///
  /// - Precondition: The records exist.
  package func forEachChunk<Failure: Error>(
    of numbers: RecordSet? = nil, _ body: (ChunkSlices) throws(Failure) -> Void
  ) throws(Failure) {
    let chunks = (numbers ?? self.numbers).chunks
    for (index, chunk) in chunks.enumerated() {
      guard let chunk, chunk.countOfTrue > 0 else { continue }
      let slices = zip(columns, schema.fields).map {
        ColumnSlice($0, type: $1.type, chunk: index)
      }
      // The closure's errors lose their type.
      let result = slices.withUnsafeBufferPointer { slices in
        Result { () throws(Failure) in
          try body(
            ChunkSlices(
              firstNumber: index << ChunkLayout.shift, columns: slices,
              words: UnsafePointer(chunk.words)))
        }
      }
      try withExtendedLifetime((self, chunk)) { () throws(Failure) in try result.get() }
    }
  }
}

// MARK: - Values

extension RecordTable {
  /// Returns the values of a field of all records, in ascending order of the records' numbers.
  ///
  /// ```swift
  /// let mean = cards.values(of: rate).reduce(0, +) / Double(cards.count)
  /// ```
  ///
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*), without a cell for each value where the type is a number, a boolean, text
  ///   or a date, optional or not.
  public func values<Value: FieldValue>(of field: Field<Value>) -> [Value] {
    let index = schema.requiredIndex(of: field.definition)
    if let values = plainValues(ofField: index, as: Value.self) { return values }
    let type = schema.fields[index].type
    return livePositions { position in
      guard let value = Value(cell: columns[index].cell(at: position, type: type)) else {
        // Values are checked when they are written; a type that then refuses its own value is wrong.
        fatalError("field “\(field.name)” of record \(position) is no value of its type")
      }
      return value
    }
  }

  /// The values of the types that can be taken as they are kept.
  private func plainValues<Value>(ofField index: Int, as type: Value.Type) -> [Value]? {
    switch columns[index] {
    case .integers(let chunks):
      if type == Int.self { return sameArray(gather(chunks) { $0.values[$1] }, of: Value.self) }
      if type == Int?.self {
        return sameArray(gatherOptionals(chunks) { $0.values[$1] }, of: Value.self)
      }
    case .doubles(let chunks):
      if type == Double.self { return sameArray(gather(chunks) { $0.values[$1] }, of: Value.self) }
      if type == Double?.self {
        return sameArray(gatherOptionals(chunks) { $0.values[$1] }, of: Value.self)
      }
      let date = { (chunk: ValueChunk<Double>, place: Int) in
        Date(timeIntervalSinceReferenceDate: chunk.values[place])
      }
      if type == Date.self { return sameArray(gather(chunks, date), of: Value.self) }
      if type == Date?.self { return sameArray(gatherOptionals(chunks, date), of: Value.self) }
    case .booleans(let chunks):
      if type == Bool.self { return sameArray(gather(chunks) { $0.value(at: $1) }, of: Value.self) }
      if type == Bool?.self {
        return sameArray(gatherOptionals(chunks) { $0.value(at: $1) }, of: Value.self)
      }
    case .texts(let chunks):
      let text = { (chunk: TextChunk, place: Int) in
        String(decoding: chunk.bytes(at: place), as: UTF8.self)
      }
      if type == String.self { return sameArray(gather(chunks, text), of: Value.self) }
      if type == String?.self { return sameArray(gatherOptionals(chunks, text), of: Value.self) }
    }
    return nil
  }

  @inline(__always)
  private func gather<Chunk: ColumnChunk, Value>(
    _ chunks: [Chunk], _ read: (Chunk, Int) -> Value
  ) -> [Value] {
    livePositions { read(chunks[$0 >> ChunkLayout.shift], $0 & ChunkLayout.mask) }
  }

  @inline(__always)
  private func gatherOptionals<Chunk: ColumnChunk, Value>(
    _ chunks: [Chunk], _ read: (Chunk, Int) -> Value
  ) -> [Value?] {
    livePositions { position in
      let chunk = chunks[position >> ChunkLayout.shift]
      let place = position & ChunkLayout.mask
      return chunk.holdsValue(at: place) ? read(chunk, place) : nil
    }
  }

  /// The results of `read` for the positions of all records.
  @inline(__always)
  private func livePositions<Value>(_ read: (Int) -> Value) -> [Value] {
    // The count of an empty array, which all threads share, would be written to otherwise.
    guard count > 0 else { return [] }
    return [Value](unsafeUninitializedCapacity: count) { buffer, initialized in
      guard let target = buffer.baseAddress else { return }
      for (index, chunk) in live.enumerated() {
        for word in 0..<ChunkLayout.words {
          chunk.words[word].forEachBit { bit in
            (target + initialized)
              .initialize(to: read(index << ChunkLayout.shift | word << 6 | bit))
            initialized += 1
          }
        }
      }
    }
  }
}
