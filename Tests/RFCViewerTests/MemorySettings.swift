import HikidashiPreferences
import HikidashiStorage

@testable import RFCViewer

extension ViewerPreferences {
  /// Settings that are kept nowhere.
  static func inMemory() throws -> (settings: ViewerPreferences, store: PreferenceStore) {
    let settings = ViewerPreferences()
    let store = try PreferenceStore(
      settings, at: .memory, version: "1", options: PreferenceOptions(autosave: nil))
    return (settings, store)
  }
}
