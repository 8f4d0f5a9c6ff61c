/// An error in the definition of settings, or in asking a schema for one of them.
///
/// The place is the whole key, as in `network.jobs`, or where the setting stands in JSON, as in
/// `preferences[2]`.
public enum PreferenceSchemaError: Error, Equatable, Sendable {
  /// The group has no settings.
  case empty
  /// A key is not allowed, for example as it cannot be the name of a flag.
  case badKey(place: String, key: String, reason: String)
  /// Two settings or groups have the same key.
  case duplicateKey(place: String, key: String)
  /// Two keys give the same flag, as `a-b` and `a.b` do.
  case duplicateFlag(String, first: String, second: String)
  /// The same setting is in two places.
  case usedTwice(first: String, second: String)
  /// The default is not a valid value of the setting.
  case badDefault(place: String, reason: String)
  /// A range, pattern or list of choices is invalid.
  case badLimit(place: String, reason: String)
  /// A condition names a key that does not exist.
  case unknownKey(place: String, key: String)
  /// A condition is invalid, for example as the setting it names cannot have the value.
  case badCondition(place: String, key: String, reason: String)
  /// The conditions of these settings depend on one another in a circle.
  case cycle([String])
  /// The JSON that defines the settings is wrong at this place.
  case badJSON(place: String, reason: String)
  /// A setting was requested with the wrong type.
  case wrongType(key: String, expected: String, asked: String)
}

extension PreferenceSchemaError: CustomStringConvertible {
  /// What is wrong and where, for the developer.
  public var description: String {
    switch self {
    case .empty: "there are no settings in the group"
    case .badKey(let place, let key, let reason):
      "“\(key)” at \(place) cannot be the key of a setting: \(reason)"
    case .duplicateKey(let place, let key):
      "the key “\(key)” at \(place) is taken by another setting or group; rename one"
    case .duplicateFlag(let flag, let first, let second):
      "“\(first)” and “\(second)” would both have the flag \(flag); rename one"
    case .usedTwice(let first, let second):
      "one setting stands at “\(first)” and at “\(second)”; define another one"
    case .badDefault(let place, let reason): "the default of “\(place)” is refused: it \(reason)"
    case .badLimit(let place, let reason): "the limits of “\(place)” are wrong: \(reason)"
    case .unknownKey(let place, let key):
      "a condition of “\(place)” names “\(key)”, and there is no such setting around it"
    case .badCondition(let place, let key, let reason):
      "a condition of “\(place)” asks for what “\(key)” cannot be: \(reason)"
    case .cycle(let keys):
      "the conditions of \(keys.map { "“\($0)”" }.joined(separator: ", ")) form a circle; "
        + "take one away"
    case .badJSON(let place, let reason): "the definition's JSON is wrong at \(place): \(reason)"
    case .wrongType(let key, let expected, let asked):
      "the setting “\(key)” is \(expected), but was asked for as \(asked)"
    }
  }
}
