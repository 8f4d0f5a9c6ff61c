import Foundation
import HikidashiPreferences
import HikidashiWidgets

enum Look: String, CaseIterable, PreferenceValue { case system, light, dark }

/// A setting of each type.
struct EditedPreferences: PreferenceGroup {
  struct Page: PreferenceGroup {
    let help = "How documents look."
    let look = Preference("look", default: Look.system, title: "Colours")
    let marker = Preference("marker", default: Color(1, 0.8, 0), title: "Marker")
    let size = Preference("size", default: 12.0, in: 6...72, title: "Size", unit: "pt")
    let rows = RowPreferences()
  }

  struct RowPreferences: PreferenceGroup {
    let title = "Rows"
    let zebra = Preference("zebra", default: true, title: "Stripes")
      .takesEffect(.afterRestart)
  }

  let isOffline = Preference(
    "offline", default: false, title: "Work offline", help: "Ask no server.")
  let jobs = Preference("jobs", default: 4, in: 1...32, title: "Downloads at once")
    .enabled(when: .when("offline", is: false))
  let mirror = Preference(
    "mirror", default: "https://a", title: "Mirror", help: "Where documents come from.",
    pattern: "https?://.+", "must be a web address"
  ).visible(when: .when("offline", is: false))
  let age = Preference("age", default: Duration.seconds(3_600), title: "Kept for")
  let since = Preference("since", default: Date(timeIntervalSince1970: 0), title: "Since")
  let library = Preference<String>.folder("library", title: "Library")
  let names = Preference("names", default: ["a", "b"], title: "Names")
  let token = SecretPreference("token", title: "Token")
  let page = Page()
}
