public import Hikidashi
public import RFCKit

/// The settings of RFC Viewer: the window, the flags, the variables and the reference page are made of
/// these.
struct ViewerPreferences: PreferenceGroup {
  struct Network: PreferenceGroup {
    let title = tr("Network")
    let mirror = Preference(
      "mirror", default: RFCMirror.rfcEditor.address, title: tr("Mirror"),
      help: tr("Where RFCs come from.")
    ).check(tr("must be an address such as https://www.rfc-editor.org")) {
      (try? RFCMirror($0)) != nil
    }.takesEffect(.afterRestart)
    let folder = Preference(
      "folder", default: "", title: tr("Folder of RFCs"),
      help: tr("A folder with rfc-index.txt and documents that is read instead of a mirror.")
    ).takesEffect(.afterRestart)
    let notifies = Preference(
      "notifications", default: false, title: tr("Tell of new RFCs"),
      help: tr("By a notification of the desktop, while RFC Viewer runs."))
    let timeToLive = Preference(
      "time-to-live", default: Duration.zero, in: .zero...(.seconds(365 * 86_400)),
      title: tr("Index kept for"),
      help: tr("How long no newer index is asked for, such as 12h or 7d; 0s asks at each start."))
    let jobs = Preference("jobs", default: 8, in: 1...128, title: tr("Downloads at once"))
  }

  struct Reading: PreferenceGroup {
    let title = tr("Reading")
    let theme = Preference("theme", default: ReadingTheme.system, title: tr("Colours"))
    let form = Preference(
      "form", default: RFCTextForm.unpaged, title: tr("Text"),
      help: tr(
        "As it was published with its pages, without pages, or in lines as long as there is room for."
      ))
    let font = Preference<String>.font(
      "font", title: tr("Font"),
      help: tr("The name of a fixed-width font; empty for the desktop’s.")
    ).check(tr("must be the name of a font")) { !$0.contains { "\"\\{};".contains($0) } }
    let size = Preference("size", default: 11, in: 6...48, title: tr("Size"), unit: "pt")
    let spacing = Preference(
      "line-spacing", default: 0, in: 0...24, title: tr("Line spacing"), unit: tr("pixels"))
    let showsFurniture = Preference(
      "page-furniture", default: false, title: tr("Plain headers and footers"),
      help: tr("Shows those of pages like all else, instead of dim."))
    let grouping = Preference("grouping", default: RFCGrouping.decade, title: tr("Sections"))
  }

  struct Notes: PreferenceGroup {
    let title = tr("Bookmarks and notes")
    let place = Preference(
      "place", default: "", title: tr("Where notes are kept"),
      help: tr("A file, or postgresql://… for a team; your own folder if empty.")
    ).check(tr("must be the path of a file, or an address such as postgresql://host/database")) {
      NotesPlace.isPlace($0)
    }.takesEffect(.afterRestart)
  }

  let title = tr("RFC Viewer")
  let reading = Reading()
  let network = Network()
  let notes = Notes()

  /// Says why the mirror that the person has set cannot be used; nil where it can. No other mirror may
  /// stand in for it.
  func complaintAboutMirror(in store: PreferenceStore) -> PreferenceError? {
    for case .badValue("network.mirror", _, let reason) in store.problems {
      return .refused(key: "network.mirror", reason: reason)
    }
    return nil
  }

  /// Opens the settings of the user, or a copy of them for a command that only reads.
  func open(_ flags: [String: String], isCopy: Bool = false) throws -> PreferenceStore {
    let place = PreferencePlace.user("io.github.hikidashi.RFCViewer")
    let version = AppVersion(CommandLineTool.version) ?? "0"
    return try PreferenceStore(
      self, at: isCopy ? place.copied : place, version: version,
      layers: [.arguments(flags), .environment("RFCVIEWER"), .administrator])
  }
}

/// The colours of the window and of the page that is read.
enum ReadingTheme: String, PreferenceValue, CaseIterable, Codable {
  case system
  case light
  case dark
  /// A light window with a page like old paper.
  case sepia

  var scheme: ColorScheme { self == .sepia ? .light : ColorScheme(rawValue: rawValue) ?? .system }

  var preferenceTitle: String { self == .sepia ? tr("Sepia") : scheme.preferenceTitle }
}

// RFCKit is this app's own, and needs no settings.
// swift-format-ignore: AvoidRetroactiveConformances
extension RFCTextForm: @retroactive PreferenceValue {
  public var preferenceTitle: String {
    switch self {
    case .original: tr("As published, with pages")
    case .unpaged: tr("Without pages")
    case .reflowed: tr("Reflowed")
    }
  }
}

// RFCKit is this app's own, and needs no settings.
// swift-format-ignore: AvoidRetroactiveConformances
extension RFCGrouping: @retroactive PreferenceValue {
  public var preferenceTitle: String { title }
}
