public import Storage
internal import Support

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
