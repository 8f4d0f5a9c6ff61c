/// Who says what a setting is, the strongest last.
public enum PreferenceLayer: Int, Sendable, CaseIterable, Comparable {
  /// The definition.
  case standard
  /// The user's file.
  case user
  /// A file of the administrator, which the user cannot change.
  case administrator
  /// A variable of the environment, for this run.
  case environment
  /// A flag on the command line, for this run.
  case commandLine

  public static func < (one: PreferenceLayer, other: PreferenceLayer) -> Bool {
    one.rawValue < other.rawValue
  }

  /// Whether a change by the user has no effect while this layer says the value.
  public var isAboveUser: Bool { self > .user }
}

extension PreferenceLayer: CustomStringConvertible {
  public var description: String {
    switch self {
    case .standard: "default"
    case .user: "user"
    case .administrator: "administrator"
    case .environment: "environment"
    case .commandLine: "command line"
    }
  }
}
