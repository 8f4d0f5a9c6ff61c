/// Appends batches of records to a table, and collects those that were refused.
struct BatchAssembler {
  private let refusals: ReadingOptions.RefusalPolicy
  private var keys: RecordKeys?
  private(set) var report = ReadingReport()

  /// - Parameter keys: Those of the table, where records are refused whose key is taken.
  init(refusals: ReadingOptions.RefusalPolicy, keys: RecordKeys? = nil) {
    self.refusals = refusals
    self.keys = keys
  }

  /// Appends the records of a batch that was read from `text`.
  mutating func append(
    _ batch: RowBatch, of text: RowText, to table: inout RecordTable
  ) throws(RecordTextError) {
    if case .stop = refusals, let first = batch.refusals.first { throw first.error }
    note(batch.refusals, count: batch.refusedCount)
    guard batch.rows > 0 else { return }
    let positions = try place(batch, of: text, in: &table)
    if keys != nil { try refuse(positions, of: batch, text, in: &table) }
  }

  /// Appends the records of a batch, and returns the position of each row, -1 for refused ones.
  private mutating func place(
    _ batch: RowBatch, of text: RowText, in table: inout RecordTable
  ) throws(RecordTextError) -> [Int] {
    let rows = batch.rows
    let isAligned = table.nextPosition & ChunkLayout.mask == 0
    if isAligned, batch.refused.population == 0, batch.numbers == nil {
      guard table.nextPosition + rows <= Self.mostPositions else {
        throw .tableFull(.numberInUse(RecordNumber(Self.mostPositions)))
      }
      table.adopt(batch)
      report.appended += rows
      return keys == nil ? [] : Array(table.nextPosition - rows..<table.nextPosition)
    }
    let positions = try positions(for: batch, of: text, in: table)
    try table.append(batch, at: positions)
    report.appended += positions.count { $0 >= 0 }
    return positions
  }

  /// Removes appended records again that break a rule of the keys.
  private mutating func refuse(
    _ positions: [Int], of batch: RowBatch, _ text: RowText, in table: inout RecordTable
  ) throws(RecordTextError) {
    guard var keys else { return }
    self.keys = nil
    keys.follow(table)
    defer { self.keys = keys }
    guard !keys.isWhole else { return }
    var refused: [RefusedRecord] = []
    for (row, position) in positions.enumerated() where position >= 0 {
      guard let (error, field) = keys.complaint(aboutAppended: RecordNumber(position)) else {
        continue
      }
      let origin = batch.origins[row]
      let bytes = UnsafeBufferPointer(rebasing: text.bytes[origin.bytes])
      let refusal = RowFailure(problem: .refused(error), field: field, offset: 0)
        .refusal(of: bytes, line: origin.line)
      if case .stop = refusals { throw refusal.error }
      refused.append(refusal)
      // Cannot fail: the record was just appended.
      try? keys.remove(RecordNumber(position))
    }
    table = keys.table
    report.appended -= refused.count
    note(refused, count: refused.count)
    report.refused.sort { $0.line < $1.line }
  }

  /// Positions are kept in 32 bits by sorts.
  private static let mostPositions = 1 << 32

  private mutating func note(_ refused: [RefusedRecord], count: Int) {
    report.refusedCount += count
    guard case .collect(let limit) = refusals else { return }
    report.refused += refused.prefix(max(0, limit - report.refused.count))
  }

  /// The position of each row, -1 for refused ones.
  private mutating func positions(
    for batch: RowBatch, of text: RowText, in table: RecordTable
  ) throws(RecordTextError) -> [Int] {
    var next = table.nextPosition
    var positions = [Int](repeating: -1, count: batch.rows)
    for row in 0..<batch.rows where !batch.refused[row] {
      if let number = batch.numbers?[row] {
        guard number >= next, number < Self.mostPositions else {
          let origin = batch.origins[row]
          let bytes = UnsafeBufferPointer(rebasing: text.bytes[origin.bytes])
          let refusal = RowFailure(problem: .badNumber(text: "\(number)"), column: 0, offset: 0)
            .refusal(of: bytes, line: origin.line)
          if case .stop = refusals { throw refusal.error }
          note([refusal], count: 1)
          continue
        }
        next = number
      }
      guard next < Self.mostPositions else {
        throw .tableFull(.numberInUse(RecordNumber(Self.mostPositions)))
      }
      positions[row] = next
      next += 1
    }
    return positions
  }
}

