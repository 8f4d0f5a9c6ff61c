/// Where the secrets of a ``PreferenceStore`` are kept.
public enum SecretPlace: Sendable {
  /// The desktop's keyring, for settings of a user's app where there is one; else ``file``.
  case automatic
  /// A file beside the settings, which only the user may read.
  case file
}
