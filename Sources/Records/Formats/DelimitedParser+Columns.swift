internal import FoundationEssentials

extension DelimitedParser {
  /// Reads a regular run column by column.
  ///
  /// - Parameter origins: where the records stood before the run was mended.
  func columns(
    of grid: FieldGrid, _ text: RowText, origins: [RowOrigin]? = nil, memory: ColumnMemory
  ) -> RowBatch {
    var batch = RowBatch(rows: grid.rows, chunks: [], refused: RowBits(rows: grid.rows))
    var odd = RowBits(rows: grid.rows)
    var chunks = [RowBatch.Chunk?](repeating: nil, count: schema.fields.count)
    for (column, target) in targets.enumerated() {
      switch target {
      case .field(let index):
        let reader = ColumnReader(
          parser: self, field: schema.fields[index], grid: grid, column: column)
        chunks[index] = reader.chunk(memory, odd: &odd)
      case .number:
        batch.numbers = numbers(of: grid, column: column, odd: &odd)
      case .ignored: break
      }
    }
    if notesOrigins { batch.origins = origins ?? grid.origins(in: text) }
    batch.chunks = chunks.enumerated().map { index, chunk in
      chunk ?? constant(schema.fields[index], rows: grid.rows)
    }
    look(at: odd, of: grid, text, origins, in: &batch)
    return batch
  }

  private func numbers(of grid: FieldGrid, column: Int, odd: inout RowBits) -> [Int] {
    var numbers = [Int](repeating: 0, count: grid.rows)
    grid.forEach(column: column) { row, field in
      if let number = NumberText.integer(field), number >= 0 {
        numbers[row] = number
      } else {
        odd.insert(row)
      }
    }
    return numbers
  }

  /// The default of a field that has no column.
  private func constant(_ field: FieldDefinition, rows: Int) -> RowBatch.Chunk {
    var column = Column(for: field.type)
    for row in 0..<rows { column.set(field.defaultValue, at: row) }
    return column.firstChunk ?? emptyChunk(of: field.type)
  }

  /// Reads the rows again that hold something out of the ordinary.
  private func look(
    at odd: RowBits, of grid: FieldGrid, _ text: RowText, _ origins: [RowOrigin]?,
    in batch: inout RowBatch
  ) {
    guard !odd.isEmpty else { return }
    var finder = LineFinder(text)
    for row in odd.rows {
      let bytes = grid.row(row)
      switch self.row(bytes) {
      case .success(let cells):
        for (index, cell) in cells.values { batch.chunks[index].write(cell, at: row) }
        if let number = cells.number { batch.numbers?[row] = number }
      case .failure(let failure):
        batch.refused.insert(row)
        batch.refusedCount += 1
        if batch.refusals.count < mostRefusals {
          let line = origins?[row].line ?? finder.line(at: grid.offset(ofRow: row))
          batch.refusals.append(failure.refusal(of: bytes, line: line))
        }
      }
    }
  }
}

extension Column {
  /// The first chunk as that of a batch.
  var firstChunk: RowBatch.Chunk? {
    switch self {
    case .integers(let chunks): chunks.first.map { .integers($0) }
    case .doubles(let chunks): chunks.first.map { .doubles($0) }
    case .booleans(let chunks): chunks.first.map { .booleans($0) }
    case .texts(let chunks): chunks.first.map { .texts($0) }
    }
  }
}

extension RowBatch.Chunk {
  /// Writes a value in place of another; text is right already, as it has no odd forms.
  fileprivate func write(_ cell: CellValue, at row: Int) {
    switch (self, cell) {
    case (.integers(let chunk), .integer(let value)): chunk.set(value, at: row)
    case (.doubles(let chunk), .double(let value)): chunk.set(value, at: row)
    case (.doubles(let chunk), .date(let value)):
      chunk.set(value.timeIntervalSinceReferenceDate, at: row)
    case (.booleans(let chunk), .boolean(let value)): chunk.set(value, at: row)
    case (.integers(let chunk), .null): chunk.set(nil, at: row)
    case (.doubles(let chunk), .null): chunk.set(nil, at: row)
    case (.booleans(let chunk), .null): chunk.set(nil, at: row)
    default: break
    }
  }
}
