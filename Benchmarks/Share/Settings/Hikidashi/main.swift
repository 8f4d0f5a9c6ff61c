import Hikidashi

enum Theme: String, CaseIterable, PreferenceValue { case system, light, dark }

struct Settings: PreferenceGroup {
  struct Network: PreferenceGroup {
    let isOffline = Preference("offline", default: false, title: "Work offline")
    let mirror = Preference(
      "mirror", default: "https://www.rfc-editor.org", title: "Mirror",
      pattern: "https?://.+", "must be a web address"
    ).enabled(when: .when("offline", is: false))
    let jobs = Preference("jobs", default: 4, in: 1...32, title: "Downloads at once")
      .enabled(when: .when("offline", is: false))
  }
  let title = "Reading"
  let theme = Preference("theme", default: Theme.system, title: "Theme")
  let width = Preference("width", default: 72, in: 40...120, title: "Width")
  let network = Network()
}

let id = "org.example.Reader"
App(id: id) {
  let settings = Settings()
  let store = try PreferenceStore(settings, at: .user(id), version: "1.0")
  Window("Reader", width: 400, height: 200) {
    Label {
      """
      \(store[settings.theme]), \(store[settings.width]) letters, \
      \(store[settings.network.mirror]), \(store[settings.network.jobs]) at once\
      \(store[settings.network.isOffline] ? ", offline" : "")
      """
    }.wrapping().margin(24)
  }.preferences(store)
}.run()
