/// Options of a ``PreferenceStore``: migrations, saving, secrets, and the reporting of problems.
///
/// ```swift
/// let store = try PreferenceStore(
///   settings, at: .memory, version: "1.0", options: PreferenceOptions(autosave: nil))
/// ```
public struct PreferenceOptions: Sendable {
  /// The migrations of values that older versions of the app stored, in any order.
  public var migrations: [PreferenceMigration]
  /// How long after the last change the store saves; nil to save only on request and when released.
  public var autosave: Duration?
  /// Where secrets are kept.
  public var secrets: SecretPlace
  /// Called on any thread for each problem after the opening. ``PreferenceStore/problems`` has
  /// those of the opening too.
  public var onProblem: (@Sendable (PreferenceProblem) -> Void)?

  /// Makes options; those that are not given have their defaults.
  public init(
    migrations: [PreferenceMigration] = [], autosave: Duration? = .milliseconds(500),
    secrets: SecretPlace = .automatic, onProblem: (@Sendable (PreferenceProblem) -> Void)? = nil
  ) {
    self.migrations = migrations
    self.autosave = autosave
    self.secrets = secrets
    self.onProblem = onProblem
  }
}

/// A source of values that override the user's for a whole run.
///
/// ```swift
/// let store = try PreferenceStore(
///   settings, at: .user("org.example.Reader"), version: "1.0",
///   layers: [.arguments(flags.values), .environment("READER"), .administrator])
/// ```
public struct PreferenceSource: Sendable {
  enum Kind: Sendable {
    case arguments([String: String])
    case environment(prefix: String, variables: [String: String]?)
    case administrator(PreferencePlace?, environment: [String: String]?)
  }

  let kind: Kind

  /// Command-line flags without their leading hyphens, each with its value, as the arguments of a program
  /// of `HikidashiCommands` have them. A wrong flag is an error when the store is opened.
  public static func arguments(_ values: [String: String]) -> PreferenceSource {
    PreferenceSource(kind: .arguments(values))
  }

  /// Environment variables: with the prefix `READER`, `READER_JOBS` sets `jobs`.
  ///
  /// - Parameters:
  ///   - prefix: The prefix of the variables' names, without the underscore.
  ///   - variables: Variables in place of the process's own, for example in a test.
  public static func environment(
    _ prefix: String, of variables: [String: String]? = nil
  ) -> PreferenceSource {
    PreferenceSource(kind: .environment(prefix: prefix, variables: variables))
  }

  /// The administrator's file for the app, whose values the user cannot change.
  ///
  /// It is `preferences.json` in the app's folder, in the first folder of `$XDG_CONFIG_DIRS`, or
  /// `/etc/xdg`, that has one. Only a place that belongs to an app, as from
  /// ``PreferencePlace/user(_:environment:)``, has such a file.
  public static let administrator = administrator(environment: nil)

  /// The same as ``administrator``, with variables in place of the process's own, as in a test.
  public static func administrator(environment: [String: String]?) -> PreferenceSource {
    PreferenceSource(kind: .administrator(nil, environment: environment))
  }

  /// A file whose values the user cannot change.
  public static func administrator(_ place: PreferencePlace) -> PreferenceSource {
    PreferenceSource(kind: .administrator(place, environment: nil))
  }
}
