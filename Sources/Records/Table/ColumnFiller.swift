/// Writes many values into a column, without making a cell of each where the type allows it.
protocol ColumnFiller: Sendable {
  var count: Int { get }

  /// The value at an index, for rules.
  func cell(at index: Int) -> CellValue

  /// Whether every value is one of the type and none is null, unless the field takes null: then
  /// only a field with rules has to look at them one by one.
  var isCheckedByItsType: Bool { get }

  /// Bytes of text in a range of values; 0 for other types.
  func byteCount(_ range: Range<Int>) -> Int

  /// Writes a value at a position of the column.
  func write(_ index: Int, to column: inout Column, at position: Int)

  /// Adds chunks to a column that ends with a full one: each holds a chunk's worth of values from
  /// `start` on, the last the rest.
  func appendChunks(from start: Int, to column: inout Column)
}

extension ColumnFiller {
  func byteCount(_ range: Range<Int>) -> Int { 0 }

  /// Makes the chunks for the values from `start` on, on all processors.
  func makeChunks<Chunk: ColumnChunk>(
    from start: Int, _ make: @Sendable (Range<Int>) -> Chunk
  ) -> [Chunk] {
    let total = count - start
    let chunks = ChunkLayout.chunks(for: total)
    return [Chunk](unsafeUninitializedCapacity: chunks) { buffer, initialized in
      guard let base = buffer.baseAddress else { return }
      // Unsafe as far as the compiler can see: every part writes chunks of its own.
      nonisolated(unsafe) let target = base
      Parallel.forEachRange(of: total, step: ChunkLayout.size) { range in
        for lower in stride(from: range.lowerBound, to: range.upperBound, by: ChunkLayout.size) {
          let upper = min(lower + ChunkLayout.size, range.upperBound)
          (target + lower >> ChunkLayout.shift).initialize(to: make(start + lower..<start + upper))
        }
      }
      initialized = chunks
    }
  }
}

/// Numbers, and dates as seconds.
struct NumberFiller<Element: FieldValue, Kept: BitwiseCopyable & Sendable & AdditiveArithmetic>:
  ColumnFiller
{
  let values: [Element]
  let kept: @Sendable (Element) -> Kept?

  init(_ values: [Element], _ kept: @escaping @Sendable (Element) -> Kept?) {
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
    let chunks = makeChunks(from: start) { range in
      values.withUnsafeBufferPointer { values in
        let target = UnsafeMutablePointer<Kept>.allocate(capacity: range.count)
        var present: PresenceBits?
        if Element.self == Kept.self, let base = values.baseAddress {
          UnsafeMutableRawPointer(target).copyMemory(
            from: base + range.lowerBound, byteCount: range.count * MemoryLayout<Kept>.stride)
        } else {
          for index in range {
            let value = kept(values[index])
            (target + (index - range.lowerBound)).initialize(to: value ?? .zero)
            if value == nil { markNull(index - range.lowerBound, in: &present) }
          }
        }
        return ValueChunk<Kept>(
          values: target, capacity: range.count, count: range.count, present: present, owner: nil)
      }
    }
    column.append(chunks)
  }
}

/// Notes that a place holds no value.
func markNull(_ place: Int, in present: inout PresenceBits?) {
  let bits = present ?? PresenceBits()
  bits[place] = false
  present = bits
}

extension Column {
  /// Adds chunks to a column of their kind.
  mutating func append(_ added: [some ColumnChunk]) {
    switch self {
    case .integers(var chunks):
      chunks.append(contentsOf: added.lazy.compactMap { $0 as? ValueChunk<Int> })
      self = .integers(chunks)
    case .doubles(var chunks):
      chunks.append(contentsOf: added.lazy.compactMap { $0 as? ValueChunk<Double> })
      self = .doubles(chunks)
    case .booleans(var chunks):
      chunks.append(contentsOf: added.lazy.compactMap { $0 as? BitChunk })
      self = .booleans(chunks)
    case .texts(var chunks):
      chunks.append(contentsOf: added.lazy.compactMap { $0 as? TextChunk })
      self = .texts(chunks)
    }
  }
}
