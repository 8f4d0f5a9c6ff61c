internal import CHikidashiGTK
public import HikidashiPresentation

/// The window with the name, version, authors and licence of an app.
///
/// ```swift
/// var about = AboutWindow("Cards", version: "1.2", developers: ["山田 花子"])
/// about.website = "https://example.org/cards"
/// window.show(about)
/// ```
public struct AboutWindow: Presentable {
  /// The window has no answer.
  public typealias Answer = Never

  /// The name of the app.
  public var appName: String
  /// The version of the app, such as `1.2`.
  public var version: String
  /// The names of the developers; the first is on the first page.
  public var developers: [String]
  /// The name of an icon of the desktop's theme.
  public var icon: String?
  /// A sentence or two about the purpose of the app.
  public var comments: String
  /// The address of the app's website.
  public var website: String?
  /// The address of the page for help.
  public var supportPage: String?
  /// The address of the page for bug reports.
  public var issuePage: String?
  /// The copyright notice, such as `© 2026 山田 花子`.
  public var copyright = ""
  /// The text of the licence, or the place to find it.
  public var license = ""
  /// The information about the system that a bug report should contain.
  public var debugInformation = ""
  /// Where and for how long it is shown, unless the request says otherwise.
  public var options = PresentationOptions()

  /// The name of the item in the log, in errors and in queries.
  public var name: String { appName }

  /// Makes a window with the most important facts.
  ///
  /// - Parameters:
  ///   - appName: What the app is called.
  ///   - version: Such as `1.2`.
  ///   - developers: Who made it; the first is named on the first page.
  ///   - icon: The name of an icon of the desktop's theme.
  ///   - comments: A sentence or two about the purpose of the app.
  public init(
    _ appName: String, version: String, developers: [String] = [], icon: String? = nil,
    comments: String = ""
  ) {
    self.appName = appName
    self.version = version
    self.developers = developers
    self.icon = icon
    self.comments = comments
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
