extension RecordTable {
  /// Adds many records, given column by column: the fast way to fill a table.
  ///
  /// ```swift
  /// try cards.append(columns: [name.column(names), rate.column(rates)])
  /// ```
  ///
  /// Fields without a column hold their default in every new record.
  ///
  /// - Returns: The numbers of the new records, which ascend in the order of the values.
  /// - Throws: ``RecordError/unevenColumns(field:expected:found:)``,
  ///   ``RecordError/duplicateColumn(field:)``, ``RecordError/foreignField(name:)``, or why a value
  ///   is missing or refused; the table is then as it was.
  /// - Complexity: O(*n*); on all processors where columns are long.
  @discardableResult
  public mutating func append(columns added: [RecordColumn]) throws(RecordError) -> RecordSet {
    let count = added.first?.count ?? 0
    let fillers = try fillers(for: added, count: count)
    guard count > 0 else { return RecordSet() }
    let start = nextPosition
    guard count < Self.mostPositions - start else {
      throw .numberInUse(RecordNumber(Self.mostPositions))
    }
    // Values up to the end of the last chunk in use are written one by one, the others as chunks.
    let single = Swift.min(count, -start & ChunkLayout.mask)
    for (index, filler) in fillers.enumerated() {
      try checkRoom(in: index, for: filler, single: single)
    }
    for (index, filler) in fillers.enumerated() {
      for value in 0..<single { filler.write(value, to: &columns[index], at: start + value) }
      if single < count {
        // Chunks before the new ones may be missing where records were removed.
        columns[index].reserveChunks(ChunkLayout.chunks(for: start))
        filler.appendChunks(from: single, to: &columns[index])
      }
    }
    nextPosition = start + count
    self.count += count
    return makeLive(start..<nextPosition)
  }

  /// Appending columns that hold the same field twice or not as many values is refused.
  private func fillers(
    for added: [RecordColumn], count: Int
  ) throws(RecordError) -> [any ColumnFiller] {
    var given = [(any ColumnFiller)?](repeating: nil, count: columns.count)
    for column in added {
      let index = try schema.checkedIndex(of: column.definition)
      guard given[index] == nil else { throw .duplicateColumn(field: column.definition.name) }
      guard column.count == count else {
        throw .unevenColumns(
          field: column.definition.name, expected: count, found: column.count)
      }
      given[index] = column.source
    }
    var fillers: [any ColumnFiller] = []
    for (field, filler) in zip(schema.fields, given) {
      let filler = filler ?? DefaultFiller(value: field.defaultValue, count: count)
      if !filler.isCheckedByItsType || !field.rules.isEmpty {
        // One look at a default is enough.
        let checked = filler is DefaultFiller ? Swift.min(1, count) : count
        for index in 0..<checked { try field.check(filler.cell(at: index)) }
      }
      fillers.append(filler)
    }
    return fillers
  }

  private func checkRoom(
    in index: Int, for filler: any ColumnFiller, single: Int
  ) throws(RecordError) {
    guard case .texts(let chunks) = columns[index] else { return }
    let chunk = nextPosition >> ChunkLayout.shift
    let inFirst = filler.byteCount(0..<single)
    var fits = chunk < chunks.count ? chunks[chunk].hasRoom(for: inFirst) : true
    for lower in stride(from: single, to: filler.count, by: ChunkLayout.size) where fits {
      let upper = Swift.min(lower + ChunkLayout.size, filler.count)
      fits = filler.byteCount(lower..<upper) <= TextChunk.mostBytes
    }
    guard fits, inFirst <= TextChunk.mostBytes else {
      throw .tooMuchText(field: schema.fields[index].name)
    }
  }

  /// Sets the bits of new records.
  private mutating func makeLive(_ range: Range<Int>) -> RecordSet {
    var added: [BitChunk?] = []
    while added.count < range.lowerBound >> ChunkLayout.shift { added.append(nil) }
    var lower = range.lowerBound
    while lower < range.upperBound {
      let upper = Swift.min((lower | ChunkLayout.mask) + 1, range.upperBound)
      let chunk = BitChunk()
      chunk.setPlain(placesFrom: lower & ChunkLayout.mask, count: upper - lower)
      added.append(chunk)
      editableChunk(&live, at: lower)
        .setPlain(placesFrom: lower & ChunkLayout.mask, count: upper - lower)
      lower = upper
    }
    return RecordSet(chunks: added, count: range.count)
  }
}

extension BitChunk {
  /// Sets a run of bits of a chunk that has no nulls.
  func setPlain(placesFrom start: Int, count added: Int) {
    var place = start
    while place < start + added {
      if place & 63 == 0, place + 64 <= start + added {
        words[place >> 6] = ~0
        place += 64
      } else {
        words[place >> 6] |= 1 << UInt64(place & 63)
        place += 1
      }
    }
    count = Swift.max(count, start + added)
  }
}

extension Column {
  /// Adds empty chunks until there are so many.
  mutating func reserveChunks(_ wanted: Int) {
    let missing = wanted - chunkCount
    guard missing > 0 else { return }
    switch self {
    case .integers: append((0..<missing).map { _ in ValueChunk<Int>(capacity: 0) })
    case .doubles: append((0..<missing).map { _ in ValueChunk<Double>(capacity: 0) })
    case .booleans: append((0..<missing).map { _ in BitChunk(capacity: 0) })
    case .texts: append((0..<missing).map { _ in TextChunk(capacity: 0) })
    }
  }
}
