internal import FoundationEssentials

/// A typed handle for one field of a schema: what is read and written through it needs no cast.
///
/// ```swift
/// let name = Field<String>("name", title: "Name")
/// let rate = Field<Double>("rate", default: 0, rules: [.range(0...5)])
/// let born = Field<Date?>("born", format: .day)
/// let schema = try Schema(name, rate, born)
/// ```
///
/// A field belongs to the schemas that were made with it. Using it with another table is a
/// programmer's mistake: subscripts stop with an explanation, throwing calls throw
/// ``RecordError/foreignField(name:)``.
public struct Field<Value: FieldValue>: FieldHandle, Hashable {
  public let definition: FieldDefinition

  /// Makes a field; the schema that takes it checks it.
  ///
  /// - Parameters:
  ///   - name: unique in its schema; files and databases write it.
  ///   - title: what people read; the name, if not given.
  ///   - default: what a record holds that was given no value. Without one, a value must be given
  ///     unless the type is optional.
  ///   - format: how tables and forms show values.
  ///   - rules: what values must fulfil.
  public init(
    _ name: String, title: String? = nil, default: Value? = nil,
    format: FieldFormat = .automatic, rules: [FieldRule<Value>] = []
  ) {
    definition = FieldDefinition(
      name: name, title: title, type: Value.fieldType, isOptional: Value.isOptional,
      defaultValue: `default`?.cell ?? .null, format: format, rules: rules.map(\.rule),
      isKnown: knownTest(of: Value.self),
      valueType: ObjectIdentifier(Value.self))
  }

  /// The handle for a definition that is known to have this type.
  init(unchecked definition: FieldDefinition) { self.definition = definition }

  public var name: String { definition.name }
}

extension Field where Value: TextValue {
  /// Makes a field of text, which is compared by a collation.
  ///
  /// - Parameters:
  ///   - name: unique in its schema; files and databases write it.
  ///   - title: what people read; the name, if not given.
  ///   - default: what a record holds that was given no value. Without one, a value must be given
  ///     unless the type is optional.
  ///   - format: how tables and forms show values.
  ///   - collation: how texts are sorted and when they are equal; as the reader's language does,
  ///     if not given.
  ///   - reading: the field that says how the text is read (yomi): records sort by it where it has
  ///     a value.
  ///   - rules: what values must fulfil.
  public init<Reading: TextValue>(
    _ name: String, title: String? = nil, default: Value? = nil,
    format: FieldFormat = .automatic, collation: Collation = .localized(),
    reading: Field<Reading>, rules: [FieldRule<Value>] = []
  ) {
    definition = FieldDefinition(
      name: name, title: title, type: .string, isOptional: Value.isOptional,
      defaultValue: `default`?.cell ?? .null, format: format, collation: collation,
      reading: reading.name, rules: rules.map(\.rule), isKnown: knownTest(of: Value.self),
      valueType: ObjectIdentifier(Value.self))
  }

  /// Makes a field of text that is compared by the collation given.
  ///
  /// - Parameters:
  ///   - name: unique in its schema; files and databases write it.
  ///   - title: what people read; the name, if not given.
  ///   - default: what a record holds that was given no value.
  ///   - format: how tables and forms show values.
  ///   - collation: how texts are sorted and when they are equal.
  ///   - rules: what values must fulfil.
  public init(
    _ name: String, title: String? = nil, default: Value? = nil,
    format: FieldFormat = .automatic, collation: Collation, rules: [FieldRule<Value>] = []
  ) {
    definition = FieldDefinition(
      name: name, title: title, type: Value.fieldType, isOptional: Value.isOptional,
      defaultValue: `default`?.cell ?? .null, format: format, collation: collation,
      rules: rules.map(\.rule), isKnown: knownTest(of: Value.self),
      valueType: ObjectIdentifier(Value.self))
  }
}

/// The test for types that only know some cells; nil for those of which every cell is a value.
func knownTest<Value: FieldValue>(
  of type: Value.Type
) -> (@Sendable (CellValue) -> Bool)? {
  let plain: [any FieldValue.Type] = [
    Int.self, Double.self, Bool.self, String.self, Date.self, Data.self,
    Int?.self, Double?.self, Bool?.self, String?.self, Date?.self, Data?.self,
  ]
  if plain.contains(where: { $0 == type }) { return nil }
  return { Value(cell: $0) != nil }
}
