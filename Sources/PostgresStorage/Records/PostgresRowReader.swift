internal import HikidashiBase
internal import HikidashiRecords

/// Reads rows of a store's table, from a binary `COPY` or a result, into a table of records.
struct PostgresRowReader: ~Copyable {
  private let kinds: [StoredKind]
  private let isOptional: [Bool]
  private let names: [String]
  /// The place of the store, for messages.
  private let place: String
  private let exact: ExactTexts
  private var builder: TableBuilder
  private var isBegun = false

  init(_ schema: Schema, _ exact: ExactTexts, place: String) {
    self.place = place
    kinds = schema.fields.map(\.type.storedKind)
    isOptional = schema.fields.map(\.isOptional)
    names = schema.names
    self.exact = exact
    builder = TableBuilder(schema)
  }

  /// Reads one chunk of a copy: at most one row, with the header or the trailer of the copy.
  ///
  /// - Source: PostgreSQL 15, "COPY", section "Binary Format".
  mutating func read(copied bytes: UnsafeRawBufferPointer) throws(PostgresError) {
    var offset = 0
    if !isBegun {
      isBegun = true
      guard bytes.count >= 19, bytes.starts(with: Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0]),
        let more = Self.word(bytes, 15), more >= 0
      else { throw damaged(tr("what the server sent is no copy in binary form")) }
      offset = 19 + more
    }
    while offset + 2 <= bytes.count {
      let count = Int16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int16.self))
      offset += 2
      if count == -1 { return }
      guard Int(count) == kinds.count + 1 else {
        throw damaged(tr("a row has {} columns", count))
      }
      let number = try value(bytes, &offset)
      try begin(number)
      for field in kinds.indices { try set(field, try value(bytes, &offset)) }
    }
  }

  /// Reads the rows of a result: the number, then the fields.
  mutating func read(_ rows: PostgresResult) throws(PostgresError) {
    for row in 0..<rows.rows {
      try begin(rows.bytes(unowned: row, 0))
      for field in kinds.indices { try set(field, rows.bytes(unowned: row, field + 1)) }
    }
  }

  mutating func finish(nextNumber: Int) throws(PostgresError) -> RecordTable {
    do throws(RecordError) { return try builder.finish(nextNumber: nextNumber) } catch {
      throw damaged("\(error)")
    }
  }

  /// The number of the current row.
  private var number = 0

  private mutating func begin(_ bytes: UnsafeRawBufferPointer?) throws(PostgresError) {
    guard let bytes, bytes.count == 8 else { throw damaged(tr("a record has no number")) }
    number = Int(Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)))
    guard number >= 0, builder.begin(number) else {
      throw damaged(tr("{} cannot be the number of a record", number))
    }
  }

  @inline(__always)
  private mutating func set(
    _ field: Int, _ bytes: UnsafeRawBufferPointer?
  ) throws(PostgresError) {
    guard let bytes else {
      guard isOptional[field] else { throw damage(tr("there is no value"), field) }
      return
    }
    switch kinds[field] {
    case .integer:
      guard bytes.count == 8 else { throw damage(tr("it is no {}", "bigint"), field) }
      builder.set(Int(Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))), field: field)
    case .double:
      guard bytes.count == 8 else { throw damage(tr("it is no {}", "double precision"), field) }
      let bits = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
      builder.set(Double(bitPattern: bits), field: field)
    case .boolean:
      guard bytes.count == 1 else { throw damage(tr("it is no {}", "boolean"), field) }
      builder.set(bytes[0] != 0, field: field)
    case .text:
      if !exact.isEmpty, let text = exact.text(number, field, stored: bytes) {
        text.withUnsafeBufferPointer { builder.set(bytes: $0, field: field) }
      } else {
        builder.set(bytes: bytes.bindMemory(to: UInt8.self), field: field)
      }
    case .data: builder.set(bytes: bytes.bindMemory(to: UInt8.self), field: field)
    }
  }

  private func damage(_ reason: String, _ field: Int) -> PostgresError {
    damaged(tr("field “{}” of record {}: {}", names[field], number, reason))
  }

  private func damaged(_ reason: String) -> PostgresError { .damaged(reason, place) }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int? {
    guard offset + 4 <= bytes.count else { return nil }
    return Int(Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)))
  }

  /// Reads the next value of a row; nil for null.
  @inline(__always)
  private func value(
    _ bytes: UnsafeRawBufferPointer, _ offset: inout Int
  ) throws(PostgresError) -> UnsafeRawBufferPointer? {
    guard let count = Self.word(bytes, offset), count >= -1,
      offset + 4 + max(0, count) <= bytes.count
    else { throw damaged(tr("a row ends in its middle")) }
    offset += 4
    if count < 0 { return nil }
    defer { offset += count }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
  }
}
