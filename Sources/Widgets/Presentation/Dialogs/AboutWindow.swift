internal import CHikidashiGTK
public import HikidashiPresentation

/// The window that tells what an app is, whose it is, and under which licence.
///
/// ```swift
/// var about = AboutWindow("Cards", version: "1.2", developers: ["山田 花子"])
/// about.website = "https://example.org/cards"
/// window.show(about)
/// ```
public struct AboutWindow: Presentable {
  /// The window has no answer.
  public typealias Answer = Never

  public var appName: String
  public var version: String
  public var developers: [String]
  /// The name of an icon of the desktop's theme.
  public var icon: String?
  /// What the app is for, in a sentence or two.
  public var comments = ""
  /// An address of the web, as are the two that follow.
  public var website: String?
  public var supportPage: String?
  public var issuePage: String?
  /// Such as `© 2026 山田 花子`.
  public var copyright = ""
  /// The text of the licence, or where to find it.
  public var license = ""
  /// What a person sends along with a report of a mistake.
  public var debugInformation = ""
  public var options = PresentationOptions()

  public var name: String { appName }

  /// Makes a window of the least that there is to say.
  ///
  /// - Parameters:
  ///   - appName: What the app is called.
  ///   - version: Such as `1.2`.
  ///   - developers: Who made it; the first is named on the first page.
  ///   - icon: The name of an icon of the desktop's theme.
  public init(_ appName: String, version: String, developers: [String] = [], icon: String? = nil) {
    self.appName = appName
    self.version = version
    self.developers = developers
    self.icon = icon
  }
}

extension AboutWindow: WindowPresentable {
  @MainActor func makeView(over window: Window) -> ItemView<AboutWindow> {
    AboutView(self, over: window)
  }
}

private final class AboutView: DialogView<AboutWindow> {
  override func makeDialog(over parent: Window) -> Window? {
    let dialog = Window(dialog: adw_about_window_new(), name: item.appName)
    guard let about = dialog.native?.opaque else { return nil }
    adw_about_window_set_application_name(about, item.appName)
    adw_about_window_set_version(about, item.version)
    adw_about_window_set_application_icon(about, item.icon ?? "application-x-executable")
    adw_about_window_set_comments(about, item.comments)
    adw_about_window_set_copyright(about, item.copyright)
    adw_about_window_set_license(about, item.license)
    adw_about_window_set_debug_info(about, item.debugInformation)
    if let developer = item.developers.first {
      adw_about_window_set_developer_name(about, developer)
    }
    if item.developers.count > 1 {
      withCStrings(item.developers) { names in
        adw_about_window_set_developers(
          about, UnsafeMutablePointer(mutating: names))
      }
    }
    if let page = item.website { adw_about_window_set_website(about, page) }
    if let page = item.supportPage { adw_about_window_set_support_url(about, page) }
    if let page = item.issuePage { adw_about_window_set_issue_url(about, page) }
    return dialog
  }
}
