public import Storage

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
      "\(place) is damaged (\(reason)) and was renamed to “\(setAside)”; the defaults are used"
    case .unreadable(let place, let reason):
      "\(place) cannot be read (\(reason)); the settings stay as they were: mend the file"
    case .badValue(let key, let place, let reason):
      "“\(key)” in \(place) \(reason); another value is used until it is mended"
    case .badVersion(let place, let text):
      "\(place) says that version “\(text)” of the app wrote it, which is no version"
    case .newer(let place, let found, let own):
      "\(place) was written by version \(found) of the app, and this is \(own); "
        + "what only that one knows is left as it is"
    case .notSaved(let error): "the settings were not saved: \(error)"
    }
  }
}
