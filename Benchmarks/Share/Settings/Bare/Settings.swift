import BareHelp
import CBare

/// The values of all settings, in a file that has those that were changed.
@MainActor
final class Settings {
  static let themes = ["system", "light", "dark"]
  static let defaults = [
    "theme": "system", "width": "72", "offline": "false", "mirror": "https://www.rfc-editor.org",
    "jobs": "4",
  ]
  private var changed: [String: String] = [:]
  private let folder = String(cString: g_get_user_config_dir()) + "/org.example.Reader"
  private var observers: [() -> Void] = []

  init() {
    let file = g_key_file_new()
    defer { g_key_file_unref(file) }
    guard g_key_file_load_from_file(file, path, GKeyFileFlags(rawValue: 0), nil) != 0 else {
      return
    }
    for key in Settings.defaults.keys {
      if let text = g_key_file_get_string(file, "settings", key, nil) {
        let value = String(cString: text)
        if Settings.fault(in: value, of: key) == nil { changed[key] = value }
        g_free(text)
      }
    }
  }

  private var path: String { folder + "/settings.ini" }

  var isOffline: Bool { self["offline"] == "true" }

  subscript(_ key: String) -> String {
    get { changed[key] ?? Settings.defaults[key]! }
    set {
      guard newValue != self[key] else { return }
      changed[key] = newValue == Settings.defaults[key] ? nil : newValue
      save()
      for observer in observers { observer() }
    }
  }

  func isChanged(_ key: String) -> Bool { changed[key] != nil }
  func reset(_ key: String) { self[key] = Settings.defaults[key]! }

  /// Calls `body` now and after each change.
  func follow(_ body: @escaping () -> Void) {
    observers.append(body)
    body()
  }

  static func fault(in value: String, of key: String) -> String? {
    switch key {
    case "theme": themes.contains(value) ? nil : "must be one of the themes"
    case "width": (40...120).contains(Int(value) ?? 0) ? nil : "must be from 40 to 120"
    case "jobs": (1...32).contains(Int(value) ?? 0) ? nil : "must be from 1 to 32"
    case "mirror":
      g_regex_match_simple(
        "^https?://.+$", value, GRegexCompileFlags(rawValue: 0), GRegexMatchFlags(rawValue: 0)) != 0
        ? nil : "must be a web address"
    default: nil
    }
  }

  private func save() {
    let file = g_key_file_new()
    defer { g_key_file_unref(file) }
    for (key, value) in changed { g_key_file_set_string(file, "settings", key, value) }
    g_mkdir_with_parents(folder, 0o700)
    var error: UnsafeMutablePointer<GError>?
    if g_key_file_save_to_file(file, path, &error) == 0, let error {
      print("The settings are not saved: \(String(cString: error.pointee.message))")
      g_error_free(error)
    }
  }
}
