internal import HikidashiBase
public import HikidashiStorage

/// Why a setting could not be changed, or settings not be kept.
public enum PreferenceError: Error, Sendable {
  /// A value that the definition does not allow.
  case refused(key: String, reason: String)
  /// The administrator has set it.
  case locked(key: String, place: String)
  /// The setting belongs to none of the store's groups.
  case unknown(key: String)
  /// A flag that there is not, or one without its value or with a wrong one.
  case badFlag(String, reason: String)
  /// A text that is to be imported and holds no settings.
  case badImport(reason: String)
  /// The file could not be read or written.
  case storage(StorageError)
  /// The keyring could not be asked, or refused.
  case keyring(key: String, reason: String)
}

extension PreferenceError: CustomStringConvertible {
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

/// What was wrong with stored settings, and was got over: a default is used, or a value kept.
public enum PreferenceProblem: Sendable, Equatable {
  /// The file was no JSON; it was set aside under this name, and defaults are used.
  case damaged(place: String, setAside: String, reason: String)
  /// The file was changed to what is no JSON while the app runs; what was there before is used.
  case unreadable(place: String, reason: String)
  /// A value that is none of the setting's; the next layer below is used. In the file it stays.
  case badValue(key: String, place: String, reason: String)
  /// The version in the file is none.
  case badVersion(place: String, text: String)
  /// A newer version of the app wrote the file; what is not known stays in it.
  case newer(place: String, found: AppVersion, own: AppVersion)
  /// Nothing could be saved without being asked; it is tried again with the next change.
  case notSaved(StorageError)
}

extension PreferenceProblem: CustomStringConvertible {
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
