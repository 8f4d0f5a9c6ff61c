internal import FoundationEssentials

/// Makes a column of many values, without a cell of each where the type allows it.
///
/// A value of closures and not a generic type: what is called for each of a million values is then
/// compiled for their type.
struct ColumnFiller: Sendable {
  let count: Int
  /// Whether every value is one that a field without rules takes.
  let isCheckedByItsType: Bool
  /// The value at an index.
  let cell: @Sendable (_ index: Int) -> CellValue
  /// Chunks with the values of a range, all but the last full; nil when one would hold too much
  /// text.
  let chunks: @Sendable (_ range: Range<Int>) -> Column?

  /// Makes chunks on all processors.
  @inline(__always)
  static func makeChunks<Chunk: ColumnChunk>(
    _ range: Range<Int>, _ make: (Range<Int>) -> Chunk?
  ) -> [Chunk]? {
    var chunks = [Chunk?](repeating: nil, count: ChunkLayout.chunks(for: range.count))
    chunks.withUnsafeMutableBufferPointer { buffer in
      guard let target = buffer.baseAddress else { return }
      Parallel.forEachRange(of: range.count, step: ChunkLayout.size) { part in
        for lower in stride(from: part.lowerBound, to: part.upperBound, by: ChunkLayout.size) {
          let upper = min(lower + ChunkLayout.size, part.upperBound)
          // Every part writes chunks of its own.
          target[lower >> ChunkLayout.shift] = make(
            range.lowerBound + lower..<range.lowerBound + upper)
        }
      }
    }
    let made = chunks.compactMap { $0 }
    return made.count == chunks.count ? made : nil
  }
}

extension ColumnFiller {
  /// Values that are kept as 64 bits.
  @inline(__always)
  static func numbers<Value: FieldValue, Kept: BitwiseCopyable & Sendable & AdditiveArithmetic>(
    _ values: [Value], _ column: @escaping @Sendable ([ValueChunk<Kept>]) -> Column,
    _ kept: @escaping @Sendable (Value) -> Kept?
  ) -> ColumnFiller {
    ColumnFiller(
      count: values.count, isCheckedByItsType: true, cell: { values[$0].cell },
      chunks: { range in
        makeChunks(range) { range in
          let target = UnsafeMutablePointer<Kept>.allocate(capacity: range.count)
          var present: PresenceBits?
          if Value.self == Kept.self {
            values.withUnsafeBytes { bytes in
              let bytes = bytes.bindMemory(to: Kept.self)
              _ = UnsafeMutableBufferPointer(start: target, count: range.count)
                .initialize(from: bytes[range])
            }
            return ValueChunk<Kept>(
              values: target, capacity: range.count, count: range.count, owner: nil)
          }
          for (place, index) in range.enumerated() {
            let value = kept(values[index])
            (target + place).initialize(to: value ?? .zero)
            if value == nil { markNull(place, in: &present) }
          }
          return ValueChunk<Kept>(
            values: target, capacity: range.count, count: range.count, present: present,
            owner: nil)
        }.map(column)
      })
  }

  /// Booleans.
  @inline(__always)
  static func bits<Value: FieldValue>(
    _ values: [Value], _ kept: @escaping @Sendable (Value) -> Bool?
  ) -> ColumnFiller {
    ColumnFiller(
      count: values.count, isCheckedByItsType: true, cell: { values[$0].cell },
      chunks: { range in
        makeChunks(range) { range in
          let chunk = BitChunk()
          for (place, index) in range.enumerated() { chunk.set(kept(values[index]), at: place) }
          return chunk
        }.map(Column.booleans)
      })
  }

  /// Text and data.
  @inline(__always)
  static func texts<Value: Sendable>(
    _ values: [Value], isCheckedByItsType: Bool, cell: @escaping @Sendable (Value) -> CellValue,
    byteCount: @escaping @Sendable (Value) -> Int,
    bytes: @escaping @Sendable (Value, (UTF8Bytes?) -> Void) -> Void
  ) -> ColumnFiller {
    ColumnFiller(
      count: values.count, isCheckedByItsType: isCheckedByItsType, cell: { cell(values[$0]) },
      chunks: { range in
        makeChunks(range) { range in
          TextChunk(
            copying: range, byteCount: { byteCount(values[$0]) },
            bytes: { bytes(values[$0], $1) })
        }.map(Column.texts)
      })
  }
}

/// Notes that a place holds no value.
func markNull(_ place: Int, in present: inout PresenceBits?) {
  let bits = present ?? PresenceBits()
  bits[place] = false
  present = bits
}

