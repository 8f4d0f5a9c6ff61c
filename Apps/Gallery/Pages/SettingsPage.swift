import Hikidashi

enum SettingsPage: GalleryPage {
  static let title = tr("Settings")
  static let summary = tr(
    """
    One definition makes the values, the file, the flags and this. Change the width, reset it, \
    search for “colour”, and work offline: what does not matter then is dim or gone.
    """)
  static let file = #filePath

  enum Paper: String, CaseIterable, PreferenceValue, Codable { case white, cream, night }

  struct Mark: PreferenceStructure {
    var name = ""
    var paper = Paper.white
    var isBold = false
  }

  struct Reading: PreferenceGroup {
    struct Network: PreferenceGroup {
      let help = "Where documents come from."
      let isOffline = Preference("offline", default: false, title: "Work offline")
      let mirror = Preference(
        "mirror", default: "https://www.rfc-editor.org", title: "Mirror",
        pattern: "https?://.+", "must be a web address"
      ).visible(when: .when("offline", is: false))
      let jobs = Preference("jobs", default: 4, in: 1...32, title: "Downloads at once")
        .enabled(when: .when("offline", is: false))
      let keep = Preference(
        "keep", default: Duration.seconds(86_400), in: .zero...(.seconds(864_000)),
        title: "Kept for", help: "Such as 90s, 12h or 2d.")
    }
    let title = "Page"
    let paper = Preference("paper", default: Paper.cream, title: "Colour of the paper")
    let marker = Preference("marker", default: Color(1, 0.8, 0), title: "Colour of the marker")
    let width = Preference("width", default: 72.0, in: 40...120, title: "Width", unit: "letters")
    let font = Preference<String>.font("font", title: "Font of the text")
    let marks = Preference("marks", default: [Mark(name: "Important")], title: "Marks")
    let hidden = Preference("hidden", default: ["Index"], title: "Sections left out")
    let network = Network()
  }

  static func make() throws -> Part {
    let store = try PreferenceStore(
      Reading(), at: .memory, version: "1.0", options: PreferenceOptions(autosave: nil))
    return Stack(.vertical, spacing: 0) {
      PreferencesView(store)
      Label { store.exportedValues() }
        .selectable().styleClass("caption", "monospace").margin(12)
    }
  }
}
