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
    var chunks: [Column] = []
    for (index, filler) in fillers.enumerated() {
      guard hasRoom(in: index, for: filler, single: single),
        let made = filler.chunks(single..<count)
      else { throw .tooMuchText(field: schema.fields[index].name) }
      chunks.append(made)
    }
    for (index, filler) in fillers.enumerated() {
      for value in 0..<single { columns[index].set(filler.cell(value), at: start + value) }
      guard single < count else { continue }
      // Chunks before the new ones may be missing, where the last records were undone.
      columns[index].reserveChunks(ChunkLayout.chunks(for: start))
      columns[index].append(chunks[index])
    }
    nextPosition = start + count
    self.count += count
    return makeLive(start..<nextPosition)
  }

  /// Appending columns that hold the same field twice or not as many values is refused.
  private func fillers(
    for added: [RecordColumn], count: Int
  ) throws(RecordError) -> [ColumnFiller] {
    var given = [ColumnFiller?](repeating: nil, count: columns.count)
    for column in added {
      let index = try schema.checkedIndex(of: column.definition)
      guard given[index] == nil else { throw .duplicateColumn(field: column.definition.name) }
      guard column.count == count else {
        throw .unevenColumns(
          field: column.definition.name, expected: count, found: column.count)
      }
      given[index] = column.filler
    }
    var fillers: [ColumnFiller] = []
    for (field, filler) in zip(schema.fields, given) {
      guard let filler else {
        if count > 0 { try field.check(field.defaultValue) }
        fillers.append(.repeated(field.defaultValue, count: count, type: field.type))
        continue
      }
      if !filler.isCheckedByItsType || !field.rules.isEmpty {
        for index in 0..<count { try field.check(filler.cell(index)) }
      }
      fillers.append(filler)
    }
    return fillers
  }

  /// Whether the first values fit into the last chunk in use.
  private func hasRoom(in index: Int, for filler: ColumnFiller, single: Int) -> Bool {
    guard case .texts(let chunks) = columns[index] else { return true }
    let chunk = nextPosition >> ChunkLayout.shift
    let bytes = (0..<single).reduce(0) { $0 + filler.cell($1).byteCount }
    return chunk < chunks.count ? chunks[chunk].hasRoom(for: bytes) : bytes <= TextChunk.mostBytes
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