extension TextChunk {
  /// A chunk of the values that `bytes` gives for each index of a range; nil when they are too much.
  @inline(__always)
  convenience init?(
    copying range: Range<Int>, byteCount: (Int) -> Int,
    bytes: (Int, (UTF8Bytes?) -> Void) -> Void
  ) {
    var total = 0
    for index in range { total += byteCount(index) }
    guard total <= TextChunk.mostBytes else { return nil }
    let slots = UnsafeMutablePointer<TextSlot>.allocate(capacity: range.count)
    let arena = UnsafeMutablePointer<UInt8>.allocate(capacity: total + TextChunk.slack)
    var used = 0
    var present: PresenceBits?
    for (place, index) in range.enumerated() {
      bytes(index) { text in
        if text == nil { markNull(place, in: &present) }
        let count = text?.count ?? 0
        if let start = text?.baseAddress { (arena + used).initialize(from: start, count: count) }
        (slots + place).initialize(
          to: TextSlot(
            offset: UInt32(truncatingIfNeeded: used), count: UInt32(truncatingIfNeeded: count)))
        used += count
      }
    }
    (arena + used).initialize(repeating: 0, count: total + TextChunk.slack - used)
    self.init(
      slots: slots, capacity: range.count, count: range.count, present: present, arena: arena,
      arenaCount: used, owner: nil)
  }
}

// MARK: - Kinds

extension ColumnFiller {
  /// The way to write values of a type that is kept as it is, or nil.
  static func plain<Value>(_ values: [Value]) -> ColumnFiller? {
    if let values = sameArray(values, of: Int.self) {
      return numbers(values, Column.integers) { $0 }
    }
    if let values = sameArray(values, of: Int?.self) {
      return numbers(values, Column.integers) { $0 }
    }
    if let values = sameArray(values, of: Double.self) {
      return numbers(values, Column.doubles) { $0 }
    }
    if let values = sameArray(values, of: Double?.self) {
      return numbers(values, Column.doubles) { $0 }
    }
    if let values = sameArray(values, of: Date.self) {
      return numbers(values, Column.doubles) { $0.timeIntervalSinceReferenceDate }
    }
    if let values = sameArray(values, of: Date?.self) {
      return numbers(values, Column.doubles) { $0?.timeIntervalSinceReferenceDate }
    }
    if let values = sameArray(values, of: Bool.self) { return bits(values) { $0 } }
    if let values = sameArray(values, of: Bool?.self) { return bits(values) { $0 } }
    return text(values)
  }

  private static func text<Value>(_ values: [Value]) -> ColumnFiller? {
    if let values = sameArray(values, of: String.self) {
      return texts(
        values, isCheckedByItsType: true, cell: { .string($0) }, byteCount: { $0.utf8.count },
        bytes: { withContiguousBytes(of: $0, $1) })
    }
    if let values = sameArray(values, of: String?.self) {
      return texts(
        values, isCheckedByItsType: true, cell: { $0.cell }, byteCount: { $0?.utf8.count ?? 0 },
        bytes: { text, body in
          if let text { withContiguousBytes(of: text, body) } else { body(nil) }
        })
    }
    return nil
  }

  /// Cells of any type: what files, and types of a program's own, are filled from.
  static func cells(_ cells: [CellValue], type: FieldType) -> ColumnFiller {
    switch type {
    case .string, .data, .json:
      return texts(
        cells, isCheckedByItsType: false, cell: { $0 }, byteCount: { $0.byteCount },
        bytes: { cell, body in cell.withBytes(body) })
    case .integer, .double, .date, .boolean:
      return ColumnFiller(
        count: cells.count, isCheckedByItsType: false, cell: { cells[$0] },
        chunks: { range in
          var column = Column(for: type)
          for (position, index) in range.enumerated() { column.set(cells[index], at: position) }
          return column
        })
    }
  }

  /// The same value again and again: the default of a field that was given no column.
  static func repeated(_ cell: CellValue, count: Int, type: FieldType) -> ColumnFiller {
    ColumnFiller(
      count: count, isCheckedByItsType: !cell.isNull, cell: { _ in cell },
      chunks: { range in
        var column = Column(for: type)
        for position in 0..<range.count {
          guard column.hasRoom(for: cell, at: position) else { return nil }
          column.set(cell, at: position)
        }
        return column
      })
  }
}

/// Calls `body` with the UTF-8 of a text.
@inline(__always)
private func withContiguousBytes(of text: String, _ body: (UTF8Bytes?) -> Void) {
  // Only text that came from elsewhere has no contiguous bytes.
  if text.utf8.withContiguousStorageIfAvailable({ body($0) }) == nil {
    withBytes(of: text) { body($0) }
  }
}

/// The array, if its elements are of this very type; nil otherwise.
///
/// `as?` would look at every element, and take optionals that are all there for values.
func sameArray<Element, Other>(_ array: [Element], of type: Other.Type) -> [Other]? {
  // Both are the same type then.
  Element.self == type ? unsafeBitCast(array, to: [Other].self) : nil
}
