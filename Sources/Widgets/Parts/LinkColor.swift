internal import CGTK

/// The colour of links, the same in labels and in long texts: 6 to 1 against a window or more, where
/// easy reading asks 4.5 (WCAG 2.1, 1.4.3).
@MainActor
enum LinkColor {
  static let light = "#1a5fb4"
  static let dark = "#78aeed"
}
