/// The steps that convert records from one version of a schema to the next.
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
  /// The version after the migration, one more than the version before it.
  public let version: Int
  let steps: [Step]
  /// Whether fields that stored records lack are added, whatever the version.
  let addsFields: Bool

  /// One step, which may fail.
  struct Step: Sendable {
    let apply: @Sendable (inout MigratingTable) throws(MigrationError) -> Void
  }

  /// Makes a migration to a version.
  ///
  /// - Parameters:
  ///   - version: the version after the migration.
  ///   - describe: adds the steps, which are taken in their order when a table is migrated.
  public init(to version: Int, _ describe: (inout Steps) -> Void) {
    self.version = version
    var steps = Steps(version: version)
    describe(&steps)
    self.steps = steps.list
    addsFields = false
  }

  private init(addsFields: Bool) {
    version = 0
    steps = []
    self.addsFields = addsFields
  }

  /// Adds each field of the schema that the stored records lack, where it is optional or has a default,
  /// without a version of its own.
  ///
  /// ```swift
  /// let schema = try Schema(name, price, supplier)   // supplier is new, and optional
  /// let items = try await RecordStore.open(schema, at: place, migrations: [.addingFields])
  /// ```
  ///
  /// It runs after the migrations that are numbered, and fills in for versions that have none. A program
  /// of the same version that does not know the field refuses the records from then on. A field that is
  /// removed, renamed or of another type still needs a migration.
  public static let addingFields = SchemaMigration(addsFields: true)

  /// The steps of a migration.
  public struct Steps {
    let version: Int
    private(set) var list: [Step] = []

    init(version: Int) { self.version = version }

    /// Adds a field; every record gets its default, or no value if it is optional.
    public mutating func add(_ field: some FieldHandle) {
      let definition = field.definition
      list.append(Step { table throws(MigrationError) in try table.add(definition) })
    }

    /// Adds a field, and computes its values from the records as they are at this step.
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

    /// Renames a field, which keeps its values.
    public mutating func rename(_ name: String, to newName: String) {
      list.append(Step { table throws(MigrationError) in try table.rename(name, to: newName) })
    }

    /// Replaces a field by one of another type or name, and converts its values.
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

/// A record during a migration, whose fields are found by name.
public struct MigratingRecord {
  let table: MigratingTable
  let position: Int

  /// The number of the record.
  public var number: RecordNumber { RecordNumber(position) }

  /// Returns the value of the field of this name as a Swift type.
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

  /// Returns the value of the field of this name.
  ///
  /// - Throws: ``RecordError/unknownField(name:known:)``.
  public func cell(named name: String) throws(RecordError) -> CellValue {
    guard let index = table.index(of: name) else {
      throw .unknownField(name: name, known: table.fields.map(\.name))
    }
    return table.fields[index].column.cell(at: position, type: table.fields[index].type)
  }
}

// MARK: - Error

/// The reason why a table could not be migrated. The table itself is unchanged.
public enum MigrationError: Error, Equatable, Sendable {
  /// The table's schema is newer than the target schema.
  case backwards(from: Int, to: Int)
  /// No migration leads to one of the versions in between.
  case gap(version: Int)
  /// Two migrations lead to the same version.
  case duplicateVersion(Int)
  /// A step names a field that does not exist at that point.
  case unknownField(version: Int, name: String, known: [String])
  /// A step would make two fields of the same name.
  case duplicateField(version: Int, name: String)
  /// An added field needs a default, because it is not optional.
  case missingDefault(version: Int, field: String)
  /// A conversion expects another type than the field has.
  case wrongType(version: Int, field: String, holds: FieldType, taken: FieldType)
  /// A value could not be converted.
  case conversionFailed(
    version: Int, field: String, record: RecordNumber, value: CellValue, reason: String)
  /// The migrations lead to other fields than those of the target schema.
  case notTheTarget(reason: String)
  /// A field of the target schema does not accept a value.
  case refused(record: RecordNumber, RecordError)
}

extension MigrationError: CustomStringConvertible {
  /// The error as a message for a developer.
  public var description: String {
    switch self {
    case .backwards(let from, let to):
      "the table has version \(from), which is newer than \(to); use a newer program"
    case .gap(let version): "no migration leads to version \(version); add one"
    case .duplicateVersion(let version):
      "two migrations lead to version \(version); number them one after the other"
    case .unknownField(let version, let name, let known):
      "migration to version \(version): no field is called “\(name)” at this step; there are "
        + known.joined(separator: ", ")
    case .duplicateField(let version, let name):
      "migration to version \(version): there is a field called “\(name)” already; rename or "
        + "remove it first"
    case .missingDefault(let version, let field):
      "migration to version \(version): the new field “\(field)” needs a default, or a closure "
        + "that makes its values, or must be optional"
    case .wrongType(let version, let field, let holds, let taken):
      "migration to version \(version): field “\(field)” holds \(holds), but its conversion takes "
        + "\(taken)"
    case .conversionFailed(let version, let field, let record, let value, let reason):
      "migration to version \(version): field “\(field)” of record \(record), \(value), cannot be "
        + "converted: \(reason)"
    case .notTheTarget(let reason):
      "the migrations do not lead to the schema asked for: \(reason); add the missing step, or "
        + "change the schema"
    case .refused(let record, let error): "record \(record): \(error)"
    }
  }
}

// MARK: - Running

extension RecordTable {
  /// Returns the table converted to another schema by the migrations between their versions.
  ///
  /// Other migrations are skipped. Records keep their numbers, and untouched values are shared with
  /// the table, which stays unchanged. A schema that was read from a file can be replaced by one
  /// that was written in Swift, of the same version and fields, without a migration.
  ///
  /// - Throws: ``MigrationError`` for a missing, repeated or failing migration, or a wrong result.
  /// - Complexity: O(*n*) for each step that makes values, and for the check of the schema's rules
  public func migrated(
    to schema: Schema, by migrations: [SchemaMigration] = []
  ) throws(MigrationError) -> RecordTable {
    var migrating = MigratingTable(self)
    for migration in try self.schema.path(to: schema, of: migrations) {
      migrating.version = migration.version
      for step in migration.steps { try step.apply(&migrating) }
    }
    if migrations.contains(where: \.addsFields) {
      migrating.version = schema.version
      for field in schema.fields where migrating.index(of: field.name) == nil {
        try migrating.add(field)
      }
    }
    var result = RecordTable(schema)
    result.live = live
    result.count = count
    result.nextPosition = nextPosition
    for (index, field) in schema.fields.enumerated() {
      result.columns[index] = try migrating.column(for: field)
    }
    let left = migrating.fields.map(\.name).filter { schema[$0] == nil }
    guard left.isEmpty else {
      throw .notTheTarget(reason: "it has no field “\(left.joined(separator: "”, “"))”")
    }
    if let (record, complaint) = result.firstComplaint() {
      throw .refused(record: record, complaint)
    }
    return result
  }

  /// The first record with a value that its field refuses, where all values have the right types.
  ///
  /// - Complexity: O(*n*) for each field that has rules or knows only some values; O(1) for others.
  package func firstComplaint() -> (record: RecordNumber, error: RecordError)? {
    for (index, field) in schema.fields.enumerated() where field.isSelective {
      for number in numbers {
        let cell = cell(at: number.rawValue, field: index)
        if let complaint = field.complaint(about: cell) { return (number, complaint) }
      }
    }
    return nil
  }
}

extension Schema {
  /// Whether records of this schema must be migrated, and so written anew, to be of another: that is of
  /// a later version, or has fields that are to be added.
  package func needsMigration(to target: Schema, by migrations: [SchemaMigration]) -> Bool {
    guard version == target.version else { return version < target.version }
    return migrations.contains(where: \.addsFields)
      && target.fields.contains { self[$0.name] == nil }
  }

  /// The migrations from this version to another's, in order.
  fileprivate func path(
    to target: Schema, of migrations: [SchemaMigration]
  ) throws(MigrationError) -> [SchemaMigration] {
    guard version <= target.version else {
      throw .backwards(from: version, to: target.version)
    }
    var byVersion: [Int: SchemaMigration] = [:]
    let mayHaveGaps = migrations.contains(where: \.addsFields)
    for migration in migrations where !migration.addsFields {
      guard byVersion.updateValue(migration, forKey: migration.version) == nil else {
        throw .duplicateVersion(migration.version)
      }
    }
    var path: [SchemaMigration] = []
    var next = version
    while next < target.version {
      next += 1
      guard let migration = byVersion[next] else {
        if mayHaveGaps { continue }
        throw .gap(version: next)
      }
      path.append(migration)
    }
    return path
  }
}

extension MigratingTable {
  /// The values of a field of the target.
  fileprivate func column(for field: FieldDefinition) throws(MigrationError) -> Column {
    guard let index = index(of: field.name) else {
      throw .notTheTarget(reason: "field “\(field.name)” is missing")
    }
    let part = fields[index]
    guard part.type == field.type, part.isOptional == field.isOptional else {
      let name = { (type: FieldType, isOptional: Bool) in
        (isOptional ? "optional " : "") + type.rawValue
      }
      throw .notTheTarget(
        reason: "field “\(field.name)” holds \(name(part.type, part.isOptional)) in place of "
          + name(field.type, field.isOptional))
    }
    return part.column
  }
}
