public import Hikidashi
public import TimelineKit

/// The settings of Timeline: the window, the flags and the variables are made of these.
struct TimelinePreferences: PreferenceGroup {
  let title = tr("Timeline")
  let order = Preference("order", default: MergedList.Order.newestFirst, title: tr("Order"))
  let marksPassed = Preference(
    "mark-passed", default: false, title: tr("Mark as read while scrolling"),
    help: tr("Posts that scroll off the top are marked as read."))
  let showsPictures = Preference("pictures", default: true, title: tr("Show pictures"))
  let interval = Preference(
    "interval", default: Duration.seconds(1_800), in: .zero...(.seconds(7 * 86_400)),
    title: tr("Refresh every"), help: tr("For example 15m or 2h; 0s to refresh only manually."))
  let size = Preference("text-size", default: 100, in: 50...300, title: tr("Text size"), unit: "%")
  let theme = Preference("theme", default: ColorScheme.system, title: tr("Colours"))

  let shared = Preference(
    "shared", default: "", title: tr("Shared with other machines"),
    help: tr("postgresql://… shares sources, posts, marks and notes; empty keeps them here.")
  ).check(tr("must be an address such as postgresql://host/database")) {
    SharedPlace.isPlace($0)
  }.takesEffect(.afterRestart)

  /// The tokens of all servers, in one text.
  let tokens = SecretPreference(
    "tokens", title: tr("Tokens of servers"),
    help: tr("A server that shows a timeline to its users only asks for one."))

  /// Opens the settings of the user.
  func open(_ flags: [String: String] = [:], isCopy: Bool = false) throws -> PreferenceStore {
    let place = PreferencePlace.user(TimelineApp.id)
    return try PreferenceStore(
      self, at: isCopy ? place.copied : place, version: AppVersion(CommandLineTool.version) ?? "0",
      layers: [.arguments(flags), .environment("TIMELINE"), .administrator])
  }
}

// TimelineKit is this app's own, and needs no settings.
// swift-format-ignore: AvoidRetroactiveConformances
extension MergedList.Order: @retroactive PreferenceValue {
  public var preferenceTitle: String {
    switch self {
    case .newestFirst: tr("Newest first")
    case .oldestFirst: tr("Oldest first")
    }
  }
}
