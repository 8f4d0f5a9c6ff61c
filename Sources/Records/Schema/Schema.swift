/// The fields of a table, in order, checked when made.
///
/// ```swift
/// let name = Field<String>("name"), rate = Field<Double>("rate", default: 0)
/// let schema = try Schema(name, rate)
/// ```
public struct Schema: Sendable {
  /// The fields in the order in which tables, forms and files show them.
  public let fields: [FieldDefinition]
  /// The number that migrations count by; a schema that never changed has 1.
  public let version: Int

  /// Makes a schema of these fields.
  ///
  /// - Throws: ``SchemaError`` when a name is bad or given twice, when a default is none of the
  ///   field's values, or when a reading is no other text field.
  public init(_ fields: any FieldHandle..., version: Int = 1) throws(SchemaError) {
    try self.init(fields: fields.map(\.definition), version: version)
  }

  /// Makes a schema of fields that a program has put together.
  ///
  /// - Throws: as ``init(_:version:)`` does.
  public init(fields: [FieldDefinition], version: Int = 1) throws(SchemaError) {
    self.fields = fields
    self.version = version
    try validate()
  }

  /// The names of the fields, in order.
  public var names: [String] { fields.map(\.name) }

  /// The field of this name, or nil.
  public subscript(name: String) -> FieldDefinition? { fields.first { $0.name == name } }

  /// The typed handle of the field with this name: the way in where a schema came from a file.
  ///
  /// - Throws: ``SchemaError/unknownField(name:known:)`` or
  ///   ``SchemaError/wrongType(field:expected:asked:)``.
  public func field<Value: FieldValue>(
    _ name: String, of type: Value.Type
  ) throws(SchemaError) -> Field<Value> {
    guard let definition = self[name] else {
      throw .unknownField(name: name, known: names)
    }
    guard definition.type == Value.fieldType, definition.isOptional == Value.isOptional else {
      let optional = { (isOptional: Bool) in isOptional ? "optional " : "" }
      throw .wrongType(
        field: name, expected: optional(definition.isOptional) + definition.type.rawValue,
        asked: optional(Value.isOptional) + Value.fieldType.rawValue)
    }
    // The handle's reads do not throw, so that every value of the field must be one of the type.
    guard knownTest(of: Value.self) == nil || definition.valueType == ObjectIdentifier(Value.self)
    else {
      throw .wrongType(
        field: name, expected: "any \(definition.type)", asked: "\(Value.self), which not all are")
    }
    return Field(unchecked: definition)
  }

  /// Where the field stands, or nil when it belongs to another schema.
  @inline(__always)
  func index(of definition: FieldDefinition) -> Int? {
    // Schemas are short: comparing pointers beats hashing them.
    for index in fields.indices where fields[index] === definition { return index }
    return nil
  }

  /// Where the field of this name stands.
  func index(named name: String) throws(RecordError) -> Int {
    guard let index = fields.firstIndex(where: { $0.name == name }) else {
      throw .unknownField(name: name, known: names)
    }
    return index
  }
}

extension Schema: Equatable {
  /// Whether both have the same fields: the same definitions, not only alike.
  public static func == (left: Schema, right: Schema) -> Bool {
    left.version == right.version && left.fields == right.fields
  }
}
