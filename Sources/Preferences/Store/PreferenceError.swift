internal import HikidashiBase
public import HikidashiStorage

/// An error in opening, changing or storing settings.
public enum PreferenceError: Error, Sendable {
  /// The definition of the setting does not allow the value.
  case refused(key: String, reason: String)
  /// The administrator has set the value, so the user cannot change it.
  case locked(key: String, place: String)
  /// The setting does not belong to the store's groups.
  case unknown(key: String)
  /// A flag is unknown, or its value is missing or wrong.
  case badFlag(String, reason: String)
  /// The text to import does not hold settings.
  case badImport(reason: String)
  /// The file could not be read or written.
  case storage(StorageError)
  /// The keyring could not be used.
  case keyring(key: String, reason: String)
}

extension PreferenceError: CustomStringConvertible {
  /// What went wrong, for the user.
  public var description: String {
    switch self {
    case .refused(let key, let reason): tr("“{}” {}", key, reason)
    case .locked(let key, let place):
      tr("“{}” is set by the administrator in {}, and is changed only there", key, place)
    case .unknown(let key):
      tr("“{}” is no setting of this store; ask with the group that its schema was made of", key)
    case .badFlag(let flag, let reason): tr("{}: {}", flag, reason)
    case .badImport(let reason): tr("these are no settings: {}", reason)
    case .storage(let error): "\(error)"
    case .keyring(let key, let reason): tr("the secret “{}” cannot be kept: {}", key, reason)
    }
  }
}

/// A problem with stored settings after which the store goes on, for example with a default.
public enum PreferenceProblem: Sendable, Equatable {
  /// The file was not valid JSON; it was set aside under this name, and a new one is written.
  case damaged(place: String, setAside: String, reason: String)
  /// The file could not be read or is not valid JSON; its former values, if any, stay in use.
  case unreadable(place: String, reason: String)
  /// A value is not valid for the setting; it stays where it is, and the next layer's value is
  /// used.
  case badValue(key: String, place: String, reason: String)
  /// The version in the file is not a valid version.
  case badVersion(place: String, text: String)
  /// A newer version of the app wrote the file; settings that are unknown here stay in it.
  case newer(place: String, found: AppVersion, own: AppVersion)
  /// Settings could not be saved automatically; the next change tries again.
  case notSaved(StorageError)
}

extension PreferenceProblem: CustomStringConvertible {
  /// What is wrong and what the store does about it, for the user.
  public var description: String {
    switch self {
    case .damaged(let place, let setAside, let reason):
      tr(
        "{} is damaged ({}) and was renamed to “{}”; the defaults are used", place, reason, setAside
      )
    case .unreadable(let place, let reason):
      tr("{} cannot be read ({}); the settings stay as they were: mend the file", place, reason)
    case .badValue(let key, let place, let reason):
      tr("“{}” in {} {}; another value is used until it is mended", key, place, reason)
    case .badVersion(let place, let text):
      tr("{} says that version “{}” of the app wrote it, which is no version", place, text)
    case .newer(let place, let found, let own):
      tr(
        """
        {} was written by version {} of the app, and this is {}; what only that one knows is left as \
        it is
        """, place, found, own)
    case .notSaved(let error): tr("the settings were not saved: {}", error)
    }
  }
}
