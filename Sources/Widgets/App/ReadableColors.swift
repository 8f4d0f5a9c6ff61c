internal import CHikidashiGTK

/// Makes Adwaita's colours of texts strong enough to be read: their contrast to what is behind them is 4.5 : 1 or more
/// (WCAG 2.2, 1.4.3: <https://www.w3.org/TR/WCAG22/#contrast-minimum>).
///
/// By themselves white on Adwaita's accent has 3.77 : 1, on its green 2.3 : 1, and a dim label 3.2 : 1.
@MainActor
enum ReadableColors {
  /// Applies them now and whenever windows become dark or light.
  static func install() {
    guard let manager = adw_style_manager_get_default() else { return }
    show(manager)
    for property in ["dark", "high-contrast"] {
      connect(UnsafeMutableRawPointer(manager), "notify::" + property) { _ in
        show(manager)
        return false
      }
    }
  }

  private static func show(_ manager: OpaquePointer) {
    // Whoever asks for high contrast has more of it from Adwaita.
    let isHigh = adw_style_manager_get_high_contrast(manager) != 0
    let isDark = adw_style_manager_get_dark(manager) != 0
    let css = isHigh ? "" : (isDark ? dark : light) + common
    StyleSheet("hikidashi-readable", css: css).install()
  }

  private static let light = """
    @define-color accent_color #1a5fb4;
    @define-color success_color #146c43;
    @define-color warning_color #7d5602;
    @define-color error_color #b3141f;

    """

  private static let dark = """
    @define-color accent_color #8fbcf2;

    """

  private static let common = """
    @define-color accent_bg_color #1c71d8;
    @define-color success_bg_color #187a4b;
    @define-color success_fg_color #ffffff;
    .dim-label, scale > value, progressbar > text, row label.subtitle, spinbutton > text > placeholder,
    entry > text > placeholder, headerbar .subtitle, windowtitle .subtitle, label.separator {
      opacity: 0.75;
    }
    popover.menu accelerator { color: alpha(currentColor, 0.75); }
    calendar > grid > label.day-number.other-month { color: alpha(currentColor, 0.72); }
    """
}
