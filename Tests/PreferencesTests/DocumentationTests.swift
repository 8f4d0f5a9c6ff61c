import HikidashiPreferences
import HikidashiStorage
import Testing

/// What the documentation shows is what happens.
@Suite struct DocumentationTests {
  enum Theme: String, CaseIterable, PreferenceValue { case system, light, dark }

  struct ReaderPreferences: PreferenceGroup {
    let theme = Preference("theme", default: Theme.system, title: "Colours")
    let isOffline = Preference("offline", default: false, title: "Work offline")
    let jobs = Preference("jobs", default: 4, in: 1...32, title: "Downloads at once")
      .enabled(when: .when("offline", is: false))
  }

  @Test func theArticle() throws {
    let settings = ReaderPreferences()
    let store = try PreferenceStore(
      settings, at: .memory, version: "1.0", options: PreferenceOptions(autosave: nil))
    #expect(store[settings.jobs] == 4)
    try store.set(settings.jobs, to: 8)
    #expect(store.layer(of: settings.jobs) == .user)
    store.undo()
    #expect(store[settings.jobs] == 4)
  }

  @Test func theLayersOfTheArticle() throws {
    let settings = ReaderPreferences()
    let store = try PreferenceStore(
      settings, at: .memory, version: "1.0",
      layers: [
        .arguments(["jobs": "2"]),
        .environment("READER", of: ["READER_JOBS": "8", "READER_OFFLINE": "yes"]), .administrator,
      ])
    #expect(store[settings.jobs] == 2 && store.layer(of: settings.jobs) == .commandLine)
    #expect(store[settings.isOffline] && store.layer(of: settings.isOffline) == .environment)
  }
}
