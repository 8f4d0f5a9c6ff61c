extension RecordTable {
  /// The table with another schema, after the migrations that lie between the two versions.
  ///
  /// Migrations to versions before the table's or after the schema's are passed over. The numbers of
  /// the records stay, the table itself is not changed, and values that no step touches are shared
  /// with it. A schema of the same version and the same fields can be exchanged as well, with no
  /// migration: one that was read from a file for one that was written in Swift.
  ///
  /// - Throws: ``MigrationError`` when migrations are missing or too many, when a step fails, when
  ///   the result has other fields than the schema, or when a value breaks the schema's rules.
  /// - Complexity: O(*n*) for each step that makes values, and for the check of the schema's rules
  public func migrated(
    to schema: Schema, by migrations: [SchemaMigration] = []
  ) throws(MigrationError) -> RecordTable {
    var migrating = MigratingTable(self)
    for migration in try self.schema.path(to: schema, of: migrations) {
      migrating.version = migration.version
      for step in migration.steps { try step.apply(&migrating) }
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

  /// The first value that its field refuses, in a table whose values are of their fields' types: as
  /// others may have stored them.
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
  /// The migrations from this version to another's, in order.
  fileprivate func path(
    to target: Schema, of migrations: [SchemaMigration]
  ) throws(MigrationError) -> [SchemaMigration] {
    guard version <= target.version else {
      throw .backwards(from: version, to: target.version)
    }
    var byVersion: [Int: SchemaMigration] = [:]
    for migration in migrations {
      guard byVersion.updateValue(migration, forKey: migration.version) == nil else {
        throw .duplicateVersion(migration.version)
      }
    }
    var path: [SchemaMigration] = []
    var next = version
    while next < target.version {
      next += 1
      guard let migration = byVersion[next] else { throw .gap(version: next) }
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
