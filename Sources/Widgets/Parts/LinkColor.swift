internal import CHikidashiGTK

/// The colour of links, the same in labels and in long texts: its contrast to a window is 6 or more, of
/// which WCAG 2.1 (1.4.3) asks 4.5.
@MainActor
enum LinkColor {
  static let light = "#1a5fb4"
  static let dark = "#78aeed"
  /// Of labels with links.
  static let styleClass = "hk-links"

  /// Gives it to the links in labels, now and whenever windows become dark or light.
  static func install() {
    guard let manager = adw_style_manager_get_default() else { return }
    let object = UnsafeMutableRawPointer(manager).assumingMemoryBound(to: GObject.self)
    let key = "hikidashi-link-color"
    guard g_object_get_data(object, key) == nil else { return }
    // Any pointer says that it is done.
    g_object_set_data(object, key, UnsafeMutableRawPointer(manager))
    show(manager)
    connect(UnsafeMutableRawPointer(manager), "notify::dark") { _ in
      show(manager)
      return false
    }
  }

  private static func show(_ manager: OpaquePointer) {
    let isDark = adw_style_manager_get_dark(manager) != 0
    // GTK draws links as transparent as the text around them, and Adwaita's is that in light windows.
    StyleSheet(
      "hikidashi-links",
      css: """
        label.\(styleClass) { color: \(isDark ? "#ffffff" : "#323232"); }
        label.\(styleClass) link { color: \(isDark ? dark : light); }
        """
    ).install()
  }
}
