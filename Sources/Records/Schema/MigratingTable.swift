/// A table between two versions of its schema.
struct MigratingTable {
  struct Part {
    var name: String
    var type: FieldType
    var isOptional: Bool
    var column: Column
  }

  private(set) var fields: [Part]
  private let numbers: RecordSet
  /// The version of the current migration.
  var version = 0

  init(_ table: RecordTable) {
    fields = zip(table.schema.fields, table.columns).map { field, column in
      Part(name: field.name, type: field.type, isOptional: field.isOptional, column: column)
    }
    numbers = table.numbers
  }

  func index(of name: String) -> Int? { fields.firstIndex { $0.name == name } }

  private func requiredIndex(of name: String) throws(MigrationError) -> Int {
    guard let index = index(of: name) else {
      throw .unknownField(version: version, name: name, known: fields.map(\.name))
    }
    return index
  }

  private func checkIsFree(_ name: String, except index: Int? = nil) throws(MigrationError) {
    guard self.index(of: name).map({ $0 == index }) ?? true else {
      throw .duplicateField(version: version, name: name)
    }
  }

  mutating func add(_ field: FieldDefinition) throws(MigrationError) {
    guard field.isOptional || !field.defaultValue.isNull || numbers.isEmpty else {
      throw .missingDefault(version: version, field: field.name)
    }
    try add(field) { _ in field.defaultValue }
  }

  mutating func add(
    _ field: FieldDefinition, _ value: (MigratingRecord) throws -> CellValue
  ) throws(MigrationError) {
    try checkIsFree(field.name)
    var column = Column(for: field.type)
    for number in numbers {
      let record = MigratingRecord(table: self, position: number.rawValue)
      let cell: CellValue
      do {
        cell = try value(record)
      } catch {
        throw failed(field.name, number, .null, error)
      }
      try set(cell, in: &column, at: number, field)
    }
    fields.append(
      Part(name: field.name, type: field.type, isOptional: field.isOptional, column: column))
  }

  mutating func remove(_ name: String) throws(MigrationError) {
    fields.remove(at: try requiredIndex(of: name))
  }

  mutating func rename(_ name: String, to newName: String) throws(MigrationError) {
    let index = try requiredIndex(of: name)
    try checkIsFree(newName, except: index)
    fields[index].name = newName
  }

  /// - Parameter convert: nil when the cell is none of the type that the conversion takes.
  mutating func change(
    _ name: String, to field: FieldDefinition, from type: FieldType,
    _ convert: (CellValue) throws -> CellValue?
  ) throws(MigrationError) {
    let index = try requiredIndex(of: name)
    try checkIsFree(field.name, except: index)
    let old = fields[index]
    guard old.type == type else {
      throw .wrongType(version: version, field: name, holds: old.type, taken: type)
    }
    var column = Column(for: field.type)
    for number in numbers {
      let cell = old.column.cell(at: number.rawValue, type: old.type)
      var converted: CellValue?
      do {
        converted = try convert(cell)
      } catch {
        throw failed(name, number, cell, error)
      }
      guard let converted else {
        throw .conversionFailed(
          version: version, field: name, record: number, value: cell,
          reason: cell.isNull
            ? "the conversion takes no null; let it take an optional"
            : "it is no value of the type that the conversion takes")
      }
      try set(converted, in: &column, at: number, field)
    }
    fields[index] = Part(
      name: field.name, type: field.type, isOptional: field.isOptional, column: column)
  }

  private func failed(
    _ field: String, _ number: RecordNumber, _ value: CellValue, _ error: any Error
  ) -> MigrationError {
    .conversionFailed(
      version: version, field: field, record: number, value: value, reason: "\(error)")
  }

  private func set(
    _ cell: CellValue, in column: inout Column, at number: RecordNumber, _ field: FieldDefinition
  ) throws(MigrationError) {
    if let complaint = field.complaint(about: cell) { throw .refused(record: number, complaint) }
    guard column.hasRoom(for: cell, at: number.rawValue) else {
      throw .refused(record: number, .tooMuchText(field: field.name))
    }
    column.set(cell, at: number.rawValue)
  }
}
