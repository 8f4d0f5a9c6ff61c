/// How the records of one version of a schema become those of the next.
///
/// ```swift
/// let migrations = [
///   SchemaMigration(to: 2) {
///     $0.rename("name", to: "title")
///     $0.add(rate)
///   },
///   SchemaMigration(to: 3) {
///     $0.change("pages", to: Field<Double>("pages")) { (old: Int) in Double(old) }
///     $0.remove("notes")
///   },
/// ]
/// let table = try old.migrated(to: schema, by: migrations)
/// ```
public struct SchemaMigration: Sendable {
  /// The version that results, one more than the version it starts from.
  public let version: Int
  let steps: [Step]

  /// One thing to do, which may fail.
  struct Step: Sendable {
    let apply: @Sendable (inout MigratingTable) throws(MigrationError) -> Void
  }

  /// - Parameters:
  ///   - version: the version that results.
  ///   - describe: adds the steps, which are taken in their order when a table is migrated.
  public init(to version: Int, _ describe: (inout Steps) -> Void) {
    self.version = version
    var steps = Steps(version: version)
    describe(&steps)
    self.steps = steps.list
  }

  /// The steps of a migration.
  public struct Steps {
    let version: Int
    private(set) var list: [Step] = []

    init(version: Int) { self.version = version }

    /// Adds a field; every record holds its default, or no value if it is optional.
    public mutating func add(_ field: some FieldHandle) {
      let definition = field.definition
      list.append(Step { table throws(MigrationError) in try table.add(definition) })
    }

    /// Adds a field whose values are made from the records as they are at this step.
    public mutating func add<Value: FieldValue>(
      _ field: Field<Value>, _ value: @escaping @Sendable (MigratingRecord) throws -> Value
    ) {
      let definition = field.definition
      list.append(
        Step { table throws(MigrationError) in
          try table.add(definition) { record in try value(record).cell }
        })
    }

    /// Removes a field and its values.
    public mutating func remove(_ name: String) {
      list.append(Step { table throws(MigrationError) in try table.remove(name) })
    }

    /// Gives a field another name; its values stay.
    public mutating func rename(_ name: String, to newName: String) {
      list.append(Step { table throws(MigrationError) in try table.rename(name, to: newName) })
    }

    /// Replaces a field by one that may have another type or name, and converts its values.
    ///
    /// - Parameters:
    ///   - name: the field's name before.
    ///   - field: the field afterwards.
    ///   - convert: makes the new value from the old one; what it throws is reported with the record.
    public mutating func change<Old: FieldValue, New: FieldValue>(
      _ name: String, to field: Field<New>, _ convert: @escaping @Sendable (Old) throws -> New
    ) {
      let definition = field.definition
      list.append(
        Step { table throws(MigrationError) in
          try table.change(name, to: definition, from: Old.fieldType) { cell in
            try Old(cell: cell).map { try convert($0).cell }
          }
        })
    }
  }
}

/// A record in the middle of a migration, whose fields are known by name only.
public struct MigratingRecord {
  let table: MigratingTable
  let position: Int

  public var number: RecordNumber { RecordNumber(position) }

  /// The value of the field of this name as a Swift type.
  ///
  /// - Throws: ``RecordError/unknownField(name:known:)``,
  ///   ``RecordError/wrongType(field:expected:found:)``, ``RecordError/missingValue(field:)``.
  public func value<Value: FieldValue>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(RecordError) -> Value {
    let cell = try cell(named: name)
    if let value = Value(cell: cell) { return value }
    guard let found = cell.type else { throw .missingValue(field: name) }
    throw .wrongType(field: name, expected: found, found: Value.fieldType)
  }

  /// The value of the field of this name.
  ///
  /// - Throws: ``RecordError/unknownField(name:known:)``.
  public func cell(named name: String) throws(RecordError) -> CellValue {
    guard let index = table.index(of: name) else {
      throw .unknownField(name: name, known: table.fields.map(\.name))
    }
    return table.fields[index].column.cell(at: position, type: table.fields[index].type)
  }
}
