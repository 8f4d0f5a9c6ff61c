/// Why a schema was refused when it was made.
public enum SchemaError: Error, Equatable, Sendable {
  /// A schema needs at least one field.
  case noFields
  /// A name that is empty, too long, or holds what files and databases cannot write.
  case badName(String, reason: String)
  /// Two fields have the same name, letters A–Z and a–z taken as the same.
  case duplicateName(String)
  /// A default value that the field itself would refuse.
  case badDefault(field: String, reason: String)
  /// A reading that is no other text field of the schema, or has a reading itself.
  case badReading(field: String, reading: String, reason: String)
  /// A rule that no value, or no value of this type, can fulfil.
  case badRule(field: String, reason: String)
  /// A format with fewer than 0 or more than 20 digits after the decimal point.
  case badFormat(field: String, reason: String)
  /// A handle that was asked for with another type.
  case wrongType(field: String, expected: String, asked: String)
  /// No field has this name.
  case unknownField(name: String, known: [String])
  /// JSON that is not a schema: where, and what is wrong there.
  case badJSON(place: String, reason: String)
  /// A version number less than 1.
  case badVersion(Int)
}

extension SchemaError: CustomStringConvertible {
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
