/// Builds a table from records that come in ascending order of their numbers, as from a database.
///
/// ```swift
/// var builder = TableBuilder(schema)
/// guard builder.begin(7) else { … }
/// builder.set(42, field: 0)
/// builder.set(bytes: text, field: 1)
/// let table = try builder.finish(nextNumber: 8)
/// ```
///
/// A field that is not set has no value. A value must be of its field's type; the field's rules are
/// not checked here.
package struct TableBuilder: ~Copyable {
  /// The sinks of the current chunk, one for each field.
  // It is the first, as the thread sanitizer takes the first word of a value that cannot be copied for
  // its address: that of the table is its schema's, which many builders share.
  @usableFromInline let sinks: UnsafeMutablePointer<ColumnSink>
  private var table: RecordTable
  private let count: Int
  private var live = BitChunk()
  private var index = 0
  /// The place of the current record; -1 before the first of a chunk.
  @usableFromInline var place = -1
  /// How many places of a chunk the sinks have room for. They begin with few: a table may be that of one record.
  private var capacity = 16
  private var isFull = false

  package init(_ schema: Schema) {
    table = RecordTable(schema)
    count = schema.fields.count
    sinks = .allocate(capacity: count)
    for (field, definition) in schema.fields.enumerated() {
      (sinks + field).initialize(to: ColumnSink(definition.type, capacity: capacity))
    }
  }

  deinit {
    for field in 0..<count { sinks[field].deallocate() }
    sinks.deallocate()
  }

  /// Begins the record of this number; false when the number is not valid, or not greater than the
  /// one before.
  package mutating func begin(_ number: Int) -> Bool {
    guard number > index << ChunkLayout.shift + place, number < RecordTable.mostPositions else {
      return false
    }
    if number >> ChunkLayout.shift != index { endChunk(next: number >> ChunkLayout.shift) }
    place = number & ChunkLayout.mask
    if place >= capacity { extend() }
    live.setPlain(true, at: place)
    table.count += 1
    return true
  }

  @inlinable
  package mutating func set(_ value: Int, field: Int) {
    sinks[field].values.assumingMemoryBound(to: Int.self)[place] = value
    sinks[field].markPresent(place)
  }

  /// Sets a double, or a date as seconds since 2001-01-01 UTC.
  @inlinable
  package mutating func set(_ value: Double, field: Int) {
    sinks[field].values.assumingMemoryBound(to: Double.self)[place] = value
    sinks[field].markPresent(place)
  }

  @inlinable
  package mutating func set(_ value: Bool, field: Int) {
    let words = sinks[field].values.assumingMemoryBound(to: UInt64.self)
    if value { words[place >> 6] |= 1 << UInt64(place & 63) }
    sinks[field].markPresent(place)
  }

  /// Sets text or JSON that is known to be UTF-8, or data.
  @inlinable
  package mutating func set(bytes: UnsafeBufferPointer<UInt8>, field: Int) {
    if bytes.count > sinks[field].room, !makeRoom(for: bytes.count, field: field) { return }
    sinks[field].append(bytes, place)
    sinks[field].markPresent(place)
  }

  /// Returns the finished table.
  ///
  /// - Throws: ``RecordError/tooMuchText(field:)``.
  package mutating func finish(nextNumber: Int) throws(RecordError) -> RecordTable {
    let next = index << ChunkLayout.shift + place + 1
    endChunk(next: index + 1)
    guard !isFull else {
      let texts = table.schema.fields.filter { [.string, .data, .json].contains($0.type) }
      throw .tooMuchText(field: texts.map(\.name).joined(separator: "”, “"))
    }
    table.nextPosition = min(max(next, nextNumber), RecordTable.mostPositions)
    return table
  }

  /// Makes room in the chunk, and returns whether that worked; otherwise ``finish(nextNumber:)``
  /// throws.
  @usableFromInline
  mutating func makeRoom(for count: Int, field: Int) -> Bool {
    if sinks[field].grow(by: count) { return true }
    isFull = true
    return false
  }

  /// Makes room for the current place.
  private mutating func extend() {
    while capacity <= place { capacity = min(capacity * 8, ChunkLayout.size) }
    for field in 0..<count { sinks[field].extend(to: capacity) }
  }

  /// Puts the current chunk into the table.
  private mutating func endChunk(next: Int) {
    if place >= 0 {
      var columns: [Column] = []
      swap(&columns, &table.columns)
      for field in 0..<count {
        sinks[field].end(count: live.count, at: index, of: &columns[field])
      }
      swap(&columns, &table.columns)
      padChunks(&table.live, to: index)
      table.live.append(live)
      live = BitChunk()
    }
    index = next
    place = -1
  }
}
