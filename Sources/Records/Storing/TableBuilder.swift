/// Makes a table of records that come one after another, in ascending order of their numbers, as a
/// database hands them out.
///
/// ```swift
/// var builder = TableBuilder(schema)
/// try builder.begin(7)
/// builder.set(42, field: 0)
/// builder.set(text: bytes, field: 1)
/// let table = try builder.finish(nextNumber: 8)
/// ```
///
/// A field that is not set holds no value. Values are of their field's type; whether a field's rules
/// allow them is asked afterwards, by ``RecordTable/migrated(to:by:)``.
package struct TableBuilder {
  private let schema: Schema
  private var table: RecordTable
  private var chunks: [FieldChunk]
  private var live = BitChunk()
  /// The chunk at hand, and the place of the record at hand.
  private var index = 0
  private var place = -1
  private var isFull = false

  package init(_ schema: Schema) {
    self.schema = schema
    table = RecordTable(schema)
    chunks = schema.fields.map { FieldChunk($0.type) }
  }

  /// The number of the record at hand; -1 before the first.
  private var last: Int { index << ChunkLayout.shift + place }

  /// Begins the record of this number; false when it is none, or not greater than the one before.
  package mutating func begin(_ number: Int) -> Bool {
    guard number > last, number < RecordTable.mostPositions else { return false }
    if number >> ChunkLayout.shift != index { endChunk(next: number >> ChunkLayout.shift) }
    place = number & ChunkLayout.mask
    live.setPlain(true, at: place)
    table.count += 1
    return true
  }

  package mutating func set(_ value: Int, field: Int) {
    chunks[field].integers?.setNext(value, at: place)
  }

  /// A double, or a date as seconds since 2001-01-01 UTC.
  package mutating func set(_ value: Double, field: Int) {
    chunks[field].doubles?.setNext(value, at: place)
  }

  package mutating func set(_ value: Bool, field: Int) {
    guard let chunk = chunks[field].booleans else { return }
    chunk.fill(to: place)
    chunk.set(value, at: place)
  }

  /// Text or JSON that is known to be UTF-8, or data.
  package mutating func set(bytes: UnsafeBufferPointer<UInt8>, field: Int) {
    guard let chunk = chunks[field].texts else { return }
    guard chunk.hasRoom(for: bytes.count) else { return isFull = true }
    chunk.fill(to: place)
    chunk.set(bytes, at: place)
  }

  /// The table.
  ///
  /// - Throws: ``RecordError/tooMuchText(field:)``.
  package mutating func finish(nextNumber: Int) throws(RecordError) -> RecordTable {
    let next = last + 1
    if place >= 0 { endChunk(next: index + 1) }
    guard !isFull else { throw .tooMuchText(field: schema.names.joined(separator: "”, “")) }
    table.nextPosition = min(max(next, nextNumber), RecordTable.mostPositions)
    return table
  }

  /// Puts the chunk at hand into the table.
  private mutating func endChunk(next: Int) {
    if place >= 0 {
      let last = live.count
      for field in chunks.indices {
        chunks[field].end(count: last, at: index, of: &table.columns[field])
        chunks[field] = FieldChunk(schema.fields[field].type)
      }
      pad(&table.live, to: index)
      table.live.append(live)
      live = BitChunk()
    }
    index = next
    place = -1
  }
}

/// The chunk of one field that is being filled.
private struct FieldChunk {
  var integers: ValueChunk<Int>?
  var doubles: ValueChunk<Double>?
  var booleans: BitChunk?
  var texts: TextChunk?

  init(_ type: FieldType) {
    switch type {
    case .integer: integers = ValueChunk(capacity: ChunkLayout.size)
    case .double, .date: doubles = ValueChunk(capacity: ChunkLayout.size)
    case .boolean: booleans = BitChunk()
    case .string, .data, .json: texts = TextChunk(capacity: ChunkLayout.size)
    }
  }

  /// Appends the chunk to a column, with `count` places.
  func end(count: Int, at index: Int, of column: inout Column) {
    switch column {
    case .integers(var list):
      column = .integers([])
      if let integers { append(integers, &list, count: count, at: index) }
      column = .integers(list)
    case .doubles(var list):
      column = .doubles([])
      if let doubles { append(doubles, &list, count: count, at: index) }
      column = .doubles(list)
    case .booleans(var list):
      column = .booleans([])
      if let booleans { append(booleans, &list, count: count, at: index) }
      column = .booleans(list)
    case .texts(var list):
      column = .texts([])
      if let texts { append(texts, &list, count: count, at: index) }
      column = .texts(list)
    }
  }

  private func append<Chunk: ColumnChunk>(
    _ chunk: Chunk, _ list: inout [Chunk], count: Int, at index: Int
  ) {
    chunk.fill(to: count)
    pad(&list, to: index)
    // A copy takes no more room than it needs: an arena of text has grown by doubling, and the last
    // chunk of a table has few records.
    let isLoose = chunk is TextChunk || count < ChunkLayout.size / 2
    list.append(isLoose ? chunk.copy(capacity: max(16, count)) : chunk)
  }
}

extension ValueChunk {
  /// Writes a value behind the others; places that are passed over hold none.
  @inline(__always)
  fileprivate func setNext(_ value: Element, at place: Int) {
    if place > count { fill(to: place) }
    set(value, at: place)
  }
}

/// Adds chunks that hold nothing, all the same one, below `index`: numbers may be far apart.
private func pad<Chunk: ColumnChunk>(_ chunks: inout [Chunk], to index: Int) {
  guard chunks.count < index else { return }
  chunks += repeatElement(Chunk(capacity: 0), count: index - chunks.count)
}
