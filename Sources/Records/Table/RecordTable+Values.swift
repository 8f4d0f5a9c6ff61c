internal import FoundationEssentials

extension RecordTable {
  /// The values of a field of all records, in ascending order of their numbers.
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

  /// What `read` gives for the position of every record.
  @inline(__always)
  private func livePositions<Value>(_ read: (Int) -> Value) -> [Value] {
    [Value](unsafeUninitializedCapacity: count) { buffer, initialized in
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
