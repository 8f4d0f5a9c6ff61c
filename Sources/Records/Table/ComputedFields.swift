/// Keeps a table with computed fields right while the table without them is edited: what belongs to a
/// record is computed again when the record has changed.
package struct ComputedFields: Sendable {
  package let fields: [FieldDefinition]
  /// The table as it was last, without the fields and with them.
  private var last: (stored: RecordTable, computed: RecordTable)?

  /// - Parameter fields: Those that are computed; each may read the ones before it.
  package init(_ fields: [FieldDefinition]) { self.fields = fields }

  /// Returns the table with the fields.
  ///
  /// - Throws: ``SchemaError`` where the table has a field of the same name, or one is not computed.
  /// - Complexity: O(*k*) calls for *k* records that were changed since the last time, at first for all,
  ///   on all processors.
  package mutating func table(_ stored: RecordTable) throws(SchemaError) -> RecordTable {
    guard !fields.isEmpty else { return stored }
    let computed: RecordTable
    if let last, last.stored.schema == stored.schema {
      let changes = stored.changes(since: last.stored)
      computed =
        changes.count < max(64, stored.count / 4)
        ? updated(last.computed, to: stored, changes)
        : made(last.computed, from: stored)
    } else {
      let schema = try Schema(stored.schema, computed: fields)
      computed = made(RecordTable(schema), from: stored)
    }
    last = (stored, computed)
    return computed
  }

  /// Computes all values again when the table is asked for the next time.
  package mutating func forget() { last = nil }

  /// The records of `stored`, with computed columns as `table` has them.
  private func taken(_ table: RecordTable, from stored: RecordTable) -> RecordTable {
    var table = table
    let computed = table.columns[stored.columns.count...]
    table.columns = stored.columns + computed
    table.live = stored.live
    table.count = stored.count
    table.nextPosition = stored.nextPosition
    table.indexedFields = stored.indexedFields
    return table
  }

  private func updated(
    _ before: RecordTable, to stored: RecordTable, _ changes: RecordChanges
  ) -> RecordTable {
    var table = taken(before, from: stored)
    let numbers = changes.inserted.union(changes.updated)
    for (index, field) in fields.enumerated() {
      let column = stored.columns.count + index
      let cells = numbers.map { field.computed(for: table[$0]) }
      for (number, cell) in zip(numbers, cells) {
        let hasRoom = table.columns[column].hasRoom(for: cell, at: number.rawValue)
        table.columns[column].set(hasRoom ? cell : .null, at: number.rawValue)
      }
      for number in changes.removed where number.rawValue < table.nextPosition {
        table.columns[column].set(.null, at: number.rawValue)
      }
    }
    return table
  }

  private func made(_ empty: RecordTable, from stored: RecordTable) -> RecordTable {
    var table = taken(empty, from: stored)
    for (index, field) in fields.enumerated() {
      table.columns[stored.columns.count + index] = Self.column(field, table)
    }
    return table
  }

  /// Computes a field for all records, chunk by chunk.
  private static func column(_ field: FieldDefinition, _ table: RecordTable) -> Column {
    let count = ChunkLayout.chunks(for: table.nextPosition)
    var chunks = [Column](repeating: Column(for: field.type), count: count)
    chunks.withUnsafeMutableBufferPointer { chunks in
      let parts = min(Parallel.parts(for: table.count), max(1, count))
      Parallel.run(parts) { part in
        for index in Parallel.range(part, of: parts, count: count) where index < table.live.count {
          var column = Column(for: field.type)
          for place in 0..<ChunkLayout.size where table.live[index].value(at: place) {
            let number = RecordNumber(index << ChunkLayout.shift | place)
            let cell = field.computed(for: Record(number: number, table: table))
            column.set(column.hasRoom(for: cell, at: place) ? cell : .null, at: place)
          }
          chunks[index] = column
        }
      }
    }
    var column = Column(for: field.type)
    for (index, chunk) in chunks.enumerated() {
      column.append(chunk)
      column.reserveChunks(index + 1)
    }
    return column
  }
}

extension FieldDefinition {
  /// The value that is computed for a record; null where it is none of the field's type.
  fileprivate func computed(for record: Record) -> CellValue {
    guard let cell = computation?(record), cell.type == type else { return .null }
    return cell
  }
}
