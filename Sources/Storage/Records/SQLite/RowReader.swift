internal import HikidashiBase
internal import HikidashiRecords

/// Reads rows of a store's table into a table of records.
struct RowReader: ~Copyable {
  private let kinds: [StoredKind]
  private let isOptional: [Bool]
  private let names: [String]
  private let exact: ExactDoubles
  private var builder: TableBuilder

  /// Why rows cannot be taken.
  struct Damage: Error { var reason: String }

  init(_ schema: Schema, exact: ExactDoubles) {
    kinds = schema.fields.map(\.type.storedKind)
    isOptional = schema.fields.map(\.isOptional)
    names = schema.names
    self.exact = exact
    builder = TableBuilder(schema)
  }

  /// Reads the row at which a statement stands: the number, then the fields.
  mutating func read(_ row: SQLiteStatement) throws(Damage) {
    let number = row.int(0)
    guard builder.begin(number) else {
      throw Damage(reason: tr("{} cannot be the number of a record", number))
    }
    for field in kinds.indices {
      let column = field + 1
      switch kinds[field] {
      case .integer:
        if isOptional[field], row.isNull(column) { continue }
        builder.set(row.int(column), field: field)
      case .double: try readDouble(row, number, field)
      case .boolean:
        if isOptional[field], row.isNull(column) { continue }
        builder.set(row.bool(column), field: field)
      case .text:
        if isOptional[field], row.isNull(column) { continue }
        let text = row.text(unowned: column)
        guard text.isUTF8 else { throw damage(tr("it is no UTF-8"), number, field) }
        builder.set(bytes: text, field: field)
      case .data:
        if isOptional[field], row.isNull(column) { continue }
        builder.set(
          bytes: row.blob(unowned: column).bindMemory(to: UInt8.self), field: field)
      }
    }
  }

  @inline(__always)
  private mutating func readDouble(
    _ row: SQLiteStatement, _ number: Int, _ field: Int
  ) throws(Damage) {
    let value = row.double(field + 1)
    // Null reads as zero, too.
    if value != 0 { return builder.set(value, field: field) }
    if row.isNull(field + 1) {
      if let value = exact.notANumber(number, field: field) {
        builder.set(value, field: field)
      } else if !isOptional[field] {
        throw damage(tr("there is no value"), number, field)
      }
    } else {
      builder.set(exact.isEmpty ? value : exact.zero(number, field: field), field: field)
    }
  }

  mutating func finish(nextNumber: Int) throws(Damage) -> RecordTable {
    do throws(RecordError) {
      return try builder.finish(nextNumber: nextNumber)
    } catch {
      throw Damage(reason: "\(error)")
    }
  }

  private func damage(_ reason: String, _ number: Int, _ field: Int) -> Damage {
    Damage(reason: tr("field “{}” of record {}: {}", names[field], number, reason))
  }
}
