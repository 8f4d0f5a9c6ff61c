/// Text.
struct TextFiller<Element: TextElement>: ColumnFiller {
  let values: [Element]

  var count: Int { values.count }
  var isCheckedByItsType: Bool { true }
  func cell(at index: Int) -> CellValue { values[index].cell }

  func byteCount(_ range: Range<Int>) -> Int {
    range.reduce(0) { $0 + values[$1].byteCount }
  }

  func write(_ index: Int, to column: inout Column, at position: Int) {
    column.set(values[index].cell, at: position)
  }

  func appendChunks(from start: Int, to column: inout Column) {
    column.append(
      makeChunks(from: start) { range in
        TextChunk(copying: range, byteCount: byteCount(range)) { index, body in
          values[index].withText(body)
        }
      })
  }
}

/// Booleans.
struct BitFiller<Element: FieldValue>: ColumnFiller {
  let values: [Element]
  let kept: @Sendable (Element) -> Bool?

  init(_ values: [Element], _ kept: @escaping @Sendable (Element) -> Bool?) {
    self.values = values
    self.kept = kept
  }

  var count: Int { values.count }
  var isCheckedByItsType: Bool { true }
  func cell(at index: Int) -> CellValue { values[index].cell }

  func write(_ index: Int, to column: inout Column, at position: Int) {
    column.set(values[index].cell, at: position)
  }

  func appendChunks(from start: Int, to column: inout Column) {
    column.append(
      makeChunks(from: start) { range in
        let chunk = BitChunk()
        for index in range { chunk.set(kept(values[index]), at: index - range.lowerBound) }
        return chunk
      })
  }
}

/// Cells of any type: what files, and types of a program's own, are filled from.
struct CellFiller: ColumnFiller {
  let cells: [CellValue]

  var count: Int { cells.count }
  var isCheckedByItsType: Bool { false }
  func cell(at index: Int) -> CellValue { cells[index] }

  func byteCount(_ range: Range<Int>) -> Int {
    range.reduce(0) { $0 + cells[$1].byteCount }
  }

  func write(_ index: Int, to column: inout Column, at position: Int) {
    column.set(cells[index], at: position)
  }

  func appendChunks(from start: Int, to column: inout Column) {
    if case .texts = column {
      column.append(
        makeChunks(from: start) { range in
          TextChunk(copying: range, byteCount: byteCount(range)) { index, body in
            cells[index].withBytes(body)
          }
        })
    } else {
      let first = column.chunkCount << ChunkLayout.shift
      for index in start..<count { column.set(cells[index], at: first + index - start) }
    }
  }
}

/// The default of a field that was given no column.
struct DefaultFiller: ColumnFiller {
  let value: CellValue
  let count: Int

  var isCheckedByItsType: Bool { !value.isNull }
  func cell(at index: Int) -> CellValue { value }
  func byteCount(_ range: Range<Int>) -> Int { range.count * value.byteCount }

  func write(_ index: Int, to column: inout Column, at position: Int) {
    column.set(value, at: position)
  }

  func appendChunks(from start: Int, to column: inout Column) {
    let first = column.chunkCount << ChunkLayout.shift
    for index in start..<count { column.set(value, at: first + index - start) }
  }
}

extension Column {
  var chunkCount: Int {
    switch self {
    case .integers(let chunks): chunks.count
    case .doubles(let chunks): chunks.count
    case .booleans(let chunks): chunks.count
    case .texts(let chunks): chunks.count
    }
  }
}

extension TextChunk {
  /// A chunk of the values that `bytes` gives for each index of a range; together they have
  /// `byteCount` bytes.
  convenience init(
    copying range: Range<Int>, byteCount: Int,
    _ bytes: (Int, (UnsafeBufferPointer<UInt8>?) -> Void) -> Void
  ) {
    let slots = UnsafeMutablePointer<TextSlot>.allocate(capacity: range.count)
    let arena = UnsafeMutablePointer<UInt8>.allocate(capacity: byteCount + TextChunk.slack)
    var used = 0
    var present: PresenceBits?
    for index in range {
      let place = index - range.lowerBound
      bytes(index) { text in
        if text == nil { markNull(place, in: &present) }
        let count = text?.count ?? 0
        if let start = text?.baseAddress { (arena + used).initialize(from: start, count: count) }
        (slots + place).initialize(
          to: TextSlot(offset: UInt32(truncatingIfNeeded: used), count: UInt32(count)))
        used += count
      }
    }
    (arena + used).initialize(repeating: 0, count: byteCount + TextChunk.slack - used)
    self.init(
      slots: slots, capacity: range.count, count: range.count, present: present, arena: arena,
      arenaCount: used, owner: nil)
  }
}
