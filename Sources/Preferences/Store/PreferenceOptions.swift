/// What a ``PreferenceStore`` does beside reading and writing values.
///
/// ```swift
/// let store = try PreferenceStore(
///   settings, at: .memory, version: "1.0", options: PreferenceOptions(autosave: nil))
/// ```
public struct PreferenceOptions: Sendable {
  /// What to do with values that older versions of the app stored, in any order.
  public var migrations: [PreferenceMigration]
  /// How long after the last change the file is written; nil for never.
  public var autosave: Duration?
  /// Where secrets are kept.
  public var secrets: SecretPlace
  /// Is told of what was wrong and was got over, on any thread. ``PreferenceStore/problems`` has those
  /// of the opening.
  public var onProblem: (@Sendable (PreferenceProblem) -> Void)?

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

/// A layer above the user's values, which says them for a whole run.
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

  /// Flags of the command line without their hyphens and what stands behind each, as
  /// ``PreferenceArguments/values`` has them. A wrong one is an error when the store is opened.
  public static func arguments(_ values: [String: String]) -> PreferenceSource {
    PreferenceSource(kind: .arguments(values))
  }

  /// Variables of the environment: with the prefix `READER`, `READER_JOBS` is that of `jobs`.
  ///
  /// - Parameters:
  ///   - prefix: What the names of variables begin with.
  ///   - variables: Variables in place of the process's own, as for a test.
  public static func environment(
    _ prefix: String, of variables: [String: String]? = nil
  ) -> PreferenceSource {
    PreferenceSource(kind: .environment(prefix: prefix, variables: variables))
  }

  /// The administrator's file for the app, whose values the user cannot change: `preferences.json` of
  /// the app in the first of `$XDG_CONFIG_DIRS`, or `/etc/xdg`, that has one. An app without a place
  /// for the user has none.
  public static let administrator = administrator(environment: nil)

  /// As ``administrator``, with other variables than the process's own, as for a test.
  public static func administrator(environment: [String: String]?) -> PreferenceSource {
    PreferenceSource(kind: .administrator(nil, environment: environment))
  }

  /// A file whose values the user cannot change.
  public static func administrator(_ place: PreferencePlace) -> PreferenceSource {
    PreferenceSource(kind: .administrator(place, environment: nil))
  }
}
