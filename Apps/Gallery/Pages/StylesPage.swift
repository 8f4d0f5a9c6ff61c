import Hikidashi

enum StylesPage: GalleryPage {
  static let title = tr("Styles, light and dark")
  static let summary = tr("One style sheet of a few lines, and the colour scheme of the whole app.")
  static let file = #filePath

  static func make() -> Part {
    StyleSheet(
      "gallery-note",
      css: """
        .note {
          padding: 24px;
          border-radius: 12px;
          color: #3d3846;
          background: linear-gradient(to bottom, #fdf6c7, #f9f06b);
        }
        """
    ).install()
    return Clamp {
      Label("A note with a style of its own").styleClass("note")
      Stack(.horizontal, spacing: 6) {
        Button("As the desktop") { App.current?.colorScheme = .system }
        Button("Light") { App.current?.colorScheme = .light }
        Button("Dark") { App.current?.colorScheme = .dark }
      }.align(horizontal: .center)
    }.margin(24)
  }
}
