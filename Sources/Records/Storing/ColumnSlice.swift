/// The values of one field in one chunk of a table, which are read without making a ``CellValue``.
///
/// It is valid only within the closure of ``RecordTable/forEachChunk(of:_:)``. Only places of
/// existing records may be read.
package struct ColumnSlice {
  package let kind: StoredKind
  /// `Int`, `Double`, words of bits, or ``TextSlot``.
  @usableFromInline let values: UnsafeRawPointer
  @usableFromInline let arena: UnsafePointer<UInt8>?
  @usableFromInline let presence: UnsafePointer<UInt64>?

  init(_ column: Column, type: FieldType, chunk index: Int) {
    kind = type.storedKind
    let present: PresenceBits?
    var texts: UnsafePointer<UInt8>?
    switch column {
    case .integers(let chunks):
      (values, present) = (UnsafeRawPointer(chunks[index].values), chunks[index].present)
    case .doubles(let chunks):
      (values, present) = (UnsafeRawPointer(chunks[index].values), chunks[index].present)
    case .booleans(let chunks):
      (values, present) = (UnsafeRawPointer(chunks[index].words), chunks[index].present)
    case .texts(let chunks):
      (values, present) = (UnsafeRawPointer(chunks[index].slots), chunks[index].present)
      texts = UnsafePointer(chunks[index].arena)
    }
    arena = texts
    presence = present.map { UnsafePointer($0.words) }
  }

  /// Whether the record at a place has a value rather than null.
  @inlinable @inline(__always)
  package func holdsValue(at place: Int) -> Bool {
    guard let presence else { return true }
    return presence[place >> 6] >> UInt64(place & 63) & 1 != 0
  }

  @inlinable @inline(__always)
  package func integer(at place: Int) -> Int {
    values.assumingMemoryBound(to: Int.self)[place]
  }

  /// The double at a place, or the date as seconds since 2001-01-01 UTC.
  @inlinable @inline(__always)
  package func double(at place: Int) -> Double {
    values.assumingMemoryBound(to: Double.self)[place]
  }

  @inlinable @inline(__always)
  package func boolean(at place: Int) -> Bool {
    values.assumingMemoryBound(to: UInt64.self)[place >> 6] >> UInt64(place & 63) & 1 != 0
  }

  /// The bytes at a place: UTF-8 of text and JSON, or data.
  @inlinable @inline(__always)
  package func bytes(at place: Int) -> UnsafeBufferPointer<UInt8> {
    // A slot: the offset in the arena and the count, 32 bits each.
    let slot = values.assumingMemoryBound(to: UInt32.self) + place * 2
    return UnsafeBufferPointer(start: arena.map { $0 + Int(slot[0]) }, count: Int(slot[1]))
  }
}

/// One chunk of a table, with the places of the requested records in it.
package struct ChunkSlices {
  /// The number of the record at place 0.
  package let firstNumber: Int
  /// The slices of the fields, in the schema's order.
  package let columns: UnsafeBufferPointer<ColumnSlice>
  /// The places of the records, a bit each: 128 words.
  @usableFromInline let words: UnsafePointer<UInt64>
  @usableFromInline let wordCount: Int

  init(firstNumber: Int, columns: UnsafeBufferPointer<ColumnSlice>, words: UnsafePointer<UInt64>) {
    self.firstNumber = firstNumber
    self.columns = columns
    self.words = words
    wordCount = ChunkLayout.words
  }

  /// Calls `body` with the place of each record, in ascending order.
  @inlinable @inline(__always)
  package func forEachPlace<Failure: Error>(
    _ body: (_ place: Int) throws(Failure) -> Void
  ) throws(Failure) {
    for index in 0..<wordCount {
      var word = words[index]
      while word != 0 {
        try body(index << 6 | word.trailingZeroBitCount)
        word &= word - 1
      }
    }
  }
}
