/// An error in the fields, the version or the JSON of a schema.
public enum SchemaError: Error, Equatable, Sendable {
  /// The schema has no fields.
  case noFields
  /// A name is empty, too long, or contains characters that files and databases cannot write.
  case badName(String, reason: String)
  /// Two fields have the same name, where A–Z and a–z count as the same.
  case duplicateName(String)
  /// A field's default is a value that the field does not accept.
  case badDefault(field: String, reason: String)
  /// A field's reading is not another text field of the schema, or has a reading itself.
  case badReading(field: String, reading: String, reason: String)
  /// A field's rule is one that no value, or no value of its type, can meet.
  case badRule(field: String, reason: String)
  /// A field's format has fewer than 0 or more than 20 digits after the decimal point.
  case badFormat(field: String, reason: String)
  /// A field of a schema is computed from others, so that nothing can store it.
  case computedField(String)
  /// A field that is to be added to a table is not computed.
  case storedField(String)
  /// A typed handle was asked for with another type than the field's.
  case wrongType(field: String, expected: String, asked: String)
  /// No field has this name.
  case unknownField(name: String, known: [String])
  /// The JSON is not a schema; the place and the reason say what is wrong.
  case badJSON(place: String, reason: String)
  /// The version is less than 1.
  case badVersion(Int)
}

extension SchemaError: CustomStringConvertible {
  /// The error as a message for a developer.
  public var description: String {
    switch self {
    case .noFields: "a schema needs at least one field"
    case .badName(let name, let reason): "“\(name)” cannot be the name of a field: \(reason)"
    case .duplicateName(let name):
      "two fields are called “\(name)” (small and capital letters count as the same); rename one"
    case .badDefault(let field, let reason):
      "the default of field “\(field)” is none of its values: \(reason)"
    case .badReading(let field, let reading, let reason):
      "field “\(field)” cannot be read as “\(reading)”: \(reason)"
    case .badRule(let field, let reason): "a rule of field “\(field)” is wrong: \(reason)"
    case .badFormat(let field, let reason): "the format of field “\(field)” is wrong: \(reason)"
    case .computedField(let field):
      "field “\(field)” is computed from others and cannot be stored; leave it out of the schema, and "
        + "add it to the table with adding(_:)"
    case .storedField(let field):
      "field “\(field)” is not computed; only fields made with a closure can be added to a table"
    case .wrongType(let field, let expected, let asked):
      "field “\(field)” holds \(expected), but was asked for as \(asked); "
        + "ask for its own type, or read single values with value(named:as:at:)"
    case .unknownField(let name, let known):
      "no field is called “\(name)”; there are \(known.joined(separator: ", "))"
    case .badJSON(let place, let reason): "the schema's JSON is wrong at \(place): \(reason)"
    case .badVersion(let version): "a schema's version is 1 or greater, not \(version)"
    }
  }
}