extension RecordTable {
  /// Takes the chunks of a batch as its own.
  ///
  /// - Precondition: The next record begins a chunk, and none of the batch was refused.
  fileprivate mutating func adopt(_ batch: RowBatch) {
    let index = nextPosition >> ChunkLayout.shift
    for (field, column) in batch.columns.enumerated() {
      columns[field].put(column, at: index)
    }
    let bits = BitChunk()
    for word in 0..<batch.rows / 64 { bits.words[word] = ~0 }
    if !batch.rows.isMultiple(of: 64) {
      bits.words[batch.rows / 64] = 1 << UInt64(batch.rows % 64) - 1
    }
    bits.count = batch.rows
    padChunks(&live, to: index)
    if live.count > index { live[index] = bits } else { live.append(bits) }
    nextPosition += batch.rows
    count += batch.rows
  }

  /// Writes the rows of a batch, each at its position; positions ascend, -1 is left out.
  fileprivate mutating func append(
    _ batch: RowBatch, at positions: [Int]
  ) throws(RecordTextError) {
    for (field, column) in batch.columns.enumerated() {
      guard columns[field].append(column, at: positions) else {
        throw .tableFull(.tooMuchText(field: schema.fields[field].name))
      }
    }
    for position in positions where position >= 0 {
      padChunks(&live, to: position >> ChunkLayout.shift)
      setLive(true, at: position)
      nextPosition = position + 1
      count += 1
    }
  }
}

extension Column {
  /// Puts the chunk of a column at its place, as the last one.
  fileprivate mutating func put(_ added: Column, at index: Int) {
    func put<Chunk: ColumnChunk>(_ added: [Chunk], in chunks: inout [Chunk]) {
      padChunks(&chunks, to: index)
      if chunks.count > index { chunks[index] = added[0] } else { chunks.append(added[0]) }
    }
    switch (self, added) {
    case (.integers(var chunks), .integers(let added)):
      self = .integers([])
      put(added, in: &chunks)
      self = .integers(chunks)
    case (.doubles(var chunks), .doubles(let added)):
      self = .doubles([])
      put(added, in: &chunks)
      self = .doubles(chunks)
    case (.booleans(var chunks), .booleans(let added)):
      self = .booleans([])
      put(added, in: &chunks)
      self = .booleans(chunks)
    case (.texts(var chunks), .texts(let added)):
      self = .texts([])
      put(added, in: &chunks)
      self = .texts(chunks)
    default: break
    }
  }

  /// Copies the values of a column of one chunk; false when a chunk has no room for more text.
  fileprivate mutating func append(_ added: Column, at positions: [Int]) -> Bool {
    switch (self, added) {
    case (.integers(var chunks), .integers(let added)):
      let chunk = added[0]
      self = .integers([])
      forEach(positions, of: &chunks) { row, target, place in
        target.set(chunk.holdsValue(at: row) ? chunk.values[row] : nil, at: place)
        return true
      }
      self = .integers(chunks)
    case (.doubles(var chunks), .doubles(let added)):
      let chunk = added[0]
      self = .doubles([])
      forEach(positions, of: &chunks) { row, target, place in
        target.set(chunk.holdsValue(at: row) ? chunk.values[row] : nil, at: place)
        return true
      }
      self = .doubles(chunks)
    case (.booleans(var chunks), .booleans(let added)):
      let chunk = added[0]
      self = .booleans([])
      forEach(positions, of: &chunks) { row, target, place in
        target.set(chunk.holdsValue(at: row) ? chunk.value(at: row) : nil, at: place)
        return true
      }
      self = .booleans(chunks)
    case (.texts(var chunks), .texts(let added)):
      let chunk = added[0]
      self = .texts([])
      defer { self = .texts(chunks) }
      return forEach(positions, of: &chunks) { row, target, place in
        let bytes = chunk.bytes(at: row)
        guard target.hasRoom(for: bytes.count) else { return false }
        target.set(chunk.holdsValue(at: row) ? bytes : nil, at: place)
        return true
      }
    default: break
    }
    return true
  }

  @inline(__always) @discardableResult
  private func forEach<Chunk: ColumnChunk>(
    _ positions: [Int], of chunks: inout [Chunk],
    _ body: (_ row: Int, _ target: Chunk, _ place: Int) -> Bool
  ) -> Bool {
    for (row, position) in positions.enumerated() where position >= 0 {
      padChunks(&chunks, to: position >> ChunkLayout.shift)
      let chunk = editableChunk(&chunks, at: position)
      guard body(row, chunk, position & ChunkLayout.mask) else { return false }
    }
    return true
  }
}
