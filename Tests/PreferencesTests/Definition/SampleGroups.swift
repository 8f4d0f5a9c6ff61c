import Foundation
import HikidashiPreferences

enum Theme: String, CaseIterable, PreferenceValue { case system, light, dark }

struct Frame: CodablePreferenceValue { var width, height: Int }

/// One setting of each type, and conditions between them.
struct PagePreferences: PreferenceGroup {
  let title = "Page"
  let help = "How documents look."
  let theme = Preference("theme", default: Theme.system, title: "Colours")
  let size = Preference("size", default: 12.0, in: 6...72, title: "Size of the font", unit: "pt")
  let margins = Preference("margins", default: [1.0, 2], title: "Margins")
  let frame = Preference("frame", default: Frame(width: 800, height: 600))
}

struct SamplePreferences: PreferenceGroup {
  let isOffline = Preference("offline", default: false, title: "Work offline")
  let jobs = Preference("jobs", default: 4, in: 1...32, title: "Downloads at once")
    .enabled(when: .when("offline", is: false))
  let mirror = Preference(
    "mirror", default: "https://www.rfc-editor.org", title: "Mirror",
    pattern: "https?://.+", "must be a web address"
  ).visible(when: .when("offline", is: false))
  let age = Preference("age", default: Duration.seconds(86_400), in: .zero...(.seconds(864_000)))
  let since = Preference("since", default: Date(timeIntervalSince1970: 0))
  let library = Preference<String>.folder("library", title: "Library")
  let level = Preference("level", default: 1, choices: [1: "Low", 5: "High"])
  let token = SecretPreference("token")
  let page = PagePreferences()
}
