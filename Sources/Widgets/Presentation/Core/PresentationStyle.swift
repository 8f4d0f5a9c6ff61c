/// How what is presented inside of a window looks.
@MainActor
enum PresentationStyle {
  static func install() {
    StyleSheet(
      "hikidashi-presentation",
      css: """
        .hk-scrim { background-color: alpha(black, 0.32); }
        .hk-sheet {
          background-color: @dialog_bg_color;
          color: @dialog_fg_color;
          padding: 18px;
          box-shadow: 0 0 0 1px alpha(black, 0.12), 0 2px 14px 2px alpha(black, 0.2);
        }
        .hk-sheet.top { border-radius: 0 0 12px 12px; }
        .hk-sheet.bottom { border-radius: 12px 12px 0 0; }
        .hk-banner {
          background-color: mix(@accent_bg_color, @window_bg_color, 0.82);
          color: @window_fg_color;
          border-bottom: 1px solid alpha(currentColor, 0.15);
          padding: 6px 12px;
          min-height: 42px;
        }
        """
    ).install()
  }
}
